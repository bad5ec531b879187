/** Which clusters the destinations of Argo CD are. Bodies are transcribed from the description of the extended set. */
import { beforeEach, describe, expect, it } from "vitest";
import type { Body } from "./support/bodies.js";
import { anyId, anyTime, opened } from "./support/opened.js";

const { platform, send, refusal, read } = opened();
const all = () => `/organization/${platform.ids.organization}/argoCdDestinationClusterMapping`;
const settings = () => `/cluster/${platform.ids.cluster}/argoCdConfig`;
const inCluster = "https://kubernetes.default.svc";
const token = { argocd_url: "https://argocd.example.com", argocd_token: "a token" };

let target: string;
beforeEach(async () => {
  await send("POST", settings(), token);
  const cluster = { name: "target", region: "here", cloud_provider: "OVH", kubernetes: "SELF_MANAGED" };
  target = (await send("POST", `/organization/${platform.ids.organization}/cluster`, cluster)).body.id;
});

const mapping = (members: Body = {}): Body => ({
  ...{ agent_cluster_id: platform.ids.cluster, argocd_cluster_url: inCluster, cluster_id: target },
  ...members,
});
const save = (members?: Body) => send("POST", all(), mapping(members));
const remove = (url: string, agent = platform.ids.cluster) =>
  send("DELETE", `${all()}?${new URLSearchParams({ agentClusterId: agent, argocdClusterUrl: url })}`);
const linked = async () => (await read(all())).results[0]?.linked_clusters;

describe("argoCdDestinationClusterMapping", () => {
  it("is listed with its agent as soon as it is saved", async () => {
    expect(await save()).toEqual({ status: 200, body: mapping() });
    expect((await read(all())).results).toEqual([
      {
        ...{ agent_cluster_id: platform.ids.cluster, agent_cluster_name: "main", agent_cluster_cloud_provider: "AWS" },
        ...{ credentials_id: anyId, argocd_url: token.argocd_url, status: "connected", last_checked_at: anyTime },
        linked_clusters: [
          {
            ...{ argocd_cluster_url: inCluster, argocd_cluster_name: "in-cluster", applications_count: 0 },
            ...{ platform_cluster_id: target, platform_cluster_name: "target", platform_cluster_cloud_provider: "OVH" },
            platform_cluster_type: "SELF_MANAGED",
          },
        ],
        unlinked_clusters: [],
      },
    ]);
  });

  it("is updated by a save with the same agent and URL, and added with another URL", async () => {
    await save();
    await save({ cluster_id: platform.ids.cluster });
    await save({ argocd_cluster_url: "https://b.example.com:6443" });
    const names = (await linked()).map((each: Body) => [each.argocd_cluster_name, each.platform_cluster_id]);
    expect(names).toEqual([
      ["in-cluster", platform.ids.cluster],
      ["b.example.com:6443", target],
    ]);
  });

  it("is deleted by agent and URL, and then returns 404", async () => {
    await save();
    expect((await remove(inCluster)).status).toBe(204);
    expect(await linked()).toEqual([]);
    expect((await remove(inCluster)).status).toBe(404);
    expect(await refusal("DELETE", all())).toEqual(["agentClusterId"]);
  });

  it("is preserved when argoCdConfig is saved", async () => {
    await save();
    await send("POST", settings(), token);
    expect(await linked()).toHaveLength(1);
  });

  it("is deleted with argoCdConfig or with its cluster", async () => {
    await save();
    await send("DELETE", `/organization/${platform.ids.organization}/cluster/${target}`);
    await send("POST", "/_local/clock", { advanceSeconds: 600 });
    expect(await linked()).toEqual([]);
    await save({ cluster_id: platform.ids.cluster });
    await send("DELETE", settings());
    expect((await read(all())).results).toEqual([]);
  });

  it("is refused for an agent without settings (404) or an unknown cluster (400)", async () => {
    expect((await save({ agent_cluster_id: target })).status).toBe(404);
    expect(await refusal("POST", all(), mapping({ cluster_id: platform.ids.project }))).toEqual(["cluster_id"]);
  });
});

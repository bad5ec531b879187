/** Which clusters the destinations of Argo CD are: the platform has no IDs for them, and one call creates and changes them. */
import { ArgoCdConfig, ArgoCdDestinationCluster } from "pulumi-app-platform";
import { beforeEach, describe, expect, test } from "vitest";
import { otherCluster } from "../kinds/shared/ids.js";
import { addCluster } from "./support/console.js";
import { forgetRequests, requests, writes } from "./support/journal.js";
import { opened } from "./support/opened.js";
import { openStack } from "./support/stack.js";

const { platform, stack } = opened({ endpoints: "extended", isFresh: true });

const inCluster = "https://kubernetes.default.svc";
const other = "https://10.0.0.7:6443";
const path = () => `/organization/${platform.ids.organization}/argoCdDestinationClusterMapping`;
const route = "/organization/{organizationId}/argoCdDestinationClusterMapping";

interface Declared {
  readonly name?: string;
  readonly url?: string;
  readonly clusterId?: string;
}

const destination = ({ name = "it", url = inCluster, clusterId = platform.ids.cluster }: Declared = {}) =>
  new ArgoCdDestinationCluster(name, {
    organizationId: platform.ids.organization,
    agentClusterId: platform.ids.cluster,
    argocdClusterUrl: url,
    clusterId,
  });
const program =
  (...all: Declared[]) =>
  () => {
    for (const each of all) destination(each);
  };

const settings = { argocd_url: "https://argocd.example.com", argocd_token: "a token" };
const configPath = () => `/cluster/${platform.ids.cluster}/argoCdConfig`;
const configure = () => platform.request("POST", configPath(), { body: settings });
const saveByHand = (clusterId: string, url = inCluster) =>
  platform.request("POST", path(), {
    body: { agent_cluster_id: platform.ids.cluster, argocd_cluster_url: url, cluster_id: clusterId },
  });
const deleteByHand = () =>
  platform.request("DELETE", `${path()}?agentClusterId=${platform.ids.cluster}&argocdClusterUrl=${inCluster}`);

/** The clusters of the destinations that the platform lists, by URL. */
async function mapped(): Promise<Record<string, string>> {
  const { body } = await platform.request("GET", path());
  const linked = body.results.flatMap((agent: { linked_clusters: Record<string, string>[] }) => agent.linked_clusters);
  return Object.fromEntries(
    linked.map((each: Record<string, string>) => [each.argocd_cluster_url, each.platform_cluster_id]),
  );
}

beforeEach(async () => {
  await addCluster(platform);
  await configure();
  await forgetRequests(platform);
});

describe("ArgoCdDestinationCluster", () => {
  test("is created, updated, replaced if its URL changes, and deleted", async () => {
    const { cluster } = platform.ids;
    await stack.run("up", program({}));
    expect(await mapped()).toEqual({ [inCluster]: cluster });
    expect((await stack.resource("it")).id).toBe(`${cluster}/${inCluster}`);
    await forgetRequests(platform);
    expect((await stack.run("preview")).changes).toEqual({ same: 2 });
    expect(await requests(platform)).toEqual({});
    expect((await stack.run("refresh")).changes).toEqual({ same: 2 });
    expect(await requests(platform)).toEqual({ [`GET ${route} 200`]: 1 });

    expect((await stack.run("up", program({ clusterId: otherCluster.id }))).changes).toEqual({ same: 1, update: 1 });
    expect(await mapped()).toEqual({ [inCluster]: otherCluster.id });
    expect((await stack.run("up", program({ url: other }))).changes).toEqual({ same: 1, replace: 1 });
    expect(await mapped()).toEqual({ [other]: cluster });
    expect(await writes(platform)).toEqual([`POST ${route} 200`, `DELETE ${route} 204`]);
    await stack.run("destroy");
    expect(await mapped()).toEqual({});
  });

  test("is restored by up after a refresh if somebody else changes or deletes it", async () => {
    await stack.run("up", program({}));
    await saveByHand(otherCluster.id);
    await stack.run("refresh");
    expect((await stack.run("up")).changes).toEqual({ same: 1, update: 1 });
    expect(await mapped()).toEqual({ [inCluster]: platform.ids.cluster });
    await deleteByHand();
    expect((await stack.run("refresh")).changes).toEqual({ same: 1, delete: 1 });
    expect((await stack.run("up")).changes).toEqual({ same: 1, create: 1 });
    expect(await mapped()).toEqual({ [inCluster]: platform.ids.cluster });
  });

  test("stays in the state while the platform doesn't list its agent", async () => {
    await stack.run("up", program({}));
    await platform.request("DELETE", configPath());
    expect((await stack.run("refresh")).changes).toEqual({ same: 2 });
    // The platform has deleted it with the settings, which a read shows once the agent is listed again.
    await configure();
    expect((await stack.run("refresh")).changes).toEqual({ same: 1, delete: 1 });
    await stack.run("up");
    await platform.request("DELETE", configPath());
    expect((await stack.run("destroy")).changes).toEqual({ delete: 2 });
  });

  test("is created after, and deleted before, the ArgoCdConfig of its agent", async () => {
    const { cluster: clusterId } = platform.ids;
    await platform.request("DELETE", configPath());
    const both = () => {
      const args = { clusterId, argocdUrl: settings.argocd_url, argocdToken: settings.argocd_token };
      const { clusterId: agentClusterId } = new ArgoCdConfig("gitops", args);
      const { organization: organizationId } = platform.ids;
      new ArgoCdDestinationCluster("it", { organizationId, agentClusterId, argocdClusterUrl: inCluster, clusterId });
    };
    await stack.run("up", both);
    expect(await mapped()).toEqual({ [inCluster]: clusterId });
    await forgetRequests(platform);
    await stack.run("destroy");
    expect(await requests(platform)).toMatchObject({ [`DELETE ${route} 204`]: 1 });
  });

  test("fails with AP3003 without an ArgoCdConfig", async () => {
    await platform.request("DELETE", configPath());
    expect(await stack.fails("up", program({}))).toContain("AP3003");
  });

  test("fails the preview with AP2008 with the basic API", async () => {
    const basic = { env: { APP_PLATFORM_ENDPOINTS: "documented" } };
    expect(await stack.fails("preview", program({}), basic)).toContain("AP2008");
  });
});

describe("existing ArgoCdDestinationCluster", () => {
  test("is adopted without a write after a create whose response was lost (AP4002)", async () => {
    const rules = [{ match: { method: "POST", route }, fault: "reset", when: "after" }];
    await platform.request("PUT", "/_local/faults", { body: { rules } });
    const env = { APP_PLATFORM_OPERATION_TIMEOUT_SECONDS: "2" };
    expect(await stack.fails("up", program({}), { env })).toContain("AP4002");
    await platform.request("DELETE", "/_local/faults");
    expect(await mapped()).toEqual({ [inCluster]: platform.ids.cluster });
    await forgetRequests(platform);
    const { output, changes } = await stack.run("up", program({}));
    expect(output).toContain(
      `adopts the existing resource with id ${platform.ids.cluster}/${inCluster} without changes`,
    );
    expect([changes, await writes(platform)]).toEqual([{ same: 1, create: 1 }, []]);
  });

  test("isn't changed by another stack (AP2006), unless `onExisting` is `adopt`", async () => {
    await stack.run("up", program({}));
    const second = await openStack(platform, { env: { APP_PLATFORM_ENDPOINTS: "extended" } });
    try {
      const theirs = program({ clusterId: otherCluster.id });
      const output = await second.fails("up", theirs);
      expect(output).toMatch(/AP2006: ArgoCdDestinationCluster "it".* it's another cluster of the platform\./);
      expect(output).toContain(`clusterId: "${platform.ids.cluster}" → "${otherCluster.id}"`);
      expect(await mapped()).toEqual({ [inCluster]: platform.ids.cluster });
      const env = { APP_PLATFORM_ON_EXISTING: "adopt" };
      const taken = await second.run("up", theirs, { env });
      expect(taken.output).toMatch(/adopts the existing resource with id .* and changes clusterId/);
      expect(await mapped()).toEqual({ [inCluster]: otherCluster.id });
      await stack.run("refresh");
      expect((await stack.run("preview")).changes).toEqual({ same: 1, update: 1 });
    } finally {
      await second.close();
    }
  });
});

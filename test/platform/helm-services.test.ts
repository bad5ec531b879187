/** Helm services: what the tests of all kinds don't ask. Bodies are transcribed from the description of the extended set. */
import { describe, expect, it } from "vitest";
import type { Body } from "./support/bodies.js";
import { anyId, fieldsOf, opened } from "./support/opened.js";

const { platform, refusal, read, create, deploy, deployToTheEnd } = opened();

const git = { url: "https://github.com/acme/charts.git", provider: "GITHUB", branch: "main", root_path: "/grafana" };
const fromRepository = () => ({
  helm_repository: { repository: platform.ids.helmRepository, chart_name: "grafana", chart_version: "9.4.5" },
});
const valuesInGit = { file: { git: { git_repository: git, paths: ["values.yaml"] } } };
const grafana = { internal_port: 80, service_name: "grafana" };
const make = (members: Body = {}): Promise<Body> =>
  create("helm", {
    ...{ name: "grafana", auto_deploy: false, source: fromRepository(), arguments: [], values_override: {} },
    ...members,
  });
const inGit = { source: { git_repository: git } };
const one = async ({ id }: Body): Promise<Body> => read(`/helm/${id}`);

describe("helm", () => {
  it("has defaults for omitted members", async () => {
    expect(await make({ ports: [grafana] })).toMatchObject({
      service_type: "HELM",
      description: null,
      timeout_sec: 600,
      auto_preview: true,
      allow_cluster_wide_resources: false,
      values_override: { set: [], set_string: [], set_json: [], file: null },
      ports: [
        {
          ...{ id: anyId, internal_port: 80, name: null, external_port: 443, namespace: null, protocol: "HTTP" },
          ...{ is_default: false, service_name: "grafana", port_type: "SERVICE_NAME" },
        },
      ],
    });
  });

  it("returns the Helm repository of its chart, or the git repository", async () => {
    const repository = { id: platform.ids.helmRepository, name: "example charts", url: "https://charts.example.com" };
    const { source } = await make();
    expect(source).toEqual({ repository: { chart_name: "grafana", chart_version: "9.4.5", repository } });
    const other = await make({ ...inGit, name: "in git", values_override: valuesInGit });
    const shown = { ...git, owner: "acme", name: "charts", deployed_commit_id: null };
    expect(other).toMatchObject({
      source: { git: { git_repository: shown } },
      values_override: { file: { git: { git_repository: shown, paths: ["values.yaml"] } } },
    });
  });

  it.each([
    ["https://github.com/acme/charts", "GITHUB"],
    ["ssh://git@gitlab.com/acme/charts.git", "GITLAB"],
    ["https://bitbucket.org/acme/charts", "BITBUCKET"],
  ])("needs no `provider` for a chart at %s", async (url, provider) => {
    const { source } = await make({ source: { git_repository: { url } } });
    expect(source).toMatchObject({ git: { git_repository: { url, provider } } });
  });

  const elsewhere = { source: { git_repository: { url: "https://git.example.com/acme/charts" } } };
  it.each<[string, () => Body, string]>([
    ["a chart at another host, without the provider", () => elsewhere, "source.git_repository.provider"],
    ["two sources", () => ({ source: { ...fromRepository(), ...inGit.source } }), "source"],
    ["a key without a value", () => ({ values_override: { set: [["a"]] } }), "values_override.set[0]"],
    ["an empty key", () => ({ values_override: { set_json: [["", "1"]] } }), "values_override.set_json[0][0]"],
    ["an empty file", () => ({ values_override: { file: {} } }), "values_override.file"],
    ["a port without a service", () => ({ ports: [{ internal_port: 80 }] }), "ports[0]"],
    ["two ports with the same number", () => ({ ports: [{ ...grafana }, { ...grafana }] }), "ports[1].internal_port"],
  ])("returns 400 for %s", async (_what, members, field) => {
    const body = { name: "a", auto_deploy: false, source: fromRepository(), arguments: [], values_override: {} };
    const path = `/environment/${platform.ids.environment}/helm`;
    expect(await refusal("POST", path, { ...body, ...members() })).toEqual([field]);
  });

  it("has a link to each of its ports", async () => {
    const metrics = { internal_port: 9090, service_name: "metrics", protocol: "GRPC", external_port: 8443 };
    const made = await make({ ports: [grafana, { ...metrics, is_default: true }] });
    const host = `${String(made.id).slice(0, 8)}.services.platform.example`;
    expect(await read(`/helm/${made.id}/link`)).toMatchObject({
      results: [
        { service_type: "HELM", url: `https://p80-${host}`, is_default: false },
        { service_type: "HELM", url: `https://p9090-${host}:8443`, is_default: true },
      ],
    });
  });
});

describe("service/deploy with helms", () => {
  it("sets the `chart_version` of the request", async () => {
    const made = await make();
    await deployToTheEnd({ helms: [{ id: made.id, chart_version: "10.0.0" }] });
    expect(await one(made)).toMatchObject({ source: { repository: { chart_version: "10.0.0" } } });
    await deployToTheEnd({ helms: [{ id: made.id }] });
    const { helms } = await read(`/environment/${platform.ids.environment}/statuses`);
    expect(helms).toMatchObject([{ id: made.id, state: "DEPLOYED", service_deployment_status: "UP_TO_DATE" }]);
  });

  it("requires and sets `git_commit_id` for the first deployment of a chart in git", async () => {
    const made = await make({ ...inGit, values_override: valuesInGit });
    expect(fieldsOf(await deploy({ helms: [{ id: made.id }] }))).toEqual(["helms[0].git_commit_id"]);
    const helms = [{ id: made.id, git_commit_id: "4f2a91c", values_override_git_commit_id: "77aa001" }];
    await deployToTheEnd({ helms });
    expect(await one(made)).toMatchObject({
      source: { git: { git_repository: { deployed_commit_id: "4f2a91c" } } },
      values_override: { file: { git: { git_repository: { deployed_commit_id: "77aa001" } } } },
    });
    await deployToTheEnd({ helms: [{ id: made.id }] });
    expect(await one(made)).toMatchObject({ source: { git: { git_repository: { deployed_commit_id: "4f2a91c" } } } });
  });

  it("returns 400 for a commit of a repository's chart, or a `chart_version` in git", async () => {
    const chart = await make();
    const other = await make({ ...inGit, name: "in git" });
    const versions = { git_commit_id: "a", values_override_git_commit_id: "a" };
    const path = `/environment/${platform.ids.environment}/service/deploy`;
    expect(await refusal("POST", path, { helms: [{ id: chart.id, ...versions }] })).toEqual([
      ...["helms[0].git_commit_id", "helms[0].values_override_git_commit_id"],
    ]);
    const helms = [{ id: other.id, git_commit_id: "a", chart_version: "1" }];
    expect(await refusal("POST", path, { helms })).toEqual(["helms[0].chart_version"]);
  });
});

/** Helm services: what the matrices of all kinds don't ask. */
import {
  DeploymentTrigger,
  type DeploymentTriggerArgs,
  getHelmService,
  HelmService,
  type HelmServiceArgs,
  type types,
} from "pulumi-app-platform";
import { describe, expect, test } from "vitest";
import { forgetRequests, writes } from "./journal.js";
import { opened } from "./opened.js";

const git: types.input.GitRepositoryArgs = {
  url: "https://github.com/acme/charts.git",
  provider: "GITHUB",
  branch: "main",
  rootPath: "/grafana",
};
const deploy = "POST /environment/{environmentId}/service/deploy 202";

describe("a Helm service", () => {
  const { platform, stack } = opened({ endpoints: "extended", isFresh: true, isConfigured: true });

  const chart = (chartVersion = "9.4.5") => ({
    helmRepository: { repositoryId: platform.ids.helmRepository, chartName: "grafana", chartVersion },
  });
  const grafana = (wish: Partial<HelmServiceArgs> = {}) =>
    new HelmService("grafana", { environmentId: platform.ids.environment, source: chart(), ...wish });
  const release = (services: DeploymentTriggerArgs["services"], triggers: string[] = []) =>
    new DeploymentTrigger("release", {
      environmentId: platform.ids.environment,
      services,
      triggers,
      timeoutSeconds: 30,
    });
  const held = async () => (await platform.request("GET", `/helm/${(await stack.resource("grafana")).id}`)).body;
  const up = async (program: () => void) => {
    await forgetRequests(platform);
    const { changes } = await stack.run("up", program);
    expect((await stack.run("preview")).changes).toEqual({ same: 3 });
    return changes;
  };

  test("is deployed with the version of its chart, and again when the version changes", async () => {
    const program = (version: string) => () => void release([grafana({ source: chart(version) })]);
    expect(await up(program("9.4.5"))).toEqual({ create: 3 });
    expect(await writes(platform)).toEqual(["POST /environment/{environmentId}/helm 201", deploy]);
    expect(await up(program("10.0.0"))).toEqual({ same: 1, update: 2 });
    expect(await writes(platform)).toEqual(["PUT /helm/{helmId} 200", deploy]);
    expect(await held()).toMatchObject({ source: { repository: { chart_version: "10.0.0" } } });
  });

  test("in git is deployed with the commits of its chart and of its values", async () => {
    const program = (commit: string) => () => {
      const service = grafana({
        source: { gitRepository: git },
        valuesOverride: { file: { git: { gitRepository: git, paths: ["values.yaml"] } } },
      });
      release([{ service, gitCommitId: commit, valuesOverrideGitCommitId: `${commit}0` }]);
    };
    expect(await up(program("4f2a91c"))).toEqual({ create: 3 });
    expect(await up(program("9b1d77e"))).toEqual({ same: 2, update: 1 });
    expect(await held()).toMatchObject({
      source: { git: { git_repository: { deployed_commit_id: "9b1d77e" } } },
      values_override: { file: { git: { git_repository: { deployed_commit_id: "9b1d77e0" } } } },
    });
  });

  test("has the values that the program gives, and loses those that it removes", async () => {
    const program = (valuesOverride: types.input.HelmValuesOverrideArgs) => () => {
      release([grafana({ valuesOverride, ports: [{ internalPort: 80, serviceName: "grafana" }] })]);
    };
    const file = { raw: { values: [{ name: "values.yaml", content: "a: 1\n" }] } };
    await up(program({ set: { replicas: "2", "ingress.enabled": "false" }, setString: { tag: "1" }, file }));
    const [port] = (await held()).ports;
    await up(program({ set: { "ingress.enabled": "true" }, file: null }));
    expect(await held()).toMatchObject({
      values_override: { set: [["ingress.enabled", "true"]], set_string: [], file: null },
      ports: [{ id: port.id }],
    });
  });

  test("shows what others changed of its values, and takes it back", async () => {
    await stack.run("up", () => void grafana({ valuesOverride: { set: { replicas: "2" } } }));
    const before = await held();
    const values_override = { ...before.values_override, set: [["replicas", "3"]] };
    await platform.request("PUT", `/helm/${before.id}`, { body: { ...before, values_override } });
    expect((await stack.run("refresh")).changes).toEqual({ same: 1, update: 1 });
    expect((await stack.run("up")).changes).toEqual({ same: 1, update: 1 });
    expect(await held()).toMatchObject({ values_override: { set: [["replicas", "2"]] } });
  });

  test("has addresses, is found by its name, and cloned", async () => {
    const ports = [{ internalPort: 80, serviceName: "grafana" }];
    const { outputs } = await stack.run("up", () => {
      const { url } = grafana({ ports });
      return { url };
    });
    expect(outputs.url).toMatch(/^https:\/\/p80-/);
    const both = await stack.run("up", async () => {
      const { url } = grafana({ ports });
      const { id } = await getHelmService({ environmentId: platform.ids.environment, name: "grafana" });
      const environmentId = platform.ids.otherEnvironment;
      const copy = new HelmService("copy", { environmentId, cloneFrom: id, timeoutSec: 60 });
      return { url, version: copy.source.apply(({ helmRepository }) => helmRepository?.chartVersion) };
    });
    expect(both.changes).toEqual({ create: 1, same: 2 });
    expect(both.outputs.version).toBe("9.4.5");
    expect((await stack.run("preview")).changes).toEqual({ same: 3 });
  });
});

describe("on the documented endpoints, a Helm service", () => {
  const { platform, stack } = opened({ endpoints: "documented" });

  test("is refused at preview", async () => {
    const source = { gitRepository: git };
    const program = () => void new HelmService("grafana", { environmentId: platform.ids.environment, source });
    expect(await stack.fails("preview", program)).toContain("AP2008");
  });
});

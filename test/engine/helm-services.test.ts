/** Helm services: what the matrices of all kinds don't ask. */
import * as pulumi from "@pulumi/pulumi";
import {
  DeploymentTrigger,
  type DeploymentTriggerArgs,
  HelmService,
  type HelmServiceArgs,
  type types,
} from "pulumi-app-platform";
import { describe, expect, test } from "vitest";
import { forgetRequests, writes } from "./support/journal.js";
import { opened } from "./support/opened.js";

const git: types.input.GitRepositoryArgs = {
  url: "https://github.com/acme/charts.git",
  provider: "GITHUB",
  branch: "main",
  rootPath: "/grafana",
};
const deploy = "POST /environment/{environmentId}/service/deploy 202";

const { platform, stack } = opened({ endpoints: "extended", isFresh: true, isConfigured: true });

const chart = (chartVersion = "9.4.5") => ({
  helmRepository: { repositoryId: platform.ids.helmRepository, chartName: "grafana", chartVersion },
});
const grafana = (wish: Partial<HelmServiceArgs>) =>
  new HelmService("grafana", { environmentId: platform.ids.environment, source: chart(), ...wish });
const path = async () => `/helm/${(await stack.resource("grafana")).id}`;
const current = async () => (await platform.request("GET", await path())).body;

describe("HelmService", () => {
  const release = (services: DeploymentTriggerArgs["services"]) =>
    void new DeploymentTrigger("release", { environmentId: platform.ids.environment, services, timeoutSeconds: 30 });
  const up = async (program: () => void) => {
    await forgetRequests(platform);
    const { changes } = await stack.run("up", program);
    expect((await stack.run("preview")).changes).toEqual({ same: 3 });
    return changes;
  };

  test("has the output `url`, and is deployed with each new chart version", async () => {
    const ports = [{ internalPort: 80, serviceName: "grafana" }];
    const program = (version: string) => () => release([grafana({ source: chart(version), ports })]);
    expect(await up(program("9.4.5"))).toEqual({ create: 3 });
    expect(await writes(platform)).toEqual(["POST /environment/{environmentId}/helm 201", deploy]);
    expect((await stack.resource("grafana")).outputs.url).toMatch(/^https:\/\/p80-/);
    expect(await up(program("10.0.0"))).toEqual({ same: 1, update: 2 });
    expect(await writes(platform)).toEqual(["PUT /helm/{helmId} 200", deploy]);
    expect(await current()).toMatchObject({ source: { repository: { chart_version: "10.0.0" } } });
  });

  test("is deployed with the commits of its chart and values in git", async () => {
    const program = (commit: string) => () => {
      const service = grafana({
        source: { gitRepository: git },
        valuesOverride: { file: { git: { gitRepository: git, paths: ["values.yaml"] } } },
      });
      release([{ service, gitCommitId: commit, valuesOverrideGitCommitId: `${commit}0` }]);
    };
    expect(await up(program("4f2a91c"))).toEqual({ create: 3 });
    expect(await up(program("9b1d77e"))).toEqual({ same: 2, update: 1 });
    expect(await current()).toMatchObject({
      source: { git: { git_repository: { deployed_commit_id: "9b1d77e" } } },
      values_override: { file: { git: { git_repository: { deployed_commit_id: "9b1d77e0" } } } },
    });
  });
});

describe("values of a HelmService", () => {
  const values = { replicas: 2, persistence: { enabled: true, size: "1Gi" }, args: ["on", "08", 'a "b": c'] };
  const program = (wish: Partial<HelmServiceArgs>) => () => void grafana(wish);
  const overrides = async () => (await current()).values_override;
  const files = async () => (await overrides()).file?.raw.values;
  /** What somebody writes in the platform's console. */
  const byHand = async (content: string, name = "values-from-pulumi.yaml") => {
    const { id, created_at, updated_at, environment, service_type, source: _, ...rest } = await current();
    const helm_repository = { repository: platform.ids.helmRepository, chart_name: "grafana", chart_version: "9.4.5" };
    const values_override = { ...rest.values_override, file: { raw: { values: [{ name, content }] } } };
    const answer = await platform.request("PUT", await path(), {
      body: { ...rest, source: { helm_repository }, values_override },
    });
    expect(answer.status).toBe(200);
  };
  const same = { same: 2 };
  const update = { same: 1, update: 1 };

  test("are a YAML file on the platform and an object in the state", async () => {
    await stack.run("up", program({ values, valuesOverride: { set: { tag: "1" } } }));
    const [file] = await files();
    expect(file.name).toBe("values-from-pulumi.yaml");
    expect(file.content).toContain("persistence:\n  enabled: true\n");
    expect(file.content).toContain('- "on"\n');
    expect((await overrides()).set).toEqual([["tag", "1"]]);
    const { outputs } = await stack.resource("grafana");
    expect(outputs.values).toEqual(values);
    expect(outputs.valuesOverride).toEqual({ set: { tag: "1" }, setString: {}, setJson: {} });
    expect((await stack.run("preview")).changes).toEqual(same);
    expect((await stack.run("refresh")).changes).toEqual(same);
  });

  test("have no difference if the file has another order and format", async () => {
    await stack.run("up", program({ values }));
    await byHand(
      `{"args": ["on", "08", 'a "b": c'], persistence: {size: 1Gi, enabled: true}, # a comment\n "replicas": 2}`,
    );
    expect((await stack.run("refresh")).changes).toEqual(same);
    const { replicas, ...others } = values;
    expect((await stack.run("preview", program({ values: { ...others, replicas } }))).changes).toEqual(same);
  });

  test.each([
    ["changed by hand", "replicas: 3\n"],
    ["replaced by a list", "- a\n"],
    ["replaced by invalid YAML", "replicas: [\n"],
  ])("are restored by the next update after a refresh if the file is %s", async (_, content) => {
    await stack.run("up", program({ values: { replicas: 2 } }));
    await byHand(content);
    await stack.run("refresh");
    expect((await stack.run("preview", program({ values: { replicas: 2 } }))).changes).toEqual(update);
    await stack.run("up", program({ values: { replicas: 2 } }));
    expect(await files()).toEqual([{ name: "values-from-pulumi.yaml", content: "replicas: 2\n" }]);
    expect((await stack.run("preview")).changes).toEqual(same);
  });

  test("are changed, removed and added again with one update each", async () => {
    await stack.run("up", program({ values: { replicas: 2 } }));
    expect((await stack.run("up", program({ values: { replicas: 3 } }))).changes).toEqual(update);
    expect((await files())[0].content).toBe("replicas: 3\n");
    expect((await stack.run("up", program({}))).changes).toEqual(update);
    expect(await files()).toBeUndefined();
    expect((await stack.run("preview", program({}))).changes).toEqual(same);
    expect((await stack.run("up", program({ values: {} }))).changes).toEqual(update);
    expect((await stack.run("preview", program({ values: {} }))).changes).toEqual(same);
  });

  test("keep a file that somebody else added if omitted", async () => {
    await stack.run("up", program({}));
    await byHand("replicas: 5\n", "values.yaml");
    await stack.run("refresh");
    await stack.run("up", program({ description: "changed" }));
    expect(await files()).toEqual([{ name: "values.yaml", content: "replicas: 5\n" }]);
  });

  test("fail at preview if valuesOverride.file is set too", async () => {
    const file = { raw: { values: [{ name: "values.yaml", content: "" }] } };
    const refused = await stack.fails("preview", program({ values, valuesOverride: { file } }));
    expect(refused).toContain("valuesOverride.file must be omitted, since `values` is set");
  });

  test("are encrypted in the state and never printed if they contain a secret", async () => {
    const password = "canary-of-the-values";
    const secret = () => program({ values: { adminPassword: pulumi.secret(password), replicas: 2 } })();
    const { output } = await stack.run("up", secret);
    expect((await files())[0].content).toContain(`adminPassword: ${password}`);
    expect(JSON.stringify(await stack.resource("grafana"))).not.toContain("canary");
    const changed = await stack.run("up", () =>
      program({ values: { adminPassword: pulumi.secret(`${password}2`) } })(),
    );
    expect(changed.changes).toEqual(update);
    const refreshed = await stack.run("refresh");
    expect(refreshed.changes).toEqual(same);
    for (const text of [output, changed.output, refreshed.output]) expect(text).not.toContain("canary");
    expect(JSON.stringify(await stack.resource("grafana"))).not.toContain("canary");
  });
});

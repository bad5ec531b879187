/** `app-platform diff`: what the platform has, against the state of a stack that a real `pulumi up` has written. */
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import {
  Application,
  ArgoCdConfig,
  Cluster,
  Container,
  CustomDomain,
  Database,
  DeploymentTrigger,
  Job,
  TerraformService,
} from "pulumi-app-platform";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { deployable } from "../../provider/generated/deployable.js";
import { pulumiEnvironment } from "../../tools/fetch/pulumi-cli/environment.js";
import { containerArgs, databaseArgs } from "../engine/support/declare.js";
import { forgetRequests, requests, writes } from "../engine/support/journal.js";
import type { KindName } from "../engine/support/kind-names.js";
import { records } from "../kinds/index.js";
import { openedPlatform } from "../platform/support/opened.js";
import { addService, settingsOf } from "./support/operated.js";
import { type Ran, type RunOptions, runCli } from "./support/run.js";
import { expectShown } from "./support/shown.js";
import { openedCliStack } from "./support/stack.js";

const platform = openedPlatform({ endpoints: "extended" });
const other = openedPlatform({ endpoints: "extended" });
const staging = () => ({
  APP_PLATFORM_STAGING_BASE_URL: other.url,
  APP_PLATFORM_STAGING_TOKEN: other.tokens.admin,
  APP_PLATFORM_STAGING_ENDPOINTS: "extended",
});
const stack = openedCliStack(platform, () => ({ env: { APP_PLATFORM_ENDPOINTS: "extended", ...staging() } }));
const canary = "s3cr3t-canary-4711";

const argsOf = (kind: KindName, own: object) => ({ ...records[kind].lifecycle.args(platform.ids), ...own }) as never;

const program = () => {
  const environmentId = platform.ids.environment;
  const own = {
    cpu: 500,
    description: "Serves",
    arguments: ["--verbose", pulumi.interpolate`--password=${pulumi.secret(canary)}`],
    ports: [{ internalPort: 80, publiclyAccessible: false, name: "http" }],
    variables: { LOG_LEVEL: "info", TOKEN: pulumi.secret(canary) },
  };
  const web = new Container("web", containerArgs(platform, own));
  const api = new Container("api", containerArgs(platform));
  const redis = { type: "REDIS", version: "7" };
  const store = new Database("store", databaseArgs(platform, redis));
  new Application("shop", argsOf("Application", { name: "shop", ports: [] }));
  new Job("seed", argsOf("Job", { name: "seed", schedule: { onStart: {}, lifecycleType: "GENERIC" } }));
  const tfVars = [{ key: "password", value: pulumi.secret(canary), secret: true }];
  const terraformVariablesSource = { tfVarFilePaths: [], tfVars };
  new TerraformService("network", argsOf("TerraformService", { name: "network", terraformVariablesSource }));
  new Cluster("main", argsOf("Cluster", { name: "main" }));
  new ArgoCdConfig("gitops", {
    clusterId: platform.ids.cluster,
    argocdUrl: "https://argocd.example.com",
    argocdToken: pulumi.secret(canary),
  });
  new Database("elsewhere", databaseArgs(other, { connection: "staging", ...redis }));
  new CustomDomain("domain", { on: api, domain: "api.example.com", generateCertificate: true });
  new DeploymentTrigger("release", { environmentId, services: [web, store] });
  return {};
};

let variables: Record<string, string>;

/** Runs `app-platform diff` in the folder of the stack. */
async function diff(args: readonly string[] = [], env: RunOptions["env"] = {}): Promise<Ran> {
  const all = { ...variables, ...settingsOf(platform), ...env };
  const ran = await runCli(["diff", ...args], { cwd: stack.folder, env: all });
  expect(`${ran.stdout}${ran.stderr}`).not.toContain(canary);
  return ran;
}

const put = (path: string, body: object) => platform.request("PUT", path, { body });
const get = async (path: string) => (await platform.request("GET", path)).body;
const idOf = async (name: string) => (await stack.resource(name)).id;

beforeAll(async () => {
  const env = await pulumiEnvironment({ state: join(stack.folder, "state") });
  variables = { ...env, ...staging(), PULUMI_STACK: stack.name };
  await stack.run("up", program);
});
beforeEach(() => forgetRequests(platform));

describe("app-platform", () => {
  /** How many resources differ after the refresh. */
  let left = 0;

  test("diff exits with 0 after an update, changes nothing, and names the secrets that it compares only with --compare-secrets", async () => {
    const plain = await diff();
    const sent = Object.entries(await requests(platform));
    const decrypted = await diff(["--compare-secrets", "--json"]);
    expect(plain.stdout).toBe("11 resources: 11 unchanged, 0 changed, 0 gone\n");
    expect(plain.stderr).toContain('Secrets weren\'t compared: ArgoCdConfig "gitops", Container "web"');
    expect(plain.code).toBe(0);
    expect(decrypted.json()).toMatchObject({ summary: { unchanged: 11 }, notInStack: [] });
    expect(decrypted.stderr).toBe("");
    expect(decrypted.code).toBe(0);
    expect(await writes(platform)).toEqual([]);
    // A list for each kind of service is among them, the credentials of the database and the kubeconfig of the cluster.
    expect(sent.reduce((sum, [, count]) => sum + count, 0)).toBeLessThanOrEqual(12 + deployable.length);
    expect(sent.filter(([request]) => request.startsWith("GET /environment/{environmentId}/container"))).toEqual([
      ["GET /environment/{environmentId}/container 200", 1],
    ]);
  });

  test("diff exits with 1, and shows each changed argument with both values, also through a connection", async () => {
    const web = `/container/${await idOf("web")}`;
    const before = await get(web);
    const registry = { registry_id: platform.ids.registries.DOCKER_HUB };
    await put(web, {
      ...before,
      ...registry,
      tag: "1.28",
      cpu: 750,
      description: undefined,
      arguments: ["--verbose", "--password=changed"],
      ports: [...before.ports, { internal_port: 81, publicly_accessible: false, name: "admin" }],
    });
    const { results } = await get(`/variable?parent_id=${before.id}&scope=CONTAINER`);
    for (const { id, key } of results) await put(`/variable/${id}`, { key, value: "debug" });
    const seed = await get(`/job/${await idOf("seed")}`);
    await put(`/job/${seed.id}`, {
      ...seed,
      max_nb_restart: 3,
      schedule: { on_start: { arguments: ["--all"] }, lifecycle_type: "GENERIC" },
    });
    await platform.request("DELETE", `/container/${await idOf("api")}`);
    await addService(platform, "database", platform.ids.environment, "legacy");
    const elsewhere = `/database/${await idOf("elsewhere")}`;
    await other.request("PUT", elsewhere, { body: { version: "7.2" } });

    const { stdout, code } = await diff();
    expect(code).toBe(1);
    expectShown("command-line.md", ["diff"], stdout, platform.ids.environment);
  });

  test("diff compares secrets only with --compare-secrets, and never shows them", async () => {
    const plain = await diff(["--json"]);
    const changesOf = (of: Ran) =>
      of.json().resources.find(({ urn }: { urn: string }) => urn.endsWith("::web")).changes;
    expect(changesOf(plain).map(({ path }: { path: string }) => path)).not.toContain("arguments[1]");
    const compared = await diff(["--json", "--compare-secrets"]);
    const secret = "a secret value";
    expect(changesOf(compared)).toContainEqual({ path: "arguments[1]", state: secret, platform: secret });
  });

  test("diff finds the same differences as `pulumi refresh`", async () => {
    const compared = await diff(["--json", "--compare-secrets"]);
    const { resources, summary, notInStack } = compared.json();
    expect(summary).toEqual({ unchanged: 7, changed: 2, gone: 2, unreadable: 0 });
    expect(notInStack).toMatchObject([{ kind: "Database", environmentId: platform.ids.environment }]);
    const byName = (name: string) => resources.find(({ urn }: { urn: string }) => urn.endsWith(`::${name}`));
    expect(byName("web").changes).toContainEqual({ path: "tag", state: '"1.27"', platform: '"1.28"' });

    const differing = resources.filter(({ status }: { status: string }) => status !== "unchanged");
    const names = differing.map(({ urn }: { urn: string }) => urn.split("::").at(-1));
    const former = await stack.resources();
    // One after another, so that exactly one read is the first of the provider's process.
    const { output } = await stack.run("refresh", program, { parallel: 1 });
    const refreshed = [...output.matchAll(/app-platform:\w+ (\S+) (?:updated|deleted)/g)].map(([, name]) => name);
    expect(names).toEqual(expect.arrayContaining(refreshed));
    // The provider doesn't receive the inputs of the first read of its process, so that read changes only outputs.
    expect(names.filter((name: string) => !refreshed.includes(name)).length).toBeLessThanOrEqual(1);
    const now = await stack.resources();
    const outputsOf = (all: typeof now, of: string) => JSON.stringify(all.find(({ urn }) => urn === of)?.outputs);
    const changed = former.filter(({ urn }) => outputsOf(now, urn) !== outputsOf(former, urn));
    expect(changed.map(({ urn }) => urn.split("::").at(-1))).toEqual(expect.arrayContaining(names));
    const after = await diff();
    left = Number(/(\d) changed/.exec(after.stdout)?.[1]);
    expect(left).toBeLessThanOrEqual(1);
    expect(after.code).toBe(left);
    expect(after.stdout).toContain(`9 resources: ${9 - left} unchanged (1 deploys at the next pulumi up), ${left} `);
  });

  test("diff lists services that the stack doesn't manage, which don't count as a difference", async () => {
    const { code, stdout } = await diff();
    expect(code).toBe(left);
    expect(stdout).toContain('\nNot in this stack:\n  Database "legacy"');
  });

  test("diff reports resources that the documented endpoints can't read, which don't count as a difference", async () => {
    const documented = { APP_PLATFORM_ENDPOINTS: "documented", APP_PLATFORM_STAGING_ENDPOINTS: "documented" };
    const { code, stdout } = await diff([], documented);
    expect(code).toBe(left);
    for (const label of ['Service "network"', 'Cluster "main"', 'Config "gitops"', 'Trigger "release"'])
      expect(stdout).toContain(label);
    expect(stdout).toContain("can't be read: the platform's endpoints can't read this kind");
    expect(stdout).toContain(`9 resources: ${5 - left} unchanged, ${left} changed, 0 gone, 4 not readable\n`);
  });

  test.each<[string, readonly string[], RunOptions["env"], string]>([
    ["a stack that does not exist (AP6003)", ["nowhere"], {}, "AP6003: Reading the state of the stack failed"],
    ["a connection that is not configured (AP1001)", [], { APP_PLATFORM_STAGING_BASE_URL: undefined }, "AP1001"],
    ["a missing Pulumi CLI (AP6002)", [], { PATH: "/nowhere", PULUMI_HOME: "/nowhere" }, "AP6002"],
  ])("diff exits with 1 for %s", async (_, args, env, text) => {
    const ran = await diff(args, env);
    expect(ran).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining(text) });
  });
});

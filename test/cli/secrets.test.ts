import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ArgoCdConfig, Cluster, Container, TerraformService } from "pulumi-app-platform";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Existing, makeExisting, requiredArgs } from "../engine/existing.js";
import type { TestStack } from "../engine/test-stack.js";
import { filesBelow } from "../package/files-below.js";
import { clusterBody } from "../platform/bodies.js";
import { type Platform, startPlatform } from "../platform/platform.js";
import { openCliStack } from "./stack.js";

/** Values found nowhere else: given by the program in plain text, or by hand on the platform. */
const given = {
  argocd: "given-argocd-7f3a",
  tfVar: "given-tfvar-91bc",
  yaml: "given-yaml-d20e",
  alerts: "given-alerts-55aa",
};
const byHand = { yaml: "by-hand-yaml-6c1d", tfVar: "by-hand-tfvar-04fe", alerts: "by-hand-alerts-8b2e" };
const all = [...Object.values(given), ...Object.values(byHand)];

let platform: Platform;
let stack: TestStack;
let existing: Existing;

beforeAll(async () => {
  platform = await startPlatform({ endpoints: "extended" });
  stack = await openCliStack(platform, { env: { APP_PLATFORM_ENDPOINTS: "extended" } });
  existing = await makeExisting(platform);
});
afterAll(async () => {
  await stack.close();
  await platform.stop();
});

/** What stands in plain text in any file of the stack, state and backups. */
async function leaks(output: string): Promise<string[]> {
  const files = filesBelow(stack.folder).map((file) => join(stack.folder, file));
  expect(files.some((file) => file.endsWith(".json"))).toBe(true);
  const texts = [output, ...(await Promise.all(files.map((file) => readFile(file, "utf8"))))];
  return all.filter((secret) => texts.some((text) => text.includes(secret)));
}

interface Wish {
  readonly get?: boolean;
  readonly adopt?: boolean;
  readonly tfVar?: string;
}

const scaler = { scalerType: "cpu", role: "PRIMARY", enabled: true, configJson: { value: "80" } };

const program =
  ({ get, adopt, tfVar = given.tfVar }: Wish = {}) =>
  () => {
    const { ids } = platform;
    const { Container: container, TerraformService: terraform } = requiredArgs(ids);
    const args = { ...container, minRunningInstances: 1, maxRunningInstances: 3 };
    const triggerAuthentication = { name: "queue", configYaml: given.yaml };
    const secret = { ...args, autoscaling: { mode: "KEDA", scalers: [scaler, { ...scaler, triggerAuthentication }] } };
    new Container("secret", { ...secret, name: "secret" } as never);
    new Container("open", { ...args, name: "open", autoscaling: { mode: "KEDA", scalers: [scaler] } } as never);
    const tfVars = [
      { key: "open", value: "3", secret: false },
      { key: "password", value: tfVar, secret: true },
    ];
    const variables = { tfVarFilePaths: [], tfVars };
    new TerraformService("terraform", { ...terraform, name: "mine", terraformVariablesSource: variables } as never);
    new ArgoCdConfig("gitops", {
      clusterId: ids.cluster,
      argocdUrl: "https://argocd.example.com",
      argocdToken: given.argocd,
    });
    const configuration = { kind: "MANAGED_BY_PLATFORM", alerting: { enabled: true, specConfigSecret: given.alerts } };
    new Cluster("cluster", {
      organizationId: ids.organization,
      clusterId: ids.cluster,
      name: "main",
      region: "eu-west-3",
      cloudProvider: "AWS",
      metricsParameters: { enabled: true, configuration } as never,
    });
    if (adopt) new Container("adopted", { ...container, adoptId: existing.Container } as never);
    const seen = get ? Container.get("seen", existing.Container) : undefined;
    return { seen: seen?.tag };
  };

/** Sets trigger authentication by hand on a container, as the console can. */
async function setByHand(id: string): Promise<void> {
  const { body } = await platform.request("GET", `/container/${id}`);
  const { icon_uri: _, ...rest } = body;
  for (const scaler of rest.autoscaling.scalers) {
    scaler.trigger_authentication = { name: "hand", config_yaml: byHand.yaml };
    delete scaler[scaler.config_yaml === null ? "config_yaml" : "config_json"];
  }
  const { status, body: said } = await platform.request("PUT", `/container/${id}`, {
    body: { ...rest, registry_id: body.registry.id },
  });
  expect(said).toMatchObject({ id });
  expect(status).toBe(200);
}

describe("secrets are ciphertext in the state, and in no output,", () => {
  test("when the program passes plain text, inside arrays too, and after a refresh", async () => {
    const { output } = await stack.run("up", program());
    expect(await leaks(output)).toEqual([]);
    const refreshed = await stack.run("refresh");
    expect(refreshed.changes).toEqual({ same: 6 });
    expect(await leaks(refreshed.output)).toEqual([]);
  });

  test("when they are changed: the difference is shown without them", async () => {
    const { output, changes } = await stack.run("up", program({ tfVar: byHand.tfVar }), { diff: true });
    expect(changes).toEqual({ same: 5, update: 1 });
    expect(await leaks(output)).toEqual([]);
  });

  test("when people set them by hand, whether the program gives none or another, and a refresh reads them", async () => {
    await setByHand((await stack.resource("open")).id);
    const body = clusterBody(platform.ids) as never as {
      metrics_parameters: { configuration: { alerting: object } };
    };
    Object.assign(body.metrics_parameters.configuration.alerting, { spec_config_secret: byHand.alerts });
    const path = `/organization/${platform.ids.organization}/cluster/${platform.ids.cluster}`;
    await platform.request("PUT", path, { body: { ...body, name: "main" } });
    const { output } = await stack.run("refresh", program());
    expect(await leaks(output)).toEqual([]);
  });

  test("when a resource that holds them is adopted, or only read into the program", async () => {
    await setByHand(existing.Container);
    const { output } = await stack.run("up", program({ get: true }));
    expect(await leaks(output)).toEqual([]);
    const adopted = await stack.run("up", program({ adopt: true }));
    expect(await leaks(adopted.output)).toEqual([]);
    const { body } = await platform.request("GET", `/container/${existing.Container}`);
    expect(body.autoscaling.scalers[0].trigger_authentication.config_yaml).toBe(byHand.yaml);
  });

  test("when a step fails", async () => {
    const rules = [{ match: { method: "PUT" }, fault: "400" }];
    await platform.request("PUT", "/_local/faults", { body: { rules } });
    const output = await stack.fails("up", program({ tfVar: "given-tfvar-91bc-2", adopt: true }));
    expect(await leaks(output)).toEqual([]);
    await platform.request("DELETE", "/_local/faults");
  });
});

import { isSecret, type Output, secret } from "@pulumi/pulumi";
import { Cluster, Container, TerraformService } from "pulumi-app-platform";
import { beforeAll, describe, expect, test } from "vitest";
import { clusterBody } from "../platform/support/bodies.js";
import { type Frontend, sdks } from "./support/both-sdks.js";
import { type Existing, makeExisting, requiredArgs } from "./support/existing.js";
import { opened } from "./support/opened.js";

/** Values found nowhere else: given by the program in plain text, or by hand on the platform. */
const byProgram = { tfVar: "given-tfvar-91bc", yaml: "given-yaml-d20e", alerts: "given-alerts-55aa" };
const byHand = { yaml: "by-hand-yaml-6c1d", alerts: "by-hand-alerts-8b2e" };
const all = [...Object.values(byProgram), ...Object.values(byHand)];

const { platform, stack } = opened({ endpoints: "extended", isConfigured: true });
let existing: Existing;
beforeAll(async () => {
  existing = await makeExisting(platform);
});

/** What stands in plain text in the output or the state. */
async function leaks(output: string): Promise<string[]> {
  const text = output + (await stack.exported());
  return all.filter((secret) => text.includes(secret));
}

const scaler = { scalerType: "cpu", role: "PRIMARY", enabled: true, configJson: { value: "80" } };

const program =
  ({ isFound = false } = {}) =>
  () => {
    const { ids } = platform;
    const { Container: container, TerraformService: terraform } = requiredArgs(ids);
    const args = { ...container, minRunningInstances: 1, maxRunningInstances: 3 };
    const triggerAuthentication = { name: "queue", configYaml: byProgram.yaml };
    const secret = { ...args, autoscaling: { mode: "KEDA", scalers: [scaler, { ...scaler, triggerAuthentication }] } };
    new Container("secret", { ...secret, name: "secret" } as never);
    new Container("open", { ...args, name: "open", autoscaling: { mode: "KEDA", scalers: [scaler] } } as never);
    const tfVars = [
      { key: "open", value: "3", secret: false },
      { key: "password", value: byProgram.tfVar, secret: true },
    ];
    const variables = { tfVarFilePaths: [], tfVars };
    new TerraformService("terraform", { ...terraform, name: "mine", terraformVariablesSource: variables } as never);
    const configuration = {
      kind: "MANAGED_BY_PLATFORM",
      alerting: { enabled: true, specConfigSecret: byProgram.alerts },
    };
    new Cluster("cluster", {
      organizationId: ids.organization,
      clusterId: ids.cluster,
      name: "main",
      region: "eu-west-3",
      cloudProvider: "AWS",
      metricsParameters: { enabled: true, configuration } as never,
    });
    if (!isFound) return {};
    new Container("adopted", { ...container, adoptId: existing.Container } as never);
    return { seen: Container.get("seen", existing.Container).tag };
  };

/** Sets trigger authentication by hand on a container, as the console can, or removes it. */
async function setByHand(id: string, isSet = true): Promise<void> {
  const { body } = await platform.request("GET", `/container/${id}`);
  const { icon_uri: _, ...rest } = body;
  for (const scaler of rest.autoscaling.scalers) {
    scaler.trigger_authentication = isSet ? { name: "hand", config_yaml: byHand.yaml } : undefined;
    delete scaler[scaler.config_yaml === null ? "config_yaml" : "config_json"];
  }
  const { status, body: said } = await platform.request("PUT", `/container/${id}`, {
    body: { ...rest, registry_id: body.registry.id },
  });
  expect(said).toMatchObject({ id });
  expect(status).toBe(200);
}

test.each(Object.keys(sdks) as Frontend[])(
  "lookup (getContainerOutput) returns a secret if its result contains one or an argument is secret (%s SDK)",
  async (frontend) => {
    const { getContainerOutput, getContainersOutput, getContainerRegistriesOutput } = sdks[frontend];
    const { environment: environmentId, organization: organizationId } = platform.ids;
    const looked = () => {
      const all = getContainersOutput({ environmentId });
      const results = {
        all,
        one: getContainerOutput({ environmentId, name: "web" }),
        registries: getContainerRegistriesOutput({ organizationId }),
        byMarked: getContainerOutput({ environmentId: secret(environmentId), name: "web" }),
      };
      const marks = Object.entries<Output<unknown>>(results).map(([name, each]) => [name, isSecret(each)] as const);
      return { secrets: Object.fromEntries(marks), all };
    };
    await setByHand(existing.Container, false);
    const open = await stack.run("up", looked);
    expect(open.outputs.secrets).toEqual({ all: false, one: false, registries: false, byMarked: true });
    await setByHand(existing.Container);
    const hidden = await stack.run("up", looked);
    expect(hidden.outputs.secrets).toEqual({ all: true, one: true, registries: false, byMarked: true });
    expect(hidden.output).not.toContain(byHand.yaml);
  },
);

test("lookups that return a promise (getContainers) return secrets as plain values", async () => {
  const { environment: environmentId } = platform.ids;
  await setByHand(existing.Container);
  const { outputs } = await stack.run("up", async () => {
    const found = await Promise.all(
      (["dynamic", "native"] as const).map((each) => sdks[each].getContainers({ environmentId })),
    );
    return { found: found.map((all) => JSON.stringify(all).includes(byHand.yaml)) };
  });
  expect(outputs.found).toEqual([true, true]);
});

describe("secrets set in the platform's console", () => {
  test("are neither readable in the state nor printed after a refresh", async () => {
    const created = await stack.run("up", program());
    expect(await leaks(created.output)).toEqual([]);
    await setByHand((await stack.resource("open")).id);
    const body = clusterBody(platform.ids) as never as { metrics_parameters: { configuration: { alerting: object } } };
    Object.assign(body.metrics_parameters.configuration.alerting, { spec_config_secret: byHand.alerts });
    const path = `/organization/${platform.ids.organization}/cluster/${platform.ids.cluster}`;
    await platform.request("PUT", path, { body: { ...body, name: "main" } });
    const { output } = await stack.run("refresh", program());
    expect(await leaks(output)).toEqual([]);
  });

  test("aren't readable in the state, and stay on the platform, when a resource is adopted or read", async () => {
    await setByHand(existing.Container);
    const { output } = await stack.run("up", program({ isFound: true }));
    expect(output).toContain("adopts the existing resource");
    expect(await leaks(output)).toEqual([]);
    const { body } = await platform.request("GET", `/container/${existing.Container}`);
    expect(body.autoscaling.scalers[0].trigger_authentication.config_yaml).toBe(byHand.yaml);
  });
});

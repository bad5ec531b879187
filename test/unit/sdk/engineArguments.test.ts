import * as pulumi from "@pulumi/pulumi";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { derivedOutputs } from "../../../provider/engine/state.js";
import { prepare } from "../../../sdk/engineArguments.js";
import * as sdk from "../../../sdk/index.js";
import { outlineOf } from "../../../sdk/kinds.js";
import { fixtures, ids } from "../../kinds/fixtures.js";
import { clean, type Values } from "../../support/provider.js";
import { definitionOf } from "../support/fake-platform.js";

const registered: { type: string; name: string; inputs: Record<string, unknown> }[] = [];

beforeAll(async () => {
  await pulumi.runtime.setMocks({
    newResource: ({ type, name, inputs }) => {
      registered.push({ type, name, inputs });
      return { id: `${name}-id`, state: inputs };
    },
    call: ({ inputs }) => inputs,
  });
});

/** Ends only what hangs. */
const polling = { timeout: 60_000, interval: 5 };

/** What the engine receives of a resource, once all of it is known. */
function registration(name: string): Promise<Record<string, unknown>> {
  return vi.waitFor(() => {
    const found = registered.find((each) => each.name === name);
    if (found === undefined) throw new Error(`${name} was not registered`);
    return found.inputs;
  }, polling);
}

const later = <T>(value: T) => pulumi.output(Promise.resolve(value));
const prepared = (kind: string, args: Record<string, unknown>) => prepare(outlineOf(kind), "the-name", args);
const known = async <T>(value: pulumi.Input<T>) => {
  const output = pulumi.output(value);
  return { value: await new Promise((resolve) => output.apply(resolve)), secret: await pulumi.isSecret(output) };
};

const environmentId = ids.environment;
const healthchecks = {};
const web = (name: string) =>
  new sdk.Container(name, { environmentId, registryId: ids.registry, imageName: "nginx", tag: "1.27", healthchecks });

/** The services of a deployment as the engine receives them. */
const selected = async (name: string, services: sdk.DeploymentTriggerArgs["services"]) => {
  new sdk.DeploymentTrigger(name, { environmentId, services });
  return (await registration(name)).services;
};

describe("engineArguments", () => {
  it.each(fixtures)("reach the engine unchanged, known at once or later: $kind", async (fixture) => {
    const args = { ...fixture.program, ...fixture.path };
    const outputs = Object.fromEntries(Object.entries(args).map(([name, each]) => [name, later(each)]));
    expect((await known(prepared(fixture.kind, args))).value).toEqual(args);
    expect((await known(prepared(fixture.kind, outputs))).value).toEqual(args);
  });

  it("contain the ID of a resource that the program passes instead of it, so that replacing one with the other isn't a change", async () => {
    const config = { username: "acme", password: "hunter2" };
    const registry = new sdk.ContainerRegistry("images", {
      organizationId: ids.organization,
      kind: "GITHUB_CR",
      config,
    });
    new sdk.Container("with registry", { environmentId, imageName: "nginx", tag: "1.27", healthchecks, registry });
    const inputs = await registration("with registry");
    expect(inputs.registryId).toBe("images-id");
    expect(inputs).not.toHaveProperty("registry");
  });

  it("include the Pulumi name if the program sets no name", () => {
    expect(prepared("Container", { tag: "1" })).toEqual({ tag: "1", name: "the-name" });
    expect(prepared("Container", { name: "web" }).name).toBe("web");
    for (const kind of ["Cluster", "ArgoCdConfig", "DeploymentTrigger"]) expect(prepared(kind, {})).toEqual({});
  });
});

describe("secret argument of a program", () => {
  const variable = (secret: unknown) => ({ tfVarFilePaths: [], tfVars: [{ key: "a", value: "hunter2", secret }] });
  const trigger = { name: "queue", configYaml: "hunter2" };
  const plainScaler = { scalerType: "cpu", role: "PRIMARY", configYaml: "" };
  const scaler = { ...plainScaler, triggerAuthentication: trigger };

  it.each<[title: string, kind: string, args: Record<string, unknown>, secret: boolean]>([
    ["the token of a GitOps tool", "ArgoCdConfig", { argocdToken: "hunter2" }, true],
    ["the address of a GitOps tool", "ArgoCdConfig", { argocdUrl: "https://a.io" }, false],
    ["a secret variable", "TerraformService", { terraformVariablesSource: variable(true) }, true],
    ["a variable without `secret`", "TerraformService", { terraformVariablesSource: variable(undefined) }, true],
    ["a variable with secret false", "TerraformService", { terraformVariablesSource: variable(false) }, false],
    ["a secret variable, known later", "TerraformService", { terraformVariablesSource: later(variable(true)) }, true],
    ["credentials of a scaler", "Container", { autoscaling: { scalers: [scaler] } }, true],
    ["a scaler without credentials", "Container", { autoscaling: { scalers: [plainScaler] } }, false],
    ["a Variable with `secret` true", "Variable", { value: "hunter2", secret: true }, true],
    ["a Variable with `secret` false", "Variable", { value: "hunter2", secret: false }, false],
  ])("is marked as secret ($3): %s", async (_, kind, args, secret) => {
    expect((await known(prepared(kind, args) as pulumi.Input<unknown>)).secret).toBe(secret);
  });

  it("is not marked if it is missing", () => {
    const none = { argocdToken: undefined, argocdUrl: null };
    expect(prepared("ArgoCdConfig", none)).toEqual(none);
  });
});

describe("resource of the SDK", () => {
  it("is registered with its type, the provider's text and its name", async () => {
    web("registered");
    const inputs = await registration("registered");
    const type = "pulumi-nodejs:dynamic/app-platform:Container";
    expect(registered.find(({ name }) => name === "registered")?.type).toBe(type);
    expect(inputs).toEqual({
      ...{ environmentId, registryId: ids.registry, imageName: "nginx", tag: "1.27", healthchecks },
      name: "registered",
      __declared: `urn:pulumi:stack::project::${type}::registered`,
      __provider: 'exports.handler=()=>require("pulumi-app-platform/runtime").provider("Container")',
    });
  });

  it("recognizes its own kind with isInstance", () => {
    const one = web("own-kind");
    expect(sdk.Container.isInstance(one)).toBe(true);
    expect(sdk.Database.isInstance(one)).toBe(false);
    for (const other of [{}, undefined]) expect(sdk.Container.isInstance(other)).toBe(false);
  });
});

describe("services of a deployment in a program", () => {
  it("are sent as kind, ID and the requested version", async () => {
    const gitRepository = { url: "https://github.com/acme/a.git", provider: "GITHUB" } as const;
    const db = new sdk.Database("db", { environmentId, type: "REDIS", version: "7", mode: "CONTAINER" });
    const app = new sdk.Application("app", { environmentId, healthchecks, gitRepository, dockerfilePath: "D" });
    expect(await selected("all", [web("web"), db, { service: app, gitCommitId: later("4f2a") }])).toEqual([
      { kind: "Container", id: "web-id", name: "web", imageTag: "1.27", __versionRevision: "" },
      { kind: "Database", id: "db-id", name: "db" },
      { kind: "Application", id: "app-id", name: "app", gitCommitId: "4f2a" },
    ]);
  });

  /** What the engine has in the state of a resource in addition to its arguments. */
  const stateOf = (name: string, more: object) =>
    sdk.Container.get(name, "web-id", { environmentId, name: "web", tag: "1.27", ...more } as object);
  it("have no version revision if the program ignores changes of the version", async () => {
    const args = { environmentId, registryId: ids.registry, imageName: "a", tag: "1", healthchecks };
    const [tag, all, cpu] = (await selected("ignoring", [
      new sdk.Container("ignores-tag", args, { ignoreChanges: ["tag"] }),
      new sdk.Container("ignores-all", args, { ignoreChanges: ["*"] }),
      stateOf("ignores-nothing", { __managed: "0a" }),
    ])) as object[];
    const others = { imageTag: "1", __versionRevision: "" };
    expect([tag, all, cpu]).toMatchObject([others, others, { __versionRevision: "0a" }]);
  });

  it("are sent without a name if it is secret", async () => {
    const hidden = stateOf("hidden", { name: pulumi.secret("web") });
    const expected = { kind: "Container", id: "web-id", imageTag: "1.27", __versionRevision: "" };
    expect(await selected("secret-name", [hidden])).toEqual([expected]);
  });

  it("are sent by a trigger with its Pulumi name (`__resourceName`)", async () => {
    await selected("release", [web("named")]);
    expect(await registration("release")).toMatchObject({ __resourceName: "release" });
    expect(await registration("named")).not.toHaveProperty("__resourceName");
  });
});

it("__secrets names arguments with secret values at any depth, except always secret ones", async () => {
  const secret = pulumi.secret("s");
  new sdk.Container("marked", {
    ...{ environmentId, registryId: ids.registry, tag: "1.27", description: later("plain") },
    imageName: pulumi.interpolate`library/${secret}`,
    healthchecks: { livenessProbe: { type: { exec: { command: ["check", secret] } } } },
  });
  web("unmarked");
  new sdk.ArgoCdConfig("always", { clusterId: ids.cluster, argocdUrl: "https://argocd.io", argocdToken: secret });
  expect((await registration("marked")).__secrets).toBe("healthchecks,imageName");
  for (const name of ["unmarked", "always"]) expect(await registration(name)).not.toHaveProperty("__secrets");
});

describe("output `deployable`", () => {
  it("selects the service as the resource itself does", async () => {
    const service = web("derived");
    const { deployable } = service;
    const plain = [service, deployable, { service, imageTag: undefined }];
    const all = [...plain, { service, imageTag: "3" }, { service: deployable, imageTag: "3" }];
    const [resource, ...others] = (await selected("all forms", all)) as object[];
    const versioned = { kind: "Container", id: "derived-id", name: "derived", imageTag: "3" };
    expect(others).toEqual([resource, resource, versioned, versioned]);
  });

  it("is missing in kinds that no deployment selects", () => {
    const config = new sdk.ArgoCdConfig("no-service", { clusterId: ids.cluster } as sdk.ArgoCdConfigArgs);
    expect(config).not.toHaveProperty("deployable");
  });

  it.each(fixtures.filter(({ kind }) => outlineOf(kind).versions !== undefined))(
    "equals what the provider derives for every language: $kind",
    async ({ kind, program, path }) => {
      const values: Values = { ...program, ...path, name: "derived" };
      const state = { ...values, __managed: "03d1a5c7e2964f8b-9f2c51d07a3be864" };
      const { get } = (sdk as unknown as Readonly<Record<string, typeof sdk.Container>>)[kind] as typeof sdk.Container;
      const resource = get(`derived-${kind}`, "service-id", state as object);
      const definition = definitionOf(kind);
      const stored = { values, revision: "03d1a5c7e2964f8b-9f2c51d07a3be864" };
      const { value } = await known(resource.deployable);
      expect(clean(value)).toEqual(derivedOutputs(definition, "service-id", stored).deployable);
    },
  );
});

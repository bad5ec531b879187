import { delimiter, join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { Container, Database, DeploymentTrigger, Job, TerraformService } from "pulumi-app-platform";
import * as native from "pulumi-app-platform/native";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pulumiEnvironment } from "../../tools/pulumi-cli/environment.js";
import { openCliStack } from "../cli/stack.js";
import { type Platform, startPlatform } from "../platform/platform.js";
import { forgetRequests, requests } from "./journal.js";
import { openEngineStack } from "./stack.js";
import type { Program, Result, Step, StepOptions, TestStack } from "./test-stack.js";
import { later } from "./unknown-until-created.js";

// Most tests of the provider run on an engine in their process. Here, each step runs on that engine and on Pulumi's own, with a
// platform for each: both must send the same requests, count the same changes and keep the same state.

const nativeFolder = join(__dirname, "../../dist/native");

interface World {
  readonly platform: Platform;
  readonly stack: TestStack;
  /** What the program hands on from one step to the next, for example the ID of a resource. */
  readonly notes: Map<string, string>;
}

interface ConformanceStep {
  readonly name: string;
  readonly run: Step;
  readonly program?: (world: World) => Program;
  readonly options?: (world: World) => Promise<StepOptions>;
  /** What happens outside before it. */
  readonly before?: (world: World) => Promise<unknown>;
  readonly isRefused?: true;
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** The value without what differs from run to run. */
function normal(value: unknown, { stack, platform }: World): unknown {
  const ids = new Map<string, string>();
  const text = JSON.stringify(value, (key, member) => {
    if (member?.["4dabf18193072939515e22adb298388d"] === pulumi.runtime.specialSecretSig) return "<secret>";
    // The last part identifies the latest change, by chance.
    if (key === "__managed" && typeof member === "string") return member.replace(/;[\w-]+/, ";<revision>");
    return /revision$/i.test(key) ? "<revision>" : member;
  });
  const known = JSON.stringify(platform.ids);
  const named = (id: string) => {
    if (known.includes(id)) return id;
    ids.set(id, ids.get(id) ?? `<id ${ids.size}>`);
    return ids.get(id) as string;
  };
  return JSON.parse(
    text
      .replaceAll(stack.name, "<stack>")
      .replaceAll(platform.url, "<platform>")
      .replace(uuid, named)
      .replace(/[0-9a-f]{8}\.databases/g, "<id>.databases")
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>")
      .replace(/\(\d+ s\)/g, "(<time>)"),
  );
}

const comparedKeys = [
  "urn",
  "type",
  "custom",
  "id",
  "parent",
  "external",
  "protect",
  "retainOnDelete",
  "deletedWith",
  "delete",
];
const moreKeys = ["pendingReplacement", "initErrors", "inputs", "outputs", "additionalSecretOutputs", "ignoreChanges"];

/** What the state has of a resource, as far as the provider has a part in it. */
function compared(resource: object): object {
  const all = resource as Record<string, unknown>;
  const { dependencies = [], propertyDependencies = {} } = all as {
    dependencies?: string[];
    propertyDependencies?: Record<string, string[]>;
  };
  const present = [...comparedKeys, ...moreKeys].filter((key) => all[key] !== undefined).map((key) => [key, all[key]]);
  const byProperty = Object.entries(propertyDependencies).filter(([, urns]) => (urns ?? []).length > 0);
  return {
    inputs: {},
    outputs: {},
    ...Object.fromEntries(present),
    dependencies: [...dependencies].sort(),
    propertyDependencies: Object.fromEntries(byProperty.map(([key, urns]) => [key, [...urns].sort()])),
  };
}

/** What people read: warnings and errors of the provider, in any order. */
const said = (output: string) =>
  [...new Set(output.split("\n").map((line) => line.trim()))]
    .filter((line) => /^(warning|error): .*(AP\d{4}|"\w+")/.test(line))
    .sort();

async function carriedOut(world: World, step: ConformanceStep): Promise<object> {
  const { stack, platform } = world;
  await step.before?.(world);
  await forgetRequests(platform);
  const program = step.program?.(world);
  const options = (await step.options?.(world)) ?? {};
  const result: Partial<Result> = step.isRefused
    ? { output: await stack.fails(step.run, program, options) }
    : await stack.run(step.run, program, options);
  const resources = [...(await stack.resources())]
    .filter(({ type }) => !type.startsWith("pulumi:providers:"))
    .sort((one, other) =>
      (one.urn + String((one as { delete?: boolean }).delete)).localeCompare(
        other.urn + String((other as { delete?: boolean }).delete),
      ),
    );
  return normal(
    {
      changes: result.changes,
      outputs: result.outputs,
      requests: await requests(platform),
      said: said(result.output ?? ""),
      resources: resources.map(compared),
    },
    world,
  ) as object;
}

interface Wish {
  readonly db?: object | null;
  readonly dbOptions?: pulumi.CustomResourceOptions;
  readonly dbName?: string;
  readonly web?: object | null;
  readonly webOptions?: pulumi.CustomResourceOptions;
  readonly webName?: string;
  readonly isInShop?: boolean;
  readonly shopOptions?: pulumi.ComponentResourceOptions;
  readonly trigger?: object | null;
  readonly more?: (world: World) => void;
}

class Shop extends pulumi.ComponentResource {
  constructor(options: pulumi.ComponentResourceOptions = {}) {
    super("test:index:Shop", "shop", {}, options);
  }
}

/** Adds to the description of each service, so that it shows what has run. */
const written =
  (text: string): pulumi.ResourceTransform =>
  ({ custom, type, props, opts }) =>
    custom && !type.endsWith("DeploymentTrigger")
      ? { props: { ...props, description: `${props.description ?? ""} ${text}` }, opts }
      : undefined;

/** A database, a container with its address in a secret argument, and a trigger of both. */
const shop =
  ({
    db = {},
    dbOptions,
    dbName = "db",
    web = {},
    webOptions,
    webName = "web",
    isInShop,
    shopOptions,
    trigger = null,
    more,
  }: Wish = {}) =>
  (world: World): Program =>
  () => {
    const { environment: environmentId, registries } = world.platform.ids;
    const parent = isInShop === true ? new Shop(shopOptions) : undefined;
    const place = parent === undefined ? {} : { parent };
    const database =
      db === null
        ? undefined
        : new Database(
            dbName,
            { environmentId, name: "orders", type: "POSTGRESQL", version: "16", mode: "CONTAINER", ...db },
            { ...place, ...dbOptions },
          );
    const container =
      web === null
        ? undefined
        : new Container(
            webName,
            {
              environmentId,
              name: "web",
              registryId: registries.DOCKER_HUB,
              imageName: "library/nginx",
              tag: "1.27",
              healthchecks: {},
              arguments: [
                pulumi.secret("--password=s3cret"),
                database?.host.apply((host) => `--db=${host}`) ?? "--no-db",
              ],
              ...web,
            },
            { ...place, ...webOptions },
          );
    const services = [database, container].filter((each) => each !== undefined);
    if (trigger !== null)
      new DeploymentTrigger("release", { environmentId, services, waitFor: "requested", ...trigger });
    more?.(world);
    return { host: database?.host, tag: container?.tag, plain: "text", secret: pulumi.secret("outputs too") };
  };

const idOf = async ({ stack }: World, name: string) => (await stack.resource(name)).id;
const urnOf = async ({ stack }: World, name: string) => (await stack.resource(name)).urn;
const fault =
  (rule: object) =>
  ({ platform }: World) =>
    platform.request("PUT", "/_local/faults", { body: { rules: [rule] } });
const noFault = ({ platform }: World) => platform.request("DELETE", "/_local/faults");
const change = (name: string, kind: string, edit: object) => async (world: World) => {
  const path = `/${kind}/${await idOf(world, name)}`;
  const { body } = await world.platform.request("GET", path);
  return world.platform.request("PUT", path, { body: { ...body, ...edit } });
};
const removed = (name: string, kind: string) => async (world: World) =>
  world.platform.request("DELETE", `/${kind}/${await idOf(world, name)}`);
const job =
  (name: string, args: object = {}, options: pulumi.CustomResourceOptions = {}) =>
  ({ platform: { ids } }: World) =>
    new Job(name, { ...jobArgs(ids), ...args }, options);
const jobArgs = (ids: Platform["ids"]) => ({
  environmentId: ids.environment,
  healthchecks: {},
  source: { image: { imageName: "busybox", tag: "1", registryId: ids.registries.DOCKER_HUB } },
  schedule: { onStart: { arguments: ["true"] } },
});

const withLateCpu = shop({
  isInShop: true,
  webName: "site",
  db: { cpu: 350 },
  more: (world) => void job("late", { name: "late", cpu: later("value", 400) })(world),
});

const nativeJob =
  (args: object = {}, options: pulumi.CustomResourceOptions = {}) =>
  ({ platform: { ids } }: World) =>
    new native.Job("native", { ...jobArgs(ids), description: pulumi.secret("a job"), ...args }, options);
const changedJob = (edit: object) => async (world: World) => {
  const path = `/environment/${world.platform.ids.environment}/job`;
  const id = await idOf(world, "native");
  const { body } = await world.platform.request("GET", path);
  const found = body.results.find((each: { id: string }) => each.id === id);
  return world.platform.request("PUT", `/job/${id}`, { body: { ...found, ...edit } });
};

const extended: readonly ConformanceStep[] = [
  { name: "a preview of everything", run: "preview", program: shop({ trigger: {} }) },
  { name: "creates", run: "up", program: shop({ trigger: {} }) },
  { name: "an update of the same", run: "up" },
  { name: "a refresh of the same", run: "refresh" },
  { name: "an update that deploys", run: "up", program: shop({ db: { cpu: 500 }, trigger: {} }) },
  { name: "an argument that is removed", run: "up", program: shop({ trigger: {} }) },
  { name: "a change in a secret array", run: "up", program: shop({ web: { arguments: [pulumi.secret("--other")] } }) },
  { name: "a resource that leaves", run: "up", program: shop({ web: null }) },
  { name: "a resource that comes back", run: "up", program: shop() },
  {
    name: "a value that is refused at up",
    run: "up",
    isRefused: true,
    program: shop({ db: { cpu: -1 }, web: { tag: "2" } }),
  },
  {
    name: "a preview of a replacement that deletes first",
    run: "preview",
    program: shop({ db: { type: "MYSQL", version: "8.4" } }),
  },
  { name: "a replacement that deletes first", run: "up", program: shop({ db: { type: "MYSQL", version: "8.4" } }) },
  {
    name: "a replacement in another environment",
    run: "up",
    program: (world) =>
      shop({ db: { type: "MYSQL", version: "8.4", environmentId: world.platform.ids.otherEnvironment } })(world),
  },
  { name: "the way back", run: "up", program: shop() },
  { name: "another name without an alias", run: "up", isRefused: true, program: shop({ webName: "site" }) },
  {
    name: "another name with an alias",
    run: "up",
    program: shop({ webName: "site", webOptions: { aliases: [{ name: "web" }] } }),
  },
  {
    name: "a move into a component with aliases",
    run: "up",
    program: shop({
      isInShop: true,
      webName: "site",
      webOptions: { aliases: [{ parent: pulumi.rootStackResource }] },
      dbOptions: { aliases: [{ parent: pulumi.rootStackResource }] },
    }),
  },
  { name: "protection", run: "up", program: shop({ isInShop: true, webName: "site", webOptions: { protect: true } }) },
  {
    name: "the deletion of what is protected",
    run: "up",
    isRefused: true,
    program: shop({ isInShop: true, web: null }),
  },
  { name: "a destroy of what is protected", run: "destroy", isRefused: true },
  { name: "everything after it", run: "up", program: shop({ isInShop: true, webName: "site" }) },
  {
    name: "changes that are ignored",
    run: "up",
    program: shop({
      isInShop: true,
      webName: "site",
      web: { tag: "3", cpu: 700 },
      webOptions: { ignoreChanges: ["tag"] },
    }),
  },
  {
    name: "drift at preview",
    run: "preview",
    before: change("site", "container", { cpu: 900 }),
    options: async () => ({ refresh: true }),
  },
  { name: "drift at refresh", run: "refresh" },
  {
    name: "drift that up finds with --refresh",
    run: "up",
    before: change("site", "container", { cpu: 901 }),
    options: async () => ({ refresh: true }),
  },
  { name: "what is deleted outside, at refresh", run: "refresh", before: removed("site", "container") },
  { name: "what is deleted outside, at up", run: "up" },
  {
    name: "a refresh whose read fails",
    run: "refresh",
    isRefused: true,
    before: fault({ match: { method: "GET" }, fault: "403" }),
  },
  {
    name: "an update whose write is refused",
    run: "up",
    isRefused: true,
    before: fault({ match: { method: "PUT" }, fault: "403" }),
    program: shop({ isInShop: true, webName: "site", web: { cpu: 300 } }),
  },
  { name: "the update after it", run: "up", before: noFault },
  {
    name: "a create that fails",
    run: "up",
    isRefused: true,
    before: fault({ match: { method: "POST" }, fault: "403" }),
    program: shop({ isInShop: true, webName: "site", web: { cpu: 300 }, more: job("nightly") }),
  },
  { name: "the create after it", run: "up", before: noFault },
  {
    name: "one target",
    run: "up",
    program: shop({
      isInShop: true,
      webName: "site",
      web: { cpu: 350 },
      db: { cpu: 350 },
      more: job("nightly", { cpu: 350 }),
    }),
    options: async (world) => ({ target: [await urnOf(world, "nightly")] }),
  },
  {
    name: "a refresh of one target",
    run: "refresh",
    options: async (world) => ({ target: [await urnOf(world, "nightly")] }),
  },
  {
    name: "a resource that is kept when it leaves",
    run: "up",
    program: shop({
      isInShop: true,
      webName: "site",
      web: { cpu: 350 },
      db: { cpu: 350 },
      more: job("nightly", { cpu: 350 }, { retainOnDelete: true }),
    }),
  },
  {
    name: "that it leaves",
    run: "up",
    program: shop({ isInShop: true, webName: "site", web: { cpu: 350 }, db: { cpu: 350 } }),
  },
  {
    name: "an unknown argument at preview",
    run: "preview",
    program: withLateCpu,
  },
  {
    name: "an unknown argument at up",
    run: "up",
    program: withLateCpu,
  },
  {
    name: "dependsOn and deletedWith",
    run: "up",
    program: shop({
      isInShop: true,
      webName: "site",
      more: (world) => {
        const first = job("first")(world);
        job("second", {}, { dependsOn: [first], deletedWith: first })(world);
      },
    }),
  },
  { name: "both at once gone", run: "up", program: shop({ isInShop: true, webName: "site" }) },
  {
    name: "what a program only reads",
    run: "up",
    program: (world) =>
      shop({
        isInShop: true,
        webName: "site",
        more: () =>
          void Container.get("read", world.notes.get("site") as string, {
            environmentId: world.platform.ids.environment,
          }),
      })(world),
    before: async (world) => world.notes.set("site", await idOf(world, "site")),
  },
  { name: "a refresh of what a program only reads", run: "refresh" },
  {
    name: "a property that replaces by the program's wish",
    run: "up",
    program: shop({
      isInShop: true,
      webName: "site",
      web: { tag: "9" },
      webOptions: { replaceOnChanges: ["tag"], deleteBeforeReplace: true },
    }),
  },
  {
    name: "a deployment that fails",
    run: "up",
    isRefused: true,
    program: shop({ isInShop: true, webName: "site", trigger: { waitFor: "deployed" } }),
    before: ({ platform }) =>
      platform.request("PUT", "/_local/deployment-failures", { body: { rules: [{ state: "DEPLOYMENT_ERROR" }] } }),
  },
  {
    name: "a clone",
    run: "up",
    program: (world) =>
      shop({
        isInShop: true,
        webName: "site",
        more: ({ platform }) => void new TerraformService("none", { environmentId: platform.ids.environment } as never),
      })(world),
    isRefused: true,
  },
  {
    name: "a name that is declared twice",
    run: "preview",
    isRefused: true,
    program: shop({
      more: (world) => {
        job("twice")(world);
        job("twice")(world);
      },
    }),
  },
  {
    name: "a program that throws",
    run: "up",
    isRefused: true,
    program: shop({
      more: () => {
        throw new pulumi.RunError("the program fails");
      },
    }),
  },
  {
    name: "transforms of a resource, of its parent and of the stack, in this order",
    run: "up",
    program: (world) => () => {
      pulumi.runtime.registerResourceTransform(written("stack"));
      return shop({
        isInShop: true,
        shopOptions: { transforms: [written("parent")] },
        webName: "site",
        webOptions: { transforms: [written("resource")] },
      })(world)();
    },
  },
  {
    name: "transforms that leave out, add and keep options",
    run: "up",
    program: shop({
      isInShop: true,
      shopOptions: {
        transforms: [
          ({ type, props, opts }) =>
            type.endsWith("Database")
              ? { props: { ...props, cpu: 750 }, opts: { ...opts, ignoreChanges: ["cpu"] } }
              : undefined,
        ],
      },
      webName: "site",
      webOptions: {
        retainOnDelete: true,
        additionalSecretOutputs: ["tag"],
        transforms: [({ props }) => ({ props, opts: { protect: false } })],
      },
    }),
  },
  {
    name: "a preview of resources of the native provider",
    run: "preview",
    program: shop({ isInShop: true, webName: "site", more: (world) => void nativeJob()(world) }),
  },
  {
    name: "resources of the native provider",
    run: "up",
    program: shop({ isInShop: true, webName: "site", more: (world) => void nativeJob()(world) }),
  },
  {
    name: "a preview of changes of the native provider, some of which are ignored",
    run: "preview",
    program: shop({
      ...{ isInShop: true, webName: "site" },
      more: (world) => void nativeJob({ cpu: 500, memory: 777 }, { ignoreChanges: ["cpu"] })(world),
    }),
  },
  { name: "changes of the native provider, some of which are ignored", run: "up" },
  { name: "drift of the native provider at refresh", run: "refresh", before: changedJob({ description: "by hand" }) },
  {
    name: "a replacement that the program asks for, by the native provider",
    run: "up",
    program: shop({
      ...{ isInShop: true, webName: "site" },
      more: (world) =>
        void nativeJob({ memory: 888 }, { replaceOnChanges: ["memory"], deleteBeforeReplace: true })(world),
    }),
  },
  {
    name: "an update by the native provider that fails",
    run: "up",
    isRefused: true,
    before: fault({ match: { method: "PUT" }, fault: "403" }),
    program: shop({ isInShop: true, webName: "site", more: (world) => void nativeJob({ memory: 999 })(world) }),
  },
  {
    name: "the same resources of the dynamic provider",
    run: "up",
    before: noFault,
    program: shop({
      isInShop: true,
      webName: "site",
      more: job("native", { memory: 999, description: pulumi.secret("a job") }),
    }),
  },
  {
    name: "a destroy of one target",
    run: "destroy",
    options: async (world) => ({ target: [await urnOf(world, "site")] }),
  },
  { name: "a destroy", run: "destroy" },
];

describe("the engine of these tests and Pulumi's own", () => {
  const worlds: Record<"here" | "cli", World> = {} as never;
  beforeAll(async () => {
    for (const [name, open] of [
      ["here", openEngineStack],
      ["cli", openCliStack],
    ] as const) {
      const platform = await startPlatform({ endpoints: "extended" });
      const { PATH = "" } = await pulumiEnvironment();
      const env = { APP_PLATFORM_ENDPOINTS: "extended", PATH: [nativeFolder, PATH].join(delimiter) };
      const stack = await open(platform, { env });
      worlds[name] = { platform, stack: stack as TestStack, notes: new Map() };
    }
  });
  afterAll(async () => {
    for (const { platform, stack } of Object.values(worlds)) {
      await stack.close();
      await platform.stop();
    }
  });

  test.each(extended.map((step) => [step.name, step] as const))("agree on %s", async (_, step) => {
    const here = await carriedOut(worlds.here, step);
    const there = await carriedOut(worlds.cli, step);
    expect(here).toEqual(there);
  });
});

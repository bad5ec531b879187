import { delimiter, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import * as pulumi from "@pulumi/pulumi";
import { Container, Database, DeploymentTrigger, Job, Variable } from "pulumi-app-platform";
import * as native from "pulumi-app-platform/native";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { lateSeconds } from "../../provider/platform/poll.js";
import { pulumiEnvironment } from "../../tools/fetch/pulumi-cli/environment.js";
import { openCliStack } from "../cli/support/stack.js";
import { type Platform, startPlatform } from "../platform/support/platform.js";
import { forgetRequests, requests } from "./support/journal.js";
import { openEngineStack } from "./support/stack.js";
import type { Program, Result, Step, StepOptions, TestStack } from "./support/test-stack.js";
import { later } from "./support/unknown-until-created.js";

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
  readonly program?: ((world: World) => Program) | undefined;
  readonly options?: (world: World) => Promise<StepOptions>;
  /** What happens outside before it. */
  readonly before?: (world: World) => Promise<unknown>;
  readonly isRefused?: true;
}

const step = (
  name: string,
  run: Step,
  program?: ConformanceStep["program"],
  more: Pick<ConformanceStep, "options" | "before" | "isRefused"> = {},
): ConformanceStep => ({ name, run, program, ...more });
const isRefused = true;

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** The value without what differs from run to run. */
function normal(value: unknown, { stack, platform }: World): unknown {
  const ids = new Map<string, string>();
  const text = JSON.stringify(value, (key, member) => {
    if (member?.["4dabf18193072939515e22adb298388d"] === pulumi.runtime.specialSecretSig) return "<secret>";
    // The last part identifies the latest change, by chance.
    if (key === "__managed" && typeof member === "string") return member.replace(/^[\w-]+/, "<revision>");
    if (key === "__location") return "<location>";
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
      .replace(/\b(app|helm)-z[0-9a-f]{8}/g, "$1-<id>")
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>")
      .replace(/\(\d+ s\)/g, "(<time>)"),
  );
}

const comparedKeys = [
  ...["urn", "type", "custom", "id", "parent", "external", "protect", "retainOnDelete", "deletedWith", "delete"],
  ...["pendingReplacement", "initErrors", "inputs", "outputs", "additionalSecretOutputs", "ignoreChanges"],
];

/** What the state has of a resource, as far as the provider has a part in it. */
function compared(resource: object): object {
  const all = resource as Record<string, unknown>;
  const { dependencies = [], propertyDependencies = {} } = all as {
    dependencies?: string[];
    propertyDependencies?: Record<string, string[]>;
  };
  const present = comparedKeys.filter((key) => all[key] !== undefined).map((key) => [key, all[key]]);
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
const messagesIn = (output: string) =>
  [...new Set(output.split("\n").map((line) => line.trim()))]
    .filter((line) => /^(warning|error): .*(AP\d{4}|"\w+")/.test(line))
    .sort();

const sortedBy = (resource: { readonly urn: string; readonly delete?: boolean }) => `${resource.urn}${resource.delete}`;

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
    .sort((one, other) => sortedBy(one).localeCompare(sortedBy(other)));
  const { changes, outputs, output = "" } = result;
  const sent = await requests(platform);
  return normal(
    { changes, outputs, sent, messages: messagesIn(output), resources: resources.map(compared) },
    world,
  ) as object;
}

interface Wish {
  readonly db?: object;
  readonly dbOptions?: pulumi.CustomResourceOptions;
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
  (wish: Wish = {}) =>
  (world: World): Program =>
  () => {
    const { db = {}, web = {}, webName = "web", trigger = null } = wish;
    const { environment: environmentId, registries } = world.platform.ids;
    const place = wish.isInShop ? { parent: new Shop(wish.shopOptions) } : {};
    const type = { type: "POSTGRESQL", version: "16", mode: "CONTAINER" } as const;
    const database = new Database("db", { environmentId, name: "db", ...type, ...db }, { ...place, ...wish.dbOptions });
    const args = [pulumi.secret("--password=s3cret"), database.host.apply((host) => `--db=${host}`)];
    const image = { registryId: registries.DOCKER_HUB, imageName: "library/nginx", tag: "1.27" };
    const container =
      web === null
        ? undefined
        : new Container(
            webName,
            { environmentId, name: "web", ...image, healthchecks: {}, arguments: args, ...web },
            { ...place, ...wish.webOptions },
          );
    const services = [database, ...(container === undefined ? [] : [container])];
    if (trigger !== null)
      new DeploymentTrigger("release", { environmentId, services, waitFor: "requested", ...trigger });
    wish.more?.(world);
    return { host: database.host, tag: container?.tag, plain: "text", secret: pulumi.secret("outputs too") };
  };

/** The same in a component, with another Pulumi name of the container. */
const site = (wish: Wish = {}) => shop({ isInShop: true, webName: "site", ...wish });

const idOf = async ({ stack }: World, name: string) => (await stack.resource(name)).id;
const target = (name: string) => async (world: World) => ({ target: [(await world.stack.resource(name)).urn] });
const refreshing = async () => ({ refresh: true });
const fault =
  (rule: object) =>
  ({ platform }: World) =>
    platform.request("PUT", "/_local/faults", { body: { rules: [{ fault: "403", match: rule }] } });
const noFault = ({ platform }: World) => platform.request("DELETE", "/_local/faults");
const change = (name: string, kind: string, edit: object) => async (world: World) => {
  const id = await idOf(world, name);
  const { body } = await world.platform.request("GET", `/environment/${world.platform.ids.environment}/${kind}`);
  const found = body.results.find((each: { id: string }) => each.id === id);
  return world.platform.request("PUT", `/${kind}/${id}`, { body: { ...found, ...edit } });
};
/** Deletes what was created long enough ago: until then, a refresh looks again for what a list lacks. */
const removed = (name: string, kind: string) => async (world: World) => {
  const path = `/${kind}/${await idOf(world, name)}`;
  const { body } = await world.platform.request("GET", path);
  await setTimeout(Math.max(0, Date.parse(body.created_at) + 1000 * lateSeconds + 500 - Date.now()));
  return world.platform.request("DELETE", path);
};
const jobArgs = (ids: Platform["ids"]) => ({
  environmentId: ids.environment,
  healthchecks: {},
  source: { image: { imageName: "busybox", tag: "1", registryId: ids.registries.DOCKER_HUB } },
  schedule: { onStart: { arguments: ["true"] } },
});
const job =
  (name: string, args: object = {}, options: pulumi.CustomResourceOptions = {}) =>
  ({ platform: { ids } }: World) =>
    new Job(name, { ...jobArgs(ids), ...args }, options);
const nativeJob =
  (args: object = {}, options: pulumi.CustomResourceOptions = {}) =>
  ({ platform: { ids } }: World) =>
    void new native.Job("native", { ...jobArgs(ids), description: pulumi.secret("a job"), ...args }, options);

const withLateCpu = site({
  db: { cpu: 350 },
  more: (world) => void job("late", { name: "late", cpu: later("value", 400) })(world),
});
const toSite = {
  webOptions: { aliases: [{ name: "web", parent: pulumi.rootStackResource }], protect: true },
  dbOptions: { aliases: [{ parent: pulumi.rootStackResource }] },
};
const nightly = job("nightly", { cpu: 350 }, { retainOnDelete: true });
const cheap = { cpu: 350 };
const failing = { isRefused, before: fault({ method: "PUT" }) } as const;

const nativeArgs = { memory: 999, description: pulumi.secret("a job") };

const steps: readonly ConformanceStep[] = [
  step("preview of new resources", "preview", shop({ trigger: {} })),
  step("up that creates resources", "up", shop({ trigger: {} })),
  step("update that deploys, with a changed secret in a list", "up", (world) =>
    shop({ db: { cpu: 500 }, web: { arguments: [pulumi.secret("--other")] }, trigger: {} })(world),
  ),
  step("resources removed from the program", "up", shop({ web: null })),
  step("replacement in another environment, and a removed resource declared again", "up", (world) =>
    shop({ db: { environmentId: world.platform.ids.otherEnvironment } })(world),
  ),
  step("replacement back in the first environment", "up", shop()),
  step("argument that fails up", "up", shop({ db: { cpu: -1 }, web: { tag: "2" } }), { isRefused }),
  step(
    "preview of a replacement that deletes the old resource first",
    "preview",
    shop({ db: { type: "MYSQL", version: "8.4" } }),
  ),
  step("new Pulumi name and parent by aliases, and `protect`", "up", site(toSite)),
  step("up whose program lacks a protected resource", "up", site({ web: null }), { isRefused }),
  step("destroy with a protected resource", "destroy", undefined, { isRefused }),
  step("`ignoreChanges`", "up", site({ web: { tag: "3", cpu: 700 }, webOptions: { ignoreChanges: ["tag"] } })),
  step("drift found by up --refresh", "up", undefined, {
    ...{ before: change("site", "container", { cpu: 901 }), options: refreshing },
  }),
  step("refresh after drift and a deletion by hand", "refresh", undefined, {
    before: async (world) => {
      await change("db", "database", { description: "by hand" })(world);
      await removed("site", "container")(world);
    },
  }),
  step("refresh whose read fails", "refresh", undefined, { isRefused, before: fault({ method: "GET" }) }),
  // One alone: of two, either could be the one that ends the run.
  step("create that fails", "up", site({ web: null, more: job("nightly") }), {
    ...{ isRefused, before: fault({ method: "POST" }) },
  }),
  step("up after a failed create", "up", site({ more: job("nightly") }), { before: noFault }),
  step("update that the platform refuses", "up", site({ web: { cpu: 300 }, more: job("nightly") }), failing),
  step("up --target of a resource with `retainOnDelete`", "up", site({ web: cheap, db: cheap, more: nightly }), {
    ...{ before: noFault, options: target("nightly") },
  }),
  step("unknown argument at preview", "preview", withLateCpu),
  step("unknown argument at up", "up", withLateCpu),
  step(
    "`dependsOn`, `deletedWith`, and a resource that the program only reads",
    "up",
    site({
      more: (world) => {
        const first = job("first")(world);
        job("second", {}, { dependsOn: [first] })(world);
        new Variable("level", { on: first, key: "LEVEL", value: "info" }, { deletedWith: first });
        const place = { environmentId: world.platform.ids.environment };
        Container.get("read", world.notes.get("site") as string, place);
      },
    }),
    { before: async (world) => world.notes.set("site", await idOf(world, "site")) },
  ),
  step("refresh with a resource that the program only reads", "refresh"),
  step(
    "`replaceOnChanges` with `deleteBeforeReplace`",
    "up",
    site({ web: { tag: "9" }, webOptions: { replaceOnChanges: ["tag"], deleteBeforeReplace: true } }),
  ),
  step("deployment that fails", "up", site({ trigger: { waitFor: "deployed" } }), {
    isRefused,
    before: ({ platform }) =>
      platform.request("PUT", "/_local/deployment-failures", { body: { rules: [{ state: "DEPLOYMENT_ERROR" }] } }),
  }),
  step(
    "Pulumi name declared twice",
    "preview",
    shop({
      more: (world) => {
        job("twice")(world);
        job("twice")(world);
      },
    }),
    { isRefused },
  ),
  step(
    "program that throws",
    "up",
    shop({
      more: () => {
        throw new pulumi.RunError("the program fails");
      },
    }),
    { isRefused },
  ),
  step(
    "transforms of a resource, its parent and the stack that remove, add and pass on options",
    "up",
    (world) => () => {
      pulumi.runtime.registerResourceTransform(written("stack"));
      const ofDatabase: pulumi.ResourceTransform = ({ type, props, opts }) =>
        type.endsWith("Database")
          ? { props: { ...props, cpu: 750 }, opts: { ...opts, ignoreChanges: ["cpu"] } }
          : undefined;
      const withoutOptions: pulumi.ResourceTransform = ({ props }) => ({ props, opts: { protect: false } });
      return site({
        shopOptions: { transforms: [written("parent"), ofDatabase] },
        webOptions: {
          ...{ retainOnDelete: true, additionalSecretOutputs: ["tag"] },
          transforms: [written("resource"), withoutOptions],
        },
        more: job("native", nativeArgs),
      })(world)();
    },
  ),
  step("resource moved to the native provider", "up", site({ more: nativeJob(nativeArgs) })),
  step(
    "`ignoreChanges` with the native provider",
    "up",
    site({ more: nativeJob({ cpu: 500, memory: 777 }, { ignoreChanges: ["cpu"] }) }),
  ),
  step("refresh after drift with the native provider", "refresh", undefined, {
    before: change("native", "job", { description: "by hand" }),
  }),
  step(
    "`replaceOnChanges` with the native provider",
    "up",
    site({ more: nativeJob({ memory: 888 }, { replaceOnChanges: ["memory"], deleteBeforeReplace: true }) }),
  ),
  step("update with the native provider that fails", "up", site({ more: nativeJob({ memory: 999 }) }), failing),
  step("resource moved to the dynamic provider", "up", site({ more: job("native", nativeArgs) }), {
    before: noFault,
  }),
  step("destroy --target", "destroy", undefined, { options: target("site") }),
  step("destroy of the stack", "destroy"),
];

describe("engine of the tests and Pulumi's engine", () => {
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

  test.each(steps.map((each) => [each.name, each] as const))(
    "agree on changes, requests, messages and state: %s",
    async (_, step) => {
      const here = await carriedOut(worlds.here, step);
      const there = await carriedOut(worlds.cli, step);
      expect(here).toEqual(there);
    },
  );
});

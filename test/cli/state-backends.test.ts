/** Deletes with the state in a folder and in a bucket: what the stack has when the run begins is known in both. */
import { ComponentResource } from "@pulumi/pulumi";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { containerArgs, databaseArgs } from "../engine/support/declare.js";
import { opened } from "../engine/support/opened.js";
import { type App, apps, eachProvider, ofBoth } from "./support/both-providers.js";
import { type Bucket, openBucket } from "./support/bucket.js";
import { openCliStack, stackFolders } from "./support/stack.js";

const { platform } = opened({ endpoints: "extended", isConfigured: true });
let bucket: Bucket;
beforeAll(async () => {
  bucket = await openBucket(stackFolders);
});
afterAll(() => bucket.close());

const env = { APP_PLATFORM_ENDPOINTS: "extended" };
const everything = { env: { APP_PLATFORM_ON_DELETE: "everything" }, continueOnError: true };
const isThere = async (path: string) => (await platform.request("GET", path)).status === 200;

const idOf = async (path: string, body: object): Promise<string> =>
  (await platform.request("POST", path, { body })).body.id;

/** A project on the platform, with an environment. */
async function createPlace(name: string) {
  const projectId = await idOf(`/organization/${platform.ids.organization}/project`, { name });
  return { projectId, environmentId: await idOf(`/project/${projectId}/environment`, { name: "shared" }) };
}

const createContainer = (environmentId: string, name: string) =>
  idOf(`/environment/${environmentId}/container`, {
    ...{ name, registry_id: platform.ids.registries.DOCKER_HUB, image_name: "library/nginx", tag: "1.27" },
    healthchecks: {},
  });

// An update that creates as many resources as it has retained leaves as many as there were.
const shop = () => void new ComponentResource("acme:index:Shop", "shop");
/** Both backends are read alike: with each, one command finds what was retained before it. */
const backends: readonly ["folder" | "bucket", "destroy" | "up", (() => void) | undefined][] = [
  ["folder", "destroy", undefined],
  ["bucket", "up", shop],
];

describe.each(backends)("stack stored in a %s", (backend, step, program) => {
  const openStack = () => openCliStack(platform, { env, ...(backend === "bucket" ? { urlOf: bucket.urlOf } : {}) });

  test('deletes contents with deletedWith and onDelete "everything", and preserves resources with retainOnDelete', async () => {
    const stack = await openStack();
    const { projectId, environmentId } = await createPlace(`deletes-${backend}`);
    const newEnvironment = ({ Environment }: App, name: string) => new Environment(name, { projectId });
    const [found, foreign] = [new Map<string, string>(), new Map<string, string>()];
    await eachProvider(async (named) => found.set(named(""), await createContainer(environmentId, named("found"))));
    const declareFound = (app: App, named: (name: string) => string) =>
      new app.Container(named("found"), containerArgs(platform, { environmentId, adoptId: found.get(named("")) }));
    await stack.run(
      "up",
      ofBoth((app, named) => {
        declareFound(app, named);
        new app.Container(named("web"), containerArgs(platform, { environmentId }));
        const retaining = newEnvironment(app, named("retaining"));
        const orders = databaseArgs(platform, { environmentId: retaining.id });
        new app.Database(named("orders"), orders, { retainOnDelete: true });
        newEnvironment(app, named("open"));
        const preview = newEnvironment(app, named("preview"));
        // In a program of the SDK, only components pass this option to the engine.
        const parent = new ComponentResource("acme:index:Shop", named("shop"), {}, { deletedWith: preview });
        new app.Container(named("api"), containerArgs(platform, { environmentId: preview.id }), { parent });
        new app.Database(named("sibling"), databaseArgs(platform, { environmentId }), { parent });
      }),
    );
    const paths = await eachProvider(async (named) => {
      const ids = async (kind: string, ...names: string[]) =>
        (await Promise.all(names.map((name) => stack.resource(named(name))))).map(({ id }) => `/${kind}/${id}`);
      const { id } = await stack.resource(named("open"));
      foreign.set(named(""), await createContainer(id, "foreign"));
      const [environments, services] = [await ids("environment", "open", "preview"), await ids("container", "api")];
      const databases = await ids("database", "sibling");
      return {
        gone: [...environments, ...services, ...databases, `/container/${foreign.get(named(""))}`],
        kept: [...(await ids("environment", "retaining")), ...(await ids("database", "orders"))],
        adopted: await ids("container", "web", "found"),
      };
    });
    const adopting = ofBoth((app, named) => {
      declareFound(app, named);
      const [web = ""] = paths.find(({ adopted }) => adopted[1]?.endsWith(found.get(named("")) ?? "-"))?.adopted ?? [];
      const args = { environmentId, name: named("web"), adoptId: web.replace("/container/", "") };
      new app.Container(named("renamed"), containerArgs(platform, args));
    });
    const output = await stack.fails("up", adopting, everything);
    expect(output.match(/Database "\w+-orders" .*: it has the resource option retainOnDelete/g)).toHaveLength(2);
    for (const { gone, kept, adopted } of paths) {
      expect(await Promise.all(gone.map(isThere))).toEqual(gone.map(() => false));
      expect(await Promise.all([...kept, ...adopted].map(isThere))).toEqual([...kept, ...adopted].map(() => true));
    }
    // The state no longer has the databases, whatever happens next.
    await stack.fails("destroy", undefined, { ...everything, refresh: true });
    for (const { kept, adopted } of paths) {
      expect(await Promise.all(kept.map(isThere))).toEqual(kept.map(() => true));
      expect(await Promise.all(adopted.map(isThere))).toEqual(adopted.map(() => false));
    }
    await stack.close();
  });

  test(`keeps what \`pulumi ${step}\` may have retained before it called the dynamic provider`, async () => {
    const stack = await openStack();
    const { projectId } = await createPlace(`retains-${backend}`);
    await stack.run("up", () => {
      const { id: environmentId } = new apps.dynamic.Environment("open", { projectId });
      new apps.dynamic.Database("orders", databaseArgs(platform, { environmentId }), { retainOnDelete: true });
    });
    const [open, orders] = [await stack.resource("open"), await stack.resource("orders")];
    const paths = [`/environment/${open.id}`, `/database/${orders.id}`];
    const output = await stack.fails(step, program, everything);
    expect(output).toContain("which isn't known: Pulumi had begun to delete before it called the provider");
    expect(output).toMatch(/run `pulumi refresh`, then this again with `--refresh`/);
    expect(await Promise.all(paths.map(isThere))).toEqual([true, true]);
    // Of a stack that never managed the database, the advice is right.
    await stack.run("refresh");
    await stack.run("destroy", undefined, { ...everything, refresh: true });
    expect(await Promise.all(paths.map(isThere))).toEqual([false, false]);
    await stack.close();
  });
});

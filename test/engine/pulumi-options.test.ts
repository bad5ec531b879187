import {
  ComponentResource,
  type ComponentResourceOptions,
  type CustomResourceOptions,
  type ResourceTransform,
} from "@pulumi/pulumi";
import { Container, Database, Job } from "pulumi-app-platform";
import { describe, expect, test } from "vitest";
import { containerArgs, databaseArgs } from "./support/declare.js";
import { opened } from "./support/opened.js";

const { platform, stack } = opened({ endpoints: "extended" });

interface Wish {
  /** Other arguments of the container. */
  web?: object;
  job?: { name?: string; args?: object; options?: CustomResourceOptions };
}

class Shop extends ComponentResource {
  constructor(options: ComponentResourceOptions) {
    super("test:index:Shop", "shop", {}, options);
  }
}

/** Puts a description on every container below the component. */
const describeContainers: ResourceTransform = async ({ type, props, opts }) =>
  type.endsWith(":Container") ? { props: { ...props, description: "set by a transform" }, opts } : undefined;

/** A component that holds a database and a container, and a job beside it that depends on the container. */
const program =
  ({ web: others = {}, job = {} }: Wish = {}) =>
  () => {
    const { environment: environmentId, registries } = platform.ids;
    const parent = new Shop({ transforms: [describeContainers] });
    const db = new Database("db", databaseArgs(platform), { parent, additionalSecretOutputs: ["host"] });
    const args = containerArgs(platform, { cpu: 500, ...others });
    const web = new Container("web", args, { parent, ignoreChanges: ["cpu"] });
    const source = { image: { registryId: registries.DOCKER_HUB, imageName: "acme/report", tag: "1" } };
    new Job(
      job.name ?? "job",
      { environmentId, healthchecks: {}, source, schedule: { onStart: {} }, ...job.args },
      { dependsOn: [db, web], ...job.options },
    );
  };

const listed = async (kind: string): Promise<Record<string, unknown>[]> =>
  (await platform.request("GET", `/environment/${platform.ids.environment}/${kind}`)).body.results;

describe("Pulumi's options", () => {
  test("parent, dependsOn, transforms and additionalSecretOutputs work", async () => {
    expect((await stack.run("up", program())).changes).toEqual({ create: 5 });
    const [db, web, job] = [await stack.resource("db"), await stack.resource("web"), await stack.resource("job")];
    expect(web.urn).toMatch(/::test:index:Shop\$\S+:Container::web$/);
    expect(job.dependencies?.sort()).toEqual([db.urn, web.urn].sort());
    expect(db.outputs.host).toHaveProperty("ciphertext");
    expect((await listed("container"))[0]).toMatchObject({ name: "web", description: "set by a transform" });
    expect((await stack.run("preview")).changes).toEqual({ same: 5 });
  });

  test("ignoreChanges preserves an ignored argument and updates the rest", async () => {
    expect((await stack.run("up", program({ web: { cpu: 900, memory: 900 } }))).changes).toMatchObject({ update: 1 });
    expect((await listed("container"))[0]).toMatchObject({ cpu: 500, memory: 900 });
    expect((await stack.run("preview", program({ web: { cpu: 700, memory: 900 } }))).changes).toEqual({
      same: 5,
    });
  });

  test("replaceOnChanges with deleteBeforeReplace creates a resource of the same name", async () => {
    const [before] = await listed("job");
    const options = { replaceOnChanges: ["cpu"], deleteBeforeReplace: true };
    const wish: Wish = { web: { memory: 900 }, job: { args: { cpu: 250 }, options } };
    const first = { ...wish, job: { args: { cpu: 250 }, options: { replaceOnChanges: ["cpu"] } } };
    expect(await stack.fails("up", program(first))).toMatch(/AP3004[\s\S]*deleteBeforeReplace: true/);
    expect((await stack.run("up", program(wish))).changes).toMatchObject({ replace: 1 });
    const [after, ...more] = await listed("job");
    expect(after).toMatchObject({ name: "job", cpu: 250 });
    expect([after?.id === before?.id, more]).toEqual([false, []]);
  });

  test("another Pulumi name without an alias creates a resource and deletes the old one", async () => {
    const wish: Wish = { web: { memory: 900 }, job: { name: "weekly" } };
    expect((await stack.run("up", program(wish))).changes).toMatchObject({ create: 1, delete: 1 });
    expect((await listed("job")).map(({ name }) => name)).toEqual(["weekly"]);
  });

  test("customTimeouts limits a create without a response, and the next run completes it", async () => {
    const match = { method: "POST", route: "/environment/{environmentId}/database" };
    await platform.request("PUT", "/_local/faults", {
      body: { rules: [{ fault: "delay", milliseconds: 60_000, match }] },
    });
    const late = (create: string) => () =>
      void new Database("late", databaseArgs(platform), { customTimeouts: { create } });
    expect(await stack.fails("up", late("2s"))).toMatch(/AP31\d\d: [\s\S]*within (1\.\d+|2) s/);
    await platform.request("DELETE", "/_local/faults");
    expect((await stack.run("up", late("1m"))).changes).toMatchObject({ create: 1 });
  });
});

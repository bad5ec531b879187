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

class Shop extends ComponentResource {
  constructor(options: ComponentResourceOptions) {
    super("test:index:Shop", "shop", {}, options);
  }
}

/** Puts a description on every container below the component. */
const describeContainers: ResourceTransform = async ({ type, props, opts }) =>
  type.endsWith(":Container") ? { props: { ...props, description: "set by a transform" }, opts } : undefined;

/** A component that holds a database and a container, and a job beside it that depends on the container. */
const program = () => {
  const { environment: environmentId, registries } = platform.ids;
  const parent = new Shop({ transforms: [describeContainers] });
  const db = new Database("db", databaseArgs(platform), { parent, additionalSecretOutputs: ["host"] });
  const web = new Container("web", containerArgs(platform), { parent });
  const source = { image: { registryId: registries.DOCKER_HUB, imageName: "acme/report", tag: "1" } };
  new Job("job", { environmentId, healthchecks: {}, source, schedule: { onStart: {} } }, { dependsOn: [db, web] });
};

const listed = async (kind: string): Promise<Record<string, unknown>[]> =>
  (await platform.request("GET", `/environment/${platform.ids.environment}/${kind}`)).body.results;

describe("Pulumi's options", () => {
  test("parent, dependsOn, transforms and additionalSecretOutputs take effect", async () => {
    expect((await stack.run("up", program)).changes).toEqual({ create: 5 });
    const [db, web, job] = [await stack.resource("db"), await stack.resource("web"), await stack.resource("job")];
    expect(web.urn).toMatch(/::test:index:Shop\$\S+:Container::web$/);
    expect(job.dependencies?.sort()).toEqual([db.urn, web.urn].sort());
    expect(db.outputs.host).toHaveProperty("ciphertext");
    expect((await listed("container"))[0]).toMatchObject({ name: "web", description: "set by a transform" });
    expect((await stack.run("preview")).changes).toEqual({ same: 5 });
  });

  const orders =
    (name: string, args: object = {}, options: CustomResourceOptions = {}) =>
    () =>
      void new Database(name, databaseArgs(platform, args), options);

  test("aliases keep the resource under a new Pulumi name; without the alias, Pulumi sees another resource", async () => {
    await stack.run("up", orders("orders"));
    const { id } = await stack.resource("orders");
    const renamed = orders("orders-db", { name: "orders" }, { aliases: [{ name: "orders" }] });
    expect((await stack.run("up", renamed)).changes).toEqual({ same: 2 });
    expect((await stack.resource("orders-db")).id).toBe(id);
    expect((await stack.run("preview", orders("bills"))).changes).toEqual({ same: 1, create: 1, delete: 1 });
  });

  test("replaceOnChanges fails with AP3004 without deleteBeforeReplace, since names are unique", async () => {
    const replacing = (cpu: number, deleteBeforeReplace: boolean) =>
      orders("bills", { cpu }, { replaceOnChanges: ["cpu"], deleteBeforeReplace });
    await stack.run("up", replacing(500, false));
    const { id } = await stack.resource("bills");
    expect(await stack.fails("up", replacing(750, false))).toContain("AP3004");
    await stack.run("up", replacing(750, true));
    expect((await stack.resource("bills")).id).not.toBe(id);
    expect(await listed("database")).toMatchObject([{ name: "bills", cpu: 750 }]);
  });

  test("retainOnDelete: a resource removed from the program leaves the state and stays on the platform", async () => {
    await stack.run("up", orders("kept", {}, { retainOnDelete: true }));
    await stack.run("up", () => undefined);
    expect((await stack.resources()).filter(({ urn }) => urn.endsWith("::kept"))).toEqual([]);
    expect(await listed("database")).toMatchObject([{ name: "kept" }]);
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

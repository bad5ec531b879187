import {
  ComponentResource,
  type ComponentResourceOptions,
  type CustomResourceOptions,
  type Resource,
  type ResourceTransform,
  rootStackResource,
} from "@pulumi/pulumi";
import { Container, Database, Job } from "pulumi-app-platform";
import { describe, expect, test } from "vitest";
import { containerArgs, databaseArgs } from "./declare.js";
import { forgetRequests, writes } from "./journal.js";
import { opened } from "./opened.js";

const { platform, stack } = opened({ endpoints: "extended" });

interface Wish {
  /** Pulumi name, arguments and options of each resource; null leaves it out. */
  db?: { args?: object; options?: CustomResourceOptions };
  web?: { name?: string; args?: object; options?: CustomResourceOptions } | null;
  job?: { name?: string; inShop?: boolean; args?: object; options?: CustomResourceOptions };
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
const program = (wish: Wish) => () => {
  const environmentId = platform.ids.environment;
  const shop = new Shop({ transforms: [describeContainers] });
  const db = new Database("db", databaseArgs(platform, wish.db?.args), {
    parent: shop,
    additionalSecretOutputs: ["host"],
    ...wish.db?.options,
  });
  const dependsOn: Resource[] = [db];
  if (wish.web !== null) {
    const web = new Container(
      wish.web?.name ?? "web",
      containerArgs(platform, { name: "web", cpu: 500, ...wish.web?.args }),
      { parent: shop, ignoreChanges: ["cpu"], ...wish.web?.options },
    );
    dependsOn.push(web);
  }
  new Job(
    wish.job?.name ?? "job",
    {
      environmentId,
      healthchecks: {},
      source: { image: { registryId: platform.ids.registries.DOCKER_HUB, imageName: "acme/report", tag: "1" } },
      schedule: { onStart: {} },
      ...wish.job?.args,
    },
    { dependsOn, ...(wish.job?.inShop ? { parent: shop } : {}), ...wish.job?.options },
  );
};

const listed = async (kind: string): Promise<Record<string, unknown>[]> =>
  (await platform.request("GET", `/environment/${platform.ids.environment}/${kind}`)).body.results;
const protectedWeb: Wish = { web: { options: { protect: true } } };

describe("Pulumi's own options", () => {
  test("component parents, dependsOn, transforms and additionalSecretOutputs hold when things are created", async () => {
    expect((await stack.run("up", program(protectedWeb))).changes).toEqual({ create: 5 });
    const [db, web, job] = [await stack.resource("db"), await stack.resource("web"), await stack.resource("job")];
    expect(web.urn).toMatch(/::test:index:Shop\$\S+:Container::web$/);
    expect(job.dependencies?.sort()).toEqual([db.urn, web.urn].sort());
    expect(db.outputs.host).toHaveProperty("ciphertext");
    expect((await listed("container"))[0]).toMatchObject({ name: "web", description: "set by a transform" });
    expect((await stack.run("preview")).changes).toEqual({ same: 5 });
  });

  test("ignoreChanges leaves a changed argument alone, and the rest is edited", async () => {
    const args = { cpu: 900, memory: 900 };
    expect((await stack.run("up", program({ web: { args } }))).changes).toMatchObject({ update: 1 });
    expect((await listed("container"))[0]).toMatchObject({ cpu: 500, memory: 900 });
    expect((await stack.run("preview", program({ web: { args: { cpu: 700, memory: 900 } } }))).changes).toEqual({
      same: 5,
    });
  });

  test("replaceOnChanges with deleteBeforeReplace makes a new one of the same name", async () => {
    const [before] = await listed("job");
    const options = { replaceOnChanges: ["cpu"], deleteBeforeReplace: true };
    const wish: Wish = { web: { args: { memory: 900 } }, job: { args: { cpu: 250 }, options } };
    expect((await stack.run("up", program(wish))).changes).toMatchObject({ replace: 1 });
    const [after, ...more] = await listed("job");
    expect(after).toMatchObject({ name: "job", cpu: 250 });
    expect([after?.id === before?.id, more]).toEqual([false, []]);
  });

  test("aliases carry a resource over to another name and another parent, and nothing is sent", async () => {
    await forgetRequests(platform);
    const wish: Wish = {
      web: { name: "site", args: { memory: 900 }, options: { aliases: [{ name: "web" }] } },
      job: {
        name: "report",
        inShop: true,
        args: { cpu: 250, name: "job" },
        options: { aliases: [{ name: "job", parent: rootStackResource }] },
      },
    };
    expect((await stack.run("up", program(wish))).changes).toEqual({ same: 5 });
    expect(await writes(platform)).toEqual([]);
    expect((await stack.resource("report")).urn).toContain("test:index:Shop$");
    expect((await stack.resource("site")).id).toBe((await listed("container"))[0]?.id);
  });

  test("another name without an alias, where the name follows it, makes a new one and deletes the old one", async () => {
    const wish: Wish = { web: { name: "site" }, job: { name: "weekly" } };
    expect((await stack.run("up", program(wish))).changes).toMatchObject({ create: 1, delete: 1 });
    expect((await listed("job")).map(({ name }) => name)).toEqual(["weekly"]);
  });

  test("retainOnDelete leaves the platform's resource where it is", async () => {
    await stack.run(
      "up",
      program({ web: { name: "site", options: { retainOnDelete: true } }, job: { name: "weekly" } }),
    );
    expect((await stack.run("up", program({ web: null, job: { name: "weekly" } }))).changes).toMatchObject({
      delete: 1,
    });
    expect((await listed("container")).map(({ name }) => name)).toEqual(["web"]);
  });

  test("deletedWith spares the delete of what goes with another resource", async () => {
    await stack.run("up", () => {
      const args = databaseArgs(platform);
      const first = new Database("first", args);
      new Database("second", args, { deletedWith: first });
    });
    await forgetRequests(platform);
    await stack.run("destroy");
    expect((await listed("database")).map(({ name }) => name)).toEqual(["second"]);
    expect((await writes(platform)).filter((request) => request.startsWith("DELETE"))).toHaveLength(1);
  });
});

import { interpolate } from "@pulumi/pulumi";
import { Container, Database, DeploymentTrigger } from "pulumi-app-platform";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Platform, startPlatform } from "../platform/platform.js";
import { forgetRequests, requests, writes } from "./journal.js";
import { openStack } from "./stack.js";
import type { TestStack } from "./test-stack.js";

let platform: Platform;
let stack: TestStack;

beforeAll(async () => {
  platform = await startPlatform();
  stack = await openStack(platform);
});
afterAll(async () => {
  await stack.close();
  await platform.stop();
});

interface Wish {
  tag?: string;
  name?: string;
  cpu?: number;
  dbDescription?: string;
  dbVersion?: string;
}

/** A database, a container that uses its host, and the deployment of both. */
const shop = (wish: Wish = {}) => {
  return () => {
    const environmentId = platform.ids.environment;
    const db = new Database("db", {
      environmentId,
      type: "POSTGRESQL",
      version: wish.dbVersion ?? "16",
      mode: "CONTAINER",
      description: wish.dbDescription,
    });
    const web = new Container("web", {
      environmentId,
      name: wish.name,
      registryId: platform.ids.registries.DOCKER_HUB,
      imageName: "library/nginx",
      tag: wish.tag ?? "1.27",
      cpu: wish.cpu,
      arguments: [interpolate`--database-host=${db.host}`],
      healthchecks: { readinessProbe: { type: { http: { port: 80 } } } },
      ports: [{ internalPort: 80, publiclyAccessible: true }],
    });
    const release = new DeploymentTrigger("release", { environmentId, services: [db, web] });
    return { host: db.host, webId: web.id, dbId: db.id, state: release.state };
  };
};

const container = async (id: string) => (await platform.request("GET", `/container/${id}`)).body;
const listed = async (kind: string) =>
  (await platform.request("GET", `/environment/${platform.ids.environment}/${kind}`)).body.results;

let webId = "";
let dbId = "";

describe("a database, a container that uses it, and their deployment", () => {
  test("preview shows what will be made, and sends nothing", async () => {
    const { changes } = await stack.run("preview", shop());
    expect(changes).toEqual({ create: 4 });
    expect(await requests(platform)).toEqual({});
  });

  test("up makes them in order and deploys both", async () => {
    const { changes, outputs } = await stack.run("up", shop());
    expect(changes).toEqual({ create: 4 });
    ({ webId, dbId } = outputs as { webId: string; dbId: string });
    const made = await container(webId);
    expect(made).toMatchObject({ name: "web", tag: "1.27", arguments: [`--database-host=${outputs.host}`] });
    expect(await requests(platform)).toEqual({
      "POST /environment/{environmentId}/database 201": 1,
      "POST /environment/{environmentId}/container 201": 1,
      "POST /environment/{environmentId}/service/deploy 202": 1,
      "GET /container/{containerId} 200": 1,
    });
  });

  test("the state holds the provider's text literally", async () => {
    const exported = await stack.exported();
    for (const [name, kind] of Object.entries({ db: "Database", web: "Container", release: "DeploymentTrigger" })) {
      const text = `exports.handler=()=>require("pulumi-app-platform/runtime").provider("${kind}")`;
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(100);
      const { inputs, outputs } = await stack.resource(name);
      expect([inputs.__provider, outputs.__provider]).toEqual([text, text]);
      expect(exported).toContain(JSON.stringify(text));
    }
  });

  test("a second preview and a refresh show no change", async () => {
    expect((await stack.run("preview")).changes).toEqual({ same: 4 });
    expect((await stack.run("refresh")).changes).toEqual({ same: 4 });
    expect((await stack.run("preview")).changes).toEqual({ same: 4 });
  });

  test("a changed tag is deployed", async () => {
    const { changes, output } = await stack.run("up", shop({ tag: "1.28" }));
    expect(changes).toEqual({ same: 2, update: 2 });
    expect(output).toContain(
      'Container "web": tag: "1.27" → "1.28" takes effect with the next deployment, for example by a DeploymentTrigger that selects it.',
    );
    // The trigger deploys it: nobody has to do anything.
    expect(output).not.toContain("warning:");
    expect((await container(webId)).tag).toBe("1.28");
    expect((await stack.run("preview")).changes).toEqual({ same: 4 });
  });

  test("any other changed field of the container is refused at preview, with the ways out, and nothing is sent", async () => {
    await forgetRequests(platform);
    const output = await stack.fails("preview", shop({ tag: "1.28", cpu: 700 }));
    expect(output).toContain(
      'AP2001: Container "web" cannot be updated: the platform\'s endpoints cannot update this kind',
    );
    expect(output).toContain("- cpu: 500 → 700");
    expect(output).toContain("- use the extended endpoints");
    expect(output).toContain("- change its `name`: a new resource is created, and the old one stays on the platform");
    expect(output).toContain("list the argument in `ignoreChanges`");
    expect(await requests(platform)).toEqual({});
  });

  test("the database is updated in place and deployed", async () => {
    const { changes } = await stack.run("up", shop({ tag: "1.28", dbDescription: "orders", dbVersion: "17" }));
    expect(changes).toEqual({ same: 2, update: 2 });
    expect(await listed("database")).toEqual([
      expect.objectContaining({ id: dbId, description: "orders", version: "17", type: "POSTGRESQL" }),
    ]);
  });

  test("a changed name makes a new container; the old one stays on the platform, with a warning", async () => {
    const wish = { tag: "1.28", dbDescription: "orders", dbVersion: "17", name: "shop" };
    const { changes, output, outputs } = await stack.run("up", shop(wish));
    expect(changes).toEqual({ same: 2, update: 1, replace: 1 });
    expect(output).toMatch(
      new RegExp(`warning: Container "web" \\(id ${webId}\\) stays on the platform: .*cannot delete it`),
    );
    const names = (await listed("container")).map(({ name }: { name: string }) => name);
    expect(names.sort()).toEqual(["shop", "web"]);
    expect(outputs.webId).not.toBe(webId);
    webId = outputs.webId;
  });

  test("destroy leaves them on the platform, with a warning that names kind, name and id", async () => {
    await forgetRequests(platform);
    const { changes, output } = await stack.run("destroy");
    expect(changes).toEqual({ delete: 4 });
    expect(output).toContain(`warning: Container "shop" (id ${webId}) stays on the platform`);
    expect(output).toContain(`warning: Database "db" (id ${dbId}) stays on the platform`);
    expect(await writes(platform)).toEqual([]);
    expect(await stack.resources()).toEqual([]);
    expect((await listed("database")).map(({ id }: { id: string }) => id)).toEqual([dbId]);
  });
});

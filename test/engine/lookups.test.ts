import { output, secret } from "@pulumi/pulumi";
import {
  Application,
  Container,
  Database,
  getApplication,
  getApplications,
  getContainer,
  getContainerOutput,
  getContainers,
  getDatabase,
  getDatabaseOutput,
  getDatabases,
  getJob,
  getJobs,
  getJobsOutput,
  Job,
} from "pulumi-app-platform";
import { beforeAll, describe, expect, test } from "vitest";
import { type Existing, makeExisting } from "./support/existing.js";
import { forgetRequests, requests } from "./support/journal.js";
import { opened } from "./support/opened.js";
import type { Program } from "./support/test-stack.js";

const { platform, stack } = opened({ isConfigured: true });

let existing: Existing;
let environmentId = "";
beforeAll(async () => {
  environmentId = platform.ids.environment;
  existing = await makeExisting(platform);
});

/** Every way to look: one by name in another letter case, one by id, all of them. */
const looking: Program = async () => {
  const where = { environmentId };
  const [application, container, job, database] = await Promise.all([
    getApplication({ ...where, name: "SHOP" }),
    getContainer({ ...where, name: " Web " }),
    getJob({ ...where, name: "Migrate" }),
    getDatabase({ ...where, name: "ORDERS" }),
  ]);
  const byId = await Promise.all([
    getApplication({ ...where, id: application.id }),
    getContainer({ id: container.id }),
    getJob({ ...where, id: job.id }),
    getDatabase({ ...where, id: database.id }),
  ]);
  const all = await Promise.all([getApplications(where), getContainers(where), getJobs(where), getDatabases(where)]);
  return {
    ids: [application, container, job, database].map(({ id }) => id),
    names: byId.map(({ name }) => name),
    counts: all.map(({ length }) => length),
    tag: container.tag,
    host: database.host,
    onStart: job.schedule.onStart?.entrypoint,
    branch: application.gitRepository.branch,
    port: container.ports?.[0]?.internalPort,
  };
};

describe("lookups", () => {
  test("find one resource by its name in any letter case or its ID, or all, with one list request per kind", async () => {
    const { outputs } = await stack.run("up", looking);
    expect(outputs.ids).toEqual([existing.Application, existing.Container, existing.Job, existing.Database]);
    expect(outputs.names).toEqual(["shop", "web", "migrate", "orders"]);
    expect(outputs.counts).toEqual([1, 1, 1, 1]);
    expect(outputs).toMatchObject({ tag: "1.27", onStart: "/migrate", branch: "production", port: 8080 });
    expect(outputs.host).toMatch(/./);
    await forgetRequests(platform);
    const { output, changes } = await stack.run("preview", looking);
    expect(changes).toEqual({ same: 1 });
    expect(output).not.toContain("warning");
    const lists = ["application", "container", "job", "database"].map((kind) => [
      `GET /environment/{environmentId}/${kind} 200`,
      1,
    ]);
    expect(await requests(platform)).toMatchObject(Object.fromEntries(lists));
    expect(Object.keys(await requests(platform))).toHaveLength(5);
  });

  test("accept outputs in their Output form, and return outputs that resources accept", async () => {
    const { outputs } = await stack.run("up", () => {
      const found = getContainerOutput({ environmentId: output(environmentId), name: output("web") });
      const copy = new Container("copy", { environmentId, cloneFrom: found.id, name: "copy" });
      return {
        id: found.id,
        hidden: getDatabaseOutput({ environmentId: secret(environmentId), name: "orders" }).host,
        stale: getJobsOutput({ environmentId, toUpdate: true }).apply(({ length }) => length),
        copy: copy.tag,
      };
    });
    expect(outputs).toMatchObject({ id: existing.Container, copy: "1.27", stale: 0 });
  });

  test("read a resource by `get` without managing or deleting it", async () => {
    const state = { environmentId };
    const { outputs } = await stack.run("up", () => {
      const container = Container.get("web", existing.Container);
      const database = Database.get("orders", existing.Database, state);
      const job = Job.get("migrate", existing.Job, state);
      const application = Application.get("shop", existing.Application, state);
      return { tag: container.tag, type: database.type, job: job.name, name: application.name };
    });
    expect(outputs).toEqual({ tag: "1.27", type: "MYSQL", job: "migrate", name: "shop" });
    expect(await stack.resource("web")).toMatchObject({ external: true, id: existing.Container });
    await forgetRequests(platform);
    await stack.run("up", () => ({}));
    expect(Object.keys(await requests(platform)).filter((request) => request.startsWith("DELETE"))).toEqual([]);
    expect((await platform.request("GET", `/container/${existing.Container}`)).status).toBe(200);
  });
});

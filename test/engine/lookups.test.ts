import { output, secret } from "@pulumi/pulumi";
import {
  Application,
  Container,
  Database,
  getApplication,
  getApplications,
  getCluster,
  getClusters,
  getContainer,
  getContainerOutput,
  getContainers,
  getDatabase,
  getDatabaseOutput,
  getDatabases,
  getJob,
  getJobs,
  getJobsOutput,
  getTerraformService,
  getTerraformServices,
  Job,
} from "pulumi-app-platform";
import { beforeAll, describe, expect, test } from "vitest";
import { failureOf } from "../unit/pretend-platform.js";
import { type Existing, makeExisting } from "./existing.js";
import { forgetRequests, requests } from "./journal.js";
import { opened } from "./opened.js";
import { sets } from "./sets.js";
import type { Program } from "./test-stack.js";

describe.each(sets)("lookups with the %s endpoints", (set) => {
  const { platform, stack } = opened({ endpoints: set, isConfigured: true });

  let existing: Existing;
  let environmentId = "";
  const isExtended = set === "extended";

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

  test("find one by its name without case, one by its id, and all, as programs spell them", async () => {
    const { outputs } = await stack.run("up", looking);
    expect(outputs.ids).toEqual([existing.Application, existing.Container, existing.Job, existing.Database]);
    expect(outputs.names).toEqual(["shop", "web", "migrate", "orders"]);
    expect(outputs.counts).toEqual([1, 1, 1, 1]);
    expect(outputs).toMatchObject({ tag: "1.27", onStart: "/migrate", branch: "production", port: 8080 });
    expect(outputs.host).toMatch(/./);
  });

  test("work at preview, warn of nothing, and ask for each list once however often it is needed", async () => {
    await forgetRequests(platform);
    const { output, changes } = await stack.run("preview", looking);
    expect(changes).toEqual({ same: 1 });
    expect(output).not.toContain("warning");
    const sent = await requests(platform);
    const lists = ["application", "container", "job", "database"].map((kind) => [
      `GET /environment/{environmentId}/${kind} 200`,
      1,
    ]);
    expect(sent).toMatchObject(Object.fromEntries(lists));
    expect(Object.keys(sent)).toHaveLength(isExtended ? 8 : 5);
  });

  test("take outputs as arguments in their Output form, and go on to resources", async () => {
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

  test("give only the jobs that were edited since their last deployment, where toUpdate asks for them", async () => {
    const jobs = [{ id: existing.Job, git_commit_id: "4f2a91c" }];
    await platform.request("POST", `/environment/${environmentId}/service/deploy`, { body: { jobs } });
    const counted: Program = async () => ({
      toUpdate: (await getJobs({ environmentId, toUpdate: true })).map(({ name }) => name),
      all: (await getJobs({ environmentId, toUpdate: false })).length,
    });
    expect((await stack.run("up", counted)).outputs).toEqual({ toUpdate: [], all: 1 });
    const { body } = await platform.request("GET", `/environment/${environmentId}/job`);
    const { icon_uri: _, ...job } = body.results[0];
    await platform.request("PUT", `/job/${existing.Job}`, { body: { ...job, cpu: 300 } });
    expect((await stack.run("up", counted)).outputs).toEqual({ toUpdate: ["migrate"], all: 1 });
  });

  test("read a resource into the program by get, which then is not managed", async () => {
    const state = isExtended ? {} : { environmentId };
    const { outputs } = await stack.run("up", () => {
      const container = Container.get("web", existing.Container);
      const database = Database.get("orders", existing.Database, state);
      const job = Job.get("migrate", existing.Job, state);
      const application = Application.get("shop", existing.Application, state);
      return { tag: container.tag, type: database.type, cpu: job.cpu, name: application.name };
    });
    expect(outputs).toEqual({ tag: "1.27", type: "MYSQL", cpu: 300, name: "shop" });
    expect(await stack.resource("web")).toMatchObject({ external: true, id: existing.Container });
    await forgetRequests(platform);
    await stack.run("up", () => ({}));
    expect(Object.keys(await requests(platform)).filter((request) => request.startsWith("DELETE"))).toEqual([]);
    expect((await platform.request("GET", `/container/${existing.Container}`)).status).toBe(200);
  });

  test("that can't succeed say why, and what exists instead", async () => {
    const { organization: organizationId } = platform.ids;
    const none = "AP2007: getContainer: there is no Container named";
    const failures: readonly (readonly [look: () => Promise<unknown>, ...said: string[]])[] = [
      [() => getContainer({ environmentId, name: "wep" }), `${none} "wep" in environment`, "web"],
      [() => getJob({ environmentId, id: environmentId }), "AP2007: getJob: there is no Job with id"],
      [() => getContainer({ environmentId }), "AP2007: getContainer: neither an id nor a name is set"],
      [() => getJobs({ environmentId: existing.Job }), "AP3003", "404"],
      ...(isExtended
        ? ([[() => getCluster({ organizationId, name: "x" }), "main"]] as const)
        : ([
            // Only a list could find it.
            [() => getDatabase({ id: existing.Database }), "AP2005"],
            [() => getTerraformServices({ environmentId }), "use the extended endpoints"],
            [() => getClusters({ organizationId: environmentId }), "use the extended"],
          ] as const)),
    ];
    await stack.run("preview", async () => {
      for (const [look, ...said] of failures) {
        const { message } = await failureOf(look());
        for (const text of said) expect(message).toContain(text);
      }
    });
    // One that nobody catches fails the program with the same words.
    const output = await stack.fails("preview", () => getContainer({ environmentId, name: "x" }).then(() => ({})));
    expect(output).toContain(`${none} "x"`);
  });

  if (!isExtended) return;
  test("find Terraform services and clusters where the set lists them", async () => {
    const { outputs } = await stack.run("up", async () => ({
      service: (await getTerraformService({ environmentId, name: "Network" })).engine,
      byId: (await getTerraformService({ id: existing.TerraformService })).name,
      clusters: (await getClusters({ organizationId: platform.ids.organization })).map(({ name }) => name),
    }));
    expect(outputs).toEqual({ service: "OPEN_TOFU", byId: "network", clusters: ["main"] });
  });
});

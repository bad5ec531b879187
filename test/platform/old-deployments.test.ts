import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { createClock } from "../../backend/src/clock.js";
import { createContent } from "../../backend/src/dashboard/content.js";
import { environmentContent } from "../../backend/src/dashboard/summaries.js";
import { deploy } from "../../backend/src/operations/deployments.js";
import { readStatuses } from "../../backend/src/operations/statuses.js";
import { createVariable } from "../../backend/src/operations/variables.js";
import { createPlatform, type Platform } from "../../backend/src/platform.js";
import { plant, seededIds } from "../../backend/src/seed.js";
import { openStore, type Store } from "../../backend/src/store/store.js";
import { bodies } from "./support/bodies.js";
import { callOf, containers } from "./support/in-process.js";
import { opened } from "./support/opened.js";

const environmentId = seededIds.environment;

/** Inserts copies of a service, which takes less time than creating them; returns their ids. */
function addCopies(store: Store, of: string, count: number): string[] {
  const service = store.services.get(of);
  if (service === undefined) throw new Error(`There is no service ${of}.`);
  return Array.from({ length: count }, (_, index) => {
    const id = randomUUID();
    store.services.insert({ ...service, id, config: { ...service.config, name: `${service.config.name}-${index}` } });
    return id;
  });
}

/** An environment of containers, deployed together. */
function environmentOf(services: number): Platform {
  const store = openStore(":memory:");
  plant(store, undefined);
  const platform = createPlatform(store, createClock("instant", { get: Date.now }));
  const { id: first } = containers.create(callOf(platform, bodies.container.full(seededIds)));
  const ids = [first, ...addCopies(store, first, services - 1)];
  deploy(callOf(platform, { containers: ids.map((id) => ({ id, image_tag: "2" })) }));
  addVariables(platform, ids);
  return platform;
}

/** A variable of the environment, and another one for each service. */
function addVariables(platform: Platform, services: readonly string[]): void {
  const scoped = { value: "x", is_secret: false };
  const add = (body: object) => createVariable(callOf(platform, { ...scoped, ...body }));
  add({ key: "A", variable_scope: "ENVIRONMENT", variable_parent_id: environmentId });
  for (const id of services) {
    add({ key: "B", variable_scope: "CONTAINER", variable_parent_id: id });
    add({ key: "C", variable_scope: "CONTAINER", variable_parent_id: id });
  }
}

const reads: Record<string, (platform: Platform) => unknown> = {
  "the statuses": (platform) => readStatuses(callOf(platform)),
  "a list": (platform) => containers.list(callOf(platform)),
  "the dashboard": (platform) => {
    const content = createContent(() => platform);
    const environment = content.environment(environmentId);
    if (environment === undefined) throw new Error("The environment is missing.");
    return environmentContent(platform, content, environment);
  },
};

describe("time of a request", () => {
  /** In microseconds of the processor, so that what else the machine does does not count. */
  function timeOf(work: () => unknown): number {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return user + system;
  }

  /**
   * How many times as long one takes as the other, by the shortest of their times. On a busy machine, and with collections of garbage,
   * a time can be too long, never too short: both are taken until the ratio is below the limit, at most a hundred times.
   */
  function ratioOf(long: () => unknown, short: () => unknown, limit: number): number {
    let [ofLong, ofShort] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let each = 0; each < 100 && (each < 10 || ofLong / ofShort >= limit); each++) {
      ofLong = Math.min(ofLong, timeOf(long));
      ofShort = Math.min(ofShort, timeOf(short));
    }
    return ofLong / ofShort;
  }

  it("grows with the number of services, not with its square", () => {
    const [few, many] = [environmentOf(250), environmentOf(1_000)];
    // 4 would be proportional, 16 the square.
    const limit = 10;
    for (const [name, read] of Object.entries(reads)) {
      const ratio = ratioOf(
        () => read(many),
        () => read(few),
        limit,
      );
      expect([name, ratio < limit], `${ratio} times`).toEqual([name, true]);
    }
  });
});

describe("old deployments", () => {
  const { platform, send, read, inEnvironment, create } = opened({ speed: "instant" });
  const most = 200;

  it("are deleted beyond the newest 200, except the last one of each service, which redeploy uses", async () => {
    const elsewhere = platform.ids.otherEnvironment;
    const run = async (body: object, environment?: string): Promise<string> => {
      const response = await send("POST", inEnvironment("service/deploy", environment), body);
      expect(response.status).toBe(202);
      return response.body.last_deployment_id;
    };
    const [application, container] = [await create("application"), await create("container")];
    const [{ id: once }, { id: often }] = [
      await create("database", { name: "once" }),
      await create("database", { name: "often" }),
    ];
    const kept = [
      await run({ databases: [(await create("database", {}, elsewhere)).id] }, elsewhere),
      await run({ applications: [{ application_id: application.id, git_commit_id: "c0ffee" }] }),
      await run({ containers: [{ id: container.id, image_tag: "2.0" }] }),
    ];
    const first = await run({ databases: [once] });
    const later: string[] = [];
    while (later.length < most + 5) later.push(await run({ databases: [often] }));
    const stored = async () => (await read("/_local/snapshot")).tables.deployment.map(({ id }: { id: string }) => id);
    expect(await stored()).toEqual([...kept, first, ...later.slice(-most)]);
    expect((await read(inEnvironment("statuses"))).databases).toMatchObject([
      { id: once, execution_id: first, state: "DEPLOYED", service_deployment_status: "UP_TO_DATE" },
      { id: often, execution_id: later.at(-1), state: "DEPLOYED" },
    ]);
    // Nothing refers to it any more.
    await send("DELETE", `/database/${once}`);
    later.push(await run({ databases: [often] }));
    expect(await stored()).toEqual([...kept, ...later.slice(-most)]);
    expect((await send("POST", inEnvironment("redeploy"))).status).toBe(202);
    expect((await read(`/application/${application.id}`)).git_repository.deployed_commit_id).toBe("c0ffee");
    expect((await read(`/container/${container.id}`)).tag).toBe("2.0");
  });

  it("aren't deleted while they run", () => {
    const store = openStore(":memory:");
    plant(store, undefined);
    const reading = Date.now();
    const platform = createPlatform(store, createClock("manual", { get: () => reading }));
    const task = { kind: "database", way: "plain", lifecycle: false, fails: null, first: true } as const;
    const insert = (started: number) => {
      const id = randomUUID();
      const tasks = [{ ...task, serviceId: randomUUID() }];
      const stages = [{ id, name: "default" }];
      const known = { requestId: id, stages, startedAt: "", triggeredBy: "tester", action: "deploy" } as const;
      store.deployments.insert({ ...known, id, environmentId, started, tasks, first: false, cancel: null });
      return id;
    };
    const running = insert(reading);
    for (let each = 0; each < most + 5; each++) insert(0);
    const { id } = containers.create(callOf(platform, bodies.container.minimal(seededIds)));
    deploy(callOf(platform, { containers: [{ id, image_tag: "2" }] }));
    const left = store.deployments.recent(environmentId, 1_000);
    expect([left.length, left.at(-1)?.id]).toEqual([most + 1, running]);
  });
});

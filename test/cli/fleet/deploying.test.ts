import type { ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { requests } from "../../engine/journal.js";
import { type Platform, startPlatform } from "../../platform/platform.js";
import { type Entry, newEnvironments } from "./environments.js";
import { type Fleet, killAll, openFleet, PASSPHRASE } from "./fleet.js";

const RESOURCES = ["api", "nightly", "orders", "release", "web"];

describe("a fleet", () => {
  let platform: Platform;
  let other: Platform;
  let fleet: Fleet;
  let healthy: Entry[];
  let worker: ChildProcess;

  const changed = (entry: Entry, settings: Partial<Entry["settings"]>, more: Partial<Entry> = {}): Entry => ({
    ...entry,
    ...more,
    settings: { ...entry.settings, ...settings },
  });

  /** Names of the services that an environment has on the platform. */
  async function services({ settings: { environmentId } }: Entry): Promise<string[]> {
    const kinds = ["database", "container", "job"];
    const lists = kinds.map((kind) => platform.request("GET", `/environment/${environmentId}/${kind}`));
    const names = (await Promise.all(lists)).flatMap(({ body }) =>
      body.results.map(({ name }: { name: string }) => name),
    );
    return names.sort();
  }

  const tags = async ({ settings: { environmentId } }: Entry): Promise<string[]> =>
    (await platform.request("GET", `/environment/${environmentId}/container`)).body.results.map(
      ({ tag }: { tag: string }) => tag,
    );

  /** Waits until a stack is locked of which some resources exist, but not all. */
  async function halfDone(entries: readonly Entry[]): Promise<Entry> {
    for (;;) {
      for (const entry of entries) {
        const { length } = await services(entry);
        if (length > 0 && length < 4 && fleet.locked().includes(entry.name)) return entry;
      }
      await delay(20);
    }
  }

  beforeAll(async () => {
    [platform, other] = await Promise.all([startPlatform({ endpoints: "extended" }), startPlatform({})]);
    healthy = await newEnvironments(platform, 3);
    fleet = await openFleet({ local: platform, other });
  });
  afterAll(async () => {
    await fleet?.close();
    await platform?.stop();
    await other?.stop();
  });

  test("deploys every environment once although a worker is killed, and says why one cannot be deployed", async () => {
    const [first] = healthy as [Entry];
    const nowhere = changed(first, { environmentId: randomUUID() }, { name: "nowhere" });
    await fleet.import([...healthy, nowhere]);
    const lost = await fleet.startWorker("local:2");
    const up = fleet.run("up", "--waves", "100%", "--failures", "3");
    const victim = await halfDone(healthy);
    await killAll(lost);
    expect(fleet.locked()).toContain(victim.name);
    worker = await fleet.startWorker("local:2");

    const { code, stdout, output } = await up;
    expect(code, output).toBe(1);
    expect(stdout).toContain("wave 1 of 1, 4 of 4 environments: 3 done, 1 failed\n");
    expect(stdout).toContain("nowhere: up 1 failed: AP3003 after 1 attempt\n");
    expect(stdout).toContain(`There is no environment with the id ${nowhere.settings.environmentId}.`);
    expect(stdout).toMatch(/errors\.html#ap3003\n/);

    for (const entry of healthy) {
      expect(await services(entry), entry.name).toEqual(["api", "nightly", "orders", "web"]);
      expect(fleet.resources(entry.name), entry.name).toEqual(RESOURCES);
    }
    expect(await fleet.report(victim.name)).toMatchObject({ state: "done", attempts: 2 });
    expect(fleet.locked()).toEqual([]);
    const sent = await requests(platform);
    const created = ["database", "container", "job"].map(
      (kind) => sent[`POST /environment/{environmentId}/${kind} 201`],
    );
    expect(created).toEqual([3, 6, 3]);
  });

  test("deploys only what has changed, and again what was there before", async () => {
    const [first, second] = healthy as [Entry, Entry];
    await fleet.import([changed(first, { tag: "environment" }), second]);
    const up = await fleet.run("up", first.name, second.name);
    expect(up.stdout, up.output).toContain("2 of 2 environments: 1 done, 1 unchanged\n");
    expect([await tags(first), await tags(second)]).toEqual([
      ["environment", "environment"],
      ["1", "1"],
    ]);
    const before = await fleet.run("up", first.name, "--previous");
    expect(before.stdout, before.output).toContain("1 of 1 environments: 1 done\n");
    expect(await tags(first)).toEqual(["1", "1"]);
  });

  test("gives a run the token of its platform, and no other secret of the worker", () => {
    const [{ settings }] = healthy as [Entry];
    const variables = JSON.parse(readFileSync(join(fleet.folder, `environment-${settings.environmentId}`), "utf8"));
    expect(variables.APP_PLATFORM_TOKEN).toBe(platform.tokens.admin);
    expect(JSON.stringify(variables)).not.toContain(other.tokens.admin);
    expect(variables).not.toHaveProperty("OTHER_SECRET");
  });

  test("finds drift by a schedule, reports it, and removes it when asked to", async () => {
    const [first] = healthy as [Entry];
    const { body } = await platform.request("GET", `/environment/${first.settings.environmentId}/job`);
    const removed = await platform.request("DELETE", `/job/${body.results[0].id}`);
    expect(removed.status).toBeLessThan(300);
    const preview = () => fleet.run("preview", first.name, "--cron", "0 3 * * *");
    for (const { stdout, output } of [await preview(), await preview()])
      expect(stdout, output).toBe("preview is scheduled: 0 3 * * *\n");
    await fleet.temporal.client.schedule.getHandle("preview").trigger();
    const state = async () => (await fleet.report(first.name))?.state;
    await expect.poll(state, { timeout: 120_000, interval: 200 }).toBe("drifted");
    const report = await fleet.run("report");
    expect(report.stdout, report.output).toMatch(/^local-001: preview 1 drifted: 1 create, /m);
    expect(await services(first)).not.toContain("nightly");
    const up = await fleet.run("up", first.name);
    expect(up.stdout, up.output).toContain("1 of 1 environments: 1 done\n");
    expect(await services(first)).toContain("nightly");
  });

  test("destroys an environment with its stack, and finishes the current run when a worker is stopped", async () => {
    const [first] = healthy as [Entry];
    const destroyed = fleet.run("destroy", first.name);
    while (!fleet.locked().includes(first.name)) await delay(20);
    const exited = once(worker, "exit");
    worker.kill("SIGTERM");
    expect(await exited, fleet.logs()).toEqual([0, null]);
    expect(await services(first)).toEqual([]);
    expect(existsSync(join(fleet.folder, "../state/.pulumi/stacks/fleet", `${first.name}.json`))).toBe(false);
    worker = await fleet.startWorker("local:2");
    expect((await destroyed).code).toBe(0);
    const { status } = await fleet.temporal.client.workflow.getHandle(first.name).describe();
    expect(status.name).toBe("COMPLETED");
    const { stdout } = await fleet.run("status", "--json");
    expect(JSON.parse(stdout)).toMatchObject({ running: 0, failed: 1 });
  });

  test("keeps tokens and passphrases out of Temporal's database and out of the logs", async () => {
    await fleet.temporal.kill();
    const folder = join(fleet.folder, "../temporal");
    const data = readFileSync(join(folder, "temporal.db"), "latin1") + fleet.logs();
    expect(data).toContain("local-001");
    expect(data).not.toContain(platform.tokens.admin);
    expect(data).not.toContain(PASSPHRASE);
  });
});

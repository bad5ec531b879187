import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { type Chance, chanceOf } from "../../support/chance.js";
import { isFull } from "../../support/full.js";
import { openedFolder } from "../../support/opened-folder.js";
import { oneSeed, toRepeat } from "../../support/seeds.js";
import { type Body, bodies } from "../support/bodies.js";
import { type Platform, startPlatform } from "../support/platform.js";
import { program, startPlatformProcess } from "../support/platform-process.js";
import { readStored } from "../support/stored.js";
import { compare, type Entry, type Ledger, newLedger, writes } from "./ledger.js";
import { Refused, write } from "./load.js";
import { inspect } from "./soundness.js";

const folder = openedFolder("durability");

const kills = isFull ? 1000 : 4;
/** Two files at a time, since most of a round is waiting for the next start. */
const lanes = 2;
const clients = 8;
/** So fast that deployments end, and further ones begin, within a round. */
const speed = 200;

/** What the rounds on one data file show: what was written, and what is wrong. */
async function killAgainAndAgain(data: string, rounds: number, chance: Chance) {
  const ledger = newLedger();
  const wrong: string[] = [];
  const owned = Array.from({ length: clients }, () => new Set<Entry>());
  const open = async () => {
    const platform = await startPlatformProcess({ data, speed, endpoints: "extended" });
    wrong.push(...(await compare(platform, ledger)));
    for (const own of owned) for (const entry of own) if (!ledger.entries.has(entry)) own.delete(entry);
    return platform;
  };
  for (let round = 0; round < rounds; round++) {
    const platform = await open();
    const running = owned.map((own) =>
      write(platform, ledger, own, chance).catch((error: Error) => {
        if (error instanceof Refused) wrong.push(error.message);
      }),
    );
    await everyWriteAcknowledged(ledger);
    await sleep(20 + chance.below(130));
    await platform.kill();
    await Promise.all(running);
    // Each time where there are few kills; else often enough, since what is half made does not repair itself.
    if (rounds <= 20 || round % 10 === 0 || round === rounds - 1) {
      const findings = Object.entries(inspect(data, ledger, speed));
      wrong.push(...findings.flatMap(([what, found]) => found.map((each: string) => `${what}: ${each}`)));
    }
    if (wrong.length > 0) break;
  }
  await (await open()).stop();
  return { ledger, wrong };
}

/** Waits until every sort of write was acknowledged once, so that a busy machine does not leave one out; five seconds at most. */
async function everyWriteAcknowledged(ledger: Ledger): Promise<void> {
  for (let waited = 0; waited < 5_000 && writes.some((each) => ledger.acknowledged[each] === 0); waited += 10) {
    await sleep(10);
  }
}

it(`data file keeps every acknowledged write through ${kills} kills under load`, async () => {
  const chance = chanceOf(oneSeed);
  const rounds = Math.ceil(kills / lanes);
  const files = Array.from({ length: lanes }, (_, lane) => join(folder, `killed-${lane}.db`));
  const ran = await Promise.all(files.map((file) => killAgainAndAgain(file, rounds, chance)));
  expect(
    ran.flatMap(({ wrong }) => wrong),
    toRepeat(oneSeed),
  ).toEqual([]);
  const ledgers = ran.map(({ ledger }) => ledger);
  for (const each of writes)
    expect([each, ledgers.some(({ acknowledged }) => acknowledged[each] > 0)]).toEqual([each, true]);
  expect(ledgers.some(({ unacknowledged }) => unacknowledged > 0)).toBe(true);
});

const firstStarts = isFull ? 100 : 2;

it(`data file opens after its first start was killed, at ${firstStarts} moments`, async () => {
  const chance = chanceOf(oneSeed);
  for (let count = 0; count < firstStarts; count++) {
    const data = join(folder, `first-${count}.db`);
    const args = [program, "serve", "--json", "--port", "0", "--data", data];
    const child = spawn(process.execPath, args, { stdio: "ignore" });
    const ended = once(child, "exit");
    await sleep(chance.below(600));
    child.kill("SIGKILL");
    await ended;
    const platform = await startPlatformProcess({ data });
    const path = `/environment/${platform.ids.environment}/database`;
    const made = await platform.request("POST", path, { body: bodies.database.minimal(platform.ids) });
    await platform.stop();
    const { damage, services } = readStored(data);
    expect([made.status, damage, services.size], toRepeat(oneSeed)).toEqual([201, [], 1]);
  }
});

const schedules = isFull ? 20 : 1;

/** What 50 clients at random may do to one environment, and must not do to each other. */
async function schedule(platform: Platform, chance: Chance) {
  const environment = `/environment/${platform.ids.environment}`;
  await platform.request("POST", "/_local/reset");
  const body = { ...bodies.database.minimal(platform.ids), name: "deployed" };
  const { id } = (await platform.request("POST", `${environment}/database`, { body })).body;
  const list = async (): Promise<Body[]> => (await platform.request("GET", `${environment}/database`)).body.results;
  const statuses: number[] = [];
  let accepted = 0;
  const send = async (method: string, path: string, body: unknown) => {
    const answer = await platform.request(method, path, { body });
    statuses.push(answer.status);
    return answer.status;
  };
  const steps = [
    (name: string) => send("POST", `${environment}/database`, { ...bodies.database.minimal(platform.ids), name }),
    (name: string) => send("POST", `/database/${id}/clone`, { name, environment_id: platform.ids.environment }),
    async (name: string) => {
      const other = chance.pick((await list()).filter((each) => each.name !== "deployed"));
      if (other !== undefined) await send("PUT", `/database/${other.id}`, { name });
    },
    async () => {
      if ((await send("POST", `${environment}/service/deploy`, { databases: [id] })) === 202) accepted += 1;
    },
  ];
  const client = async () => {
    for (let step = 0; step < 10; step++) {
      // Few names, in both cases, so that the clients get into each other's way.
      const name = chance.pick(["name", "NAME", "Name"]) + chance.below(12);
      await chance.pick(steps)(name);
    }
  };
  await Promise.all(Array.from({ length: 50 }, client));
  const names = (await list()).map(({ name }) => (name as string).toLowerCase());
  return { names, accepted, statuses };
}

it(`names stay unique, and an environment has one deployment, under 50 clients, in random schedules: ${schedules}`, async () => {
  const chance = chanceOf(oneSeed);
  // Nothing moves the clock, so the first deployment runs forever.
  const platform = await startPlatform({ speed: "manual" });
  for (let count = 0; count < schedules; count++) {
    const { names, accepted, statuses } = await schedule(platform, chance);
    expect(new Set(names).size, toRepeat(oneSeed)).toBe(names.length);
    expect(accepted, toRepeat(oneSeed)).toBe(1);
    // They did meet: some were refused, and nothing else happened to them.
    expect(new Set(statuses)).toEqual(new Set([200, 201, 202, 409]));
  }
  await platform.stop();
});

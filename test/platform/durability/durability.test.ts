import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { type Chance, chanceOf } from "../../support/chance.js";
import { isFull } from "../../support/full.js";
import { openedFolder } from "../../support/opened-folder.js";
import { oneSeed, toRepeat } from "../../support/seeds.js";
import { type Body, bodies, deployBodies, type KindName, kindNames } from "../support/bodies.js";
import { type Answer, type Platform, startPlatform } from "../support/platform.js";
import { program, startPlatformProcess } from "../support/platform-process.js";
import { readStored } from "../support/stored.js";
import { type Content, compare, type Entry, type Ledger, newLedger, type Write, writes } from "./ledger.js";

/** Seconds that a service of each way takes to deploy, from the backend's README. */
const seconds: Readonly<Record<string, number>> = { plain: 4, built: 8, run: 7, "built and run": 11 };

interface Service {
  readonly id: string;
  readonly kind: string;
  readonly environmentId: string;
  readonly lastDeploymentId: string | null;
  readonly deployedRevision: number | null;
  readonly config: { readonly name: string; readonly description: string };
}

interface Deployment {
  readonly id: string;
  readonly environmentId: string;
  readonly started: number;
  readonly tasks: readonly { readonly serviceId: string; readonly way: string }[];
}

/** What is wrong in a data file, by what it is; nothing if it is whole. */
function inspect(data: string, ledger: Ledger, speed: number): Record<string, readonly string[]> {
  const stored = readStored(data);
  const services = [...stored.services.values()] as unknown as Service[];
  const deployments = [...stored.deployments.values()] as unknown as Deployment[];
  return {
    "a line that isn't as it was written": stored.damage,
    "what doesn't agree with itself or each other": [
      ...services.filter((service) => !isWhole(service)).map(({ id }) => `service ${id}`),
      ...deployments.filter(({ tasks }) => tasks.length === 0).map(({ id }) => `deployment ${id}`),
      ...unlinked(services, deployments),
    ],
    "a name that two services of a kind and environment share": namesakes(services),
    "a deployment that began before the one before had ended": overlaps(deployments, speed),
    "an acknowledged deployment that isn't there, although it isn't old enough to be removed": lostDeployments(
      ledger,
      deployments,
    ),
  };
}

/** The description repeats what it begins with: of a torn one the end would be missing. */
function isWhole({ config }: Service): boolean {
  const [first, ...rest] = config.description.trimEnd().split(" ");
  return rest.every((part) => part === first);
}

/** A deployment and what it changes in its services are one write: neither may be there without the other. */
function unlinked(services: readonly Service[], deployments: readonly Deployment[]): string[] {
  return services.flatMap(({ id, lastDeploymentId, deployedRevision }) => {
    const last = deployments.findLast(({ tasks }) => tasks.some(({ serviceId }) => serviceId === id));
    const fits = (last?.id ?? null) === lastDeploymentId && (last === undefined) === (deployedRevision === null);
    return fits ? [] : [`service ${id} and its last deployment`];
  });
}

/** How many deployments of an environment are always kept, from the backend's README. */
const keptDeployments = 200;
/** Responses of deployments that follow each other closely may arrive in another order. */
const outOfOrder = 8;

function lostDeployments({ deployments: acknowledged }: Ledger, deployments: readonly Deployment[]): string[] {
  const present = new Set(deployments.map(({ id }) => id));
  return [...new Set(acknowledged.values())].flatMap((environment) => {
    const ids = [...acknowledged].filter(([, where]) => where === environment).map(([id]) => id);
    const newest = deployments.filter(({ environmentId }) => environmentId === environment).slice(-keptDeployments);
    const kept = new Set(newest.map(({ id }) => id));
    const firstKept = ids.findIndex((id) => kept.has(id));
    const removable = firstKept === -1 ? ids.length : firstKept + outOfOrder;
    return ids.slice(newest.length < keptDeployments ? 0 : removable).filter((id) => !present.has(id));
  });
}

function namesakes(services: readonly Service[]): string[] {
  const keys = services.map(({ environmentId, kind, config }) =>
    [environmentId, kind, config.name.toLowerCase()].join(" "),
  );
  return keys.filter((key, index) => keys.indexOf(key) !== index);
}

function overlaps(deployments: readonly Deployment[], speed: number): string[] {
  const ends = new Map<string, number>();
  return deployments.flatMap(({ id, environmentId, started, tasks }) => {
    const longest = Math.max(...tasks.map(({ way }) => seconds[way] ?? Number.NaN));
    // Reckoned in floating seconds there, so a little tolerance.
    const overlap = started < (ends.get(environmentId) ?? 0) - 0.01;
    ends.set(environmentId, started + (longest * 1000) / speed);
    return overlap ? [id] : [];
  });
}

/** The most that one client keeps; beyond it deletes. */
const mostOwn = 10;

/** What deploys a service of each kind for the first time: here, jobs have an image. */
const selections: typeof deployBodies = { ...deployBodies, job: (id) => ({ jobs: [{ id, image_tag: "2" }] }) };

/** One client: works on services of its own, so that what each of them must be is known at any moment. */
async function write(platform: Platform, ledger: Ledger, own: Set<Entry>, chance: Chance): Promise<never> {
  const { request, ids } = platform;
  // Up to several pages of the file, so that a record can be torn.
  const content = (): Content => ({
    name: randomUUID(),
    description: `${randomUUID()} `.repeat(1 + chance.below(400)),
  });

  /** Sends a write; whatever ends it without a response leaves it pending. */
  const attempt = async (entry: Entry, write: Write, next: Content | undefined, send: () => Promise<Answer>) => {
    entry.pending = { content: next };
    const answer = await send();
    entry.pending = undefined;
    if (write === "deploy" && answer.status === 409) return;
    if (answer.status >= 300) throw new Refused(`${write} returned ${answer.status}: ${answer.body?.detail}`);
    ledger.acknowledged[write] += 1;
    entry.content = next;
    if (write === "deploy") ledger.deployments.set(answer.body.last_deployment_id, entry.environment);
    else entry.id = answer.body?.id ?? entry.id;
    if (next === undefined) forget(entry);
  };
  const remember = (kind: KindName, environment: string) => {
    const entry: Entry = { kind, environment, id: undefined, content: undefined, pending: undefined };
    ledger.entries.add(entry);
    own.add(entry);
    return entry;
  };
  const forget = (entry: Entry) => {
    ledger.entries.delete(entry);
    own.delete(entry);
  };
  const bodyOf = (kind: KindName, next: Content) => ({ ...bodies[kind].minimal(ids), ...next });

  const create = async () => {
    const entry = remember(chance.pick(kindNames), chance.pick([ids.environment, ids.otherEnvironment]));
    const next = content();
    const path = `/environment/${entry.environment}/${entry.kind}`;
    await attempt(entry, "create", next, () => request("POST", path, { body: bodyOf(entry.kind, next) }));
  };
  const steps: Record<Exclude<Write, "create">, (entry: Entry) => Promise<void>> = {
    async clone({ kind, id, content: source }) {
      const entry = remember(kind, chance.pick([ids.environment, ids.otherEnvironment]));
      const name = randomUUID();
      const body = { name, environment_id: entry.environment };
      const next = { name, description: source?.description ?? "" };
      await attempt(entry, "clone", next, () => request("POST", `/${kind}/${id}/clone`, { body }));
    },
    async update(entry) {
      const next = content();
      const body = bodyOf(entry.kind, next);
      await attempt(entry, "update", next, () => request("PUT", `/${entry.kind}/${entry.id}`, { body }));
    },
    async deploy(entry) {
      const body = selections[entry.kind](entry.id ?? "");
      const path = `/environment/${entry.environment}/service/deploy`;
      await attempt(entry, "deploy", entry.content, () => request("POST", path, { body }));
    },
    async delete(entry) {
      await attempt(entry, "delete", undefined, () => request("DELETE", `/${entry.kind}/${entry.id}`));
    },
  };

  for (;;) {
    const mine = [...own].filter(({ content }) => content !== undefined);
    if (mine.length < 2 || chance.next() < 0.25) await create();
    else if (mine.length > mostOwn) await steps.delete(chance.pick(mine));
    else await steps[chance.pick(["clone", "update", "update", "deploy", "delete"] as const)](chance.pick(mine));
  }
}

/** A response that the load did not ask for. */
class Refused extends Error {}

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

/** Waits until every sort of write was acknowledged once, so that a busy machine does not leave one out. */
async function everyWriteAcknowledged(ledger: Ledger): Promise<void> {
  for (let waited = 0; waited < 120_000 && writes.some((each) => ledger.acknowledged[each] === 0); waited += 10) {
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

it(`data file opens after a kill during its first start, at ${firstStarts} random times`, async () => {
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

it(`names stay unique, and an environment accepts one deployment at a time, with 50 parallel clients: ${schedules} random schedules`, async () => {
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

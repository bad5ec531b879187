/** Every fault at every endpoint: the right result or one clear error, nothing lost, nothing twice. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { documentedKinds } from "../../kinds/documentedCalls.js";
import { type DoorName, doors } from "../../support/frontend.js";
import { sample } from "../../support/full.js";
import { type Outcome, printOutcomes } from "../../support/outcomes.js";
import type { EndpointSet } from "../../support/provider.js";
import { openedBackends } from "./backends.js";
import { type Endpoint, endpoints } from "./endpoints.js";
import { expected, unknown } from "./expectations.js";
import { extendedCalls } from "./extended-calls.js";
import { type Fault, faults, type Way } from "./faults.js";
import { type Place, type Run, run } from "./run.js";

const backends = {
  // What an environment holds is deleted over time.
  extended: openedBackends(4, { speed: "instant", endpoints: "extended" }),
  // So many cells are run at a time, each with a platform of its own: most of them wait.
  documented: openedBackends(8, { speed: "manual", endpoints: "documented" }),
};
let elsewhere: Server;
/** Requests that followed a redirect. */
let followed = 0;
/** The fault of each cell, and how it ended. */
const outcomes: Outcome[] = [];
beforeAll(async () => {
  elsewhere = createServer((_, response) => {
    followed += 1;
    response.end("{}");
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve));
});
afterAll(() => {
  printOutcomes("Every fault at every endpoint", outcomes);
  elsewhere.close();
});

/** An outcome in words. */
function said(outcome: string): string {
  if (outcome === unknown) return `outcome unknown (${outcome})`;
  return outcome.startsWith("AP") ? `error ${outcome}` : outcome;
}

function outcomeOf(fault: Fault, runs: readonly Run[]): string {
  const [first, staying] = runs.map(({ outcome }) => said(outcome));
  if (staying === undefined || first === staying) return first as string;
  return fault.ways === undefined ? `${first}; if the fault persists, ${staying}` : (first as string);
}

/** Whether an operation ended in an error that is right for a platform that doesn't respond in time, but not for this cell. */
function isCausedByWaiting({ outcome, wrongs }: Run, endpoint: Endpoint, fault: Fault, way: Way): boolean {
  if (fault.isSlow !== true || wrongs.length > 0 || outcome === expected(endpoint, fault, way)) return false;
  return outcome === unknown || outcome === fault.code;
}

async function meets(door: DoorName, set: EndpointSet, endpoint: Endpoint, fault: Fault): Promise<void> {
  const { port } = elsewhere.address() as AddressInfo;
  const place: Place = { door, endpoints: set, elsewhere: `http://127.0.0.1:${port}/elsewhere` };
  const ways = fault.ways ?? (["once", "staying"] as const);
  const runs: Run[] = [];
  for (const way of ways) {
    const attempt = () => backends[set].borrow((backend) => run(backend, endpoint, fault, way, place));
    let end = await attempt();
    // A machine that keeps the backend waiting turns a fault that is got over into one that stays. The error is right then,
    // and what it says is checked as ever; another run ends as it should, unless the provider is wrong.
    for (let again = 0; again < 2 && isCausedByWaiting(end, endpoint, fault, way); again++) end = await attempt();
    runs.push(end);
  }
  outcomes.push([`${fault.group}: ${fault.name}`, outcomeOf(fault, runs)]);
  for (const [index, way] of ways.entries()) {
    expect(runs[index]?.wrongs, way).toEqual([]);
    expect(runs[index]?.outcome, way).toBe(expected(endpoint, fault, way));
  }
  expect(followed).toBe(0);
}

const rows = (all: readonly Endpoint[]) =>
  doors.flatMap((door) => all.map((endpoint, index) => ({ ...endpoint, door, index })));
/** Without `FULL=1`, one fault of so many meets each call, through each door another one. */
const every = {
  ...{ documented: { dynamic: 6, native: 12 }, extended: { dynamic: 18, native: 30 } },
  /** Of creates with the extended endpoints, which have more ways to find out. */
  creates: { dynamic: 12, native: 24 },
};
const faultsFor = (set: EndpointSet, door: DoorName, index: number, { creates }: Pick<Endpoint, "creates">) =>
  sample(faults, index + doors.indexOf(door), every[creates && set === "extended" ? "creates" : set][door]);

describe.concurrent.each(rows(endpoints))(
  "fault on documented endpoints, $kind: $name, $door",
  ({ door, index, ...endpoint }) => {
    it.each(faultsFor("documented", door, index, endpoint))("$name ends right or with one clear error", (fault) =>
      meets(door, "documented", endpoint, fault),
    );
  },
);

describe.concurrent.each(rows(extendedCalls))(
  "fault on extended endpoints, $kind: $name, $door",
  ({ door, index, ...call }) => {
    it.each(faultsFor("extended", door, index, call))("$name ends right or with one clear error", (fault) =>
      meets(door, "extended", call, fault),
    );
  },
);

it("faults: the matrix has 36 faults and 20 endpoints", () => {
  expect(new Set(faults.map(({ name }) => name)).size).toBe(36);
  expect(endpoints.map(({ number }) => number)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  const creates = endpoints.filter((each) => each.creates).map(({ number }) => number);
  expect(creates).toEqual([1, 3, 6, 7, 10, 11, 14, 15, 16]);
});

it("faults: the matrix has every call of the API document that a definition uses", () => {
  expect(endpoints.map(({ number, kind }) => `${number} ${kind}`)).toEqual(documentedKinds);
});

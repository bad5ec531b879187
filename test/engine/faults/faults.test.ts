/** Every fault at every endpoint: the right result or one clear error, nothing lost, nothing twice. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { definitions } from "../../../provider/kinds/index.js";
import { variable } from "../../../provider/kinds/variable.js";
import { returnedByCreate } from "../../../provider/schema/field.js";
import { documentedKinds } from "../../kinds/documentedCalls.js";
import { isNotApplicable, recordOf } from "../../kinds/index.js";
import { seededIds } from "../../kinds/shared/seededIds.js";
import type { Platform as Backend } from "../../platform/support/platform.js";
import { type FrontendName, frontends } from "../../support/frontend.js";
import { sample } from "../../support/full.js";
import { type Outcome, printOutcomes } from "../../support/outcomes.js";
import { type Endpoint as Call, type EndpointSet, fillPath, isServed, type Values } from "../../support/provider.js";
import { acceptInvitation } from "../support/invitations.js";
import { openedBackends } from "./backends.js";
import { created, creates, type Endpoint, edits, endpoints, operationOf, removes } from "./endpoints.js";
import { expected, unknown } from "./expectations.js";
import { type Fault, faults, type Way } from "./faults.js";
import { type Place, type Run, run } from "./run.js";

function callsOf({ kind, api, outputs, existingArg = "" }: (typeof definitions)[number]): Endpoint[] {
  const { lifecycle, calls, prepare: prepared } = recordOf(kind);
  const { arg: identity } = lifecycle.identifiedBy ?? { arg: "name" };
  const argsOf = ({ ids }: Pick<Backend, "ids">): Values => {
    // Without an existing one, a new one is created.
    const { [existingArg]: _, [identity]: name = "faulty", ...args } = lifecycle.args(ids) as Values;
    return { ...args, [identity]: existingArg === "" ? name : "faulty" };
  };
  const edit = isNotApplicable(calls) || isNotApplicable(calls.extended) ? {} : calls.extended.edit;
  const named = (name: "create" | "update" | "delete") => ({
    ...{ name, kind, operation: operationOf(api[name] as Call, argsOf({ ids: seededIds })) },
  });
  const prepare: Endpoint["prepare"] = async (backend, frontend) => {
    await prepared?.(backend);
    const args = argsOf(backend);
    const existing = await created(backend, frontend, kind, args, "extended");
    // The update and the delete are those of members.
    if (kind === "OrganizationMember") await acceptInvitation(backend, String(args.email));
    await backend.request("DELETE", "/_local/requests");
    return existing;
  };
  const create = creates(named("create"), identity, async (backend) => {
    await prepared?.(backend);
    return argsOf(backend);
  });
  const remove = (): Endpoint => ({
    ...removes(named("delete"), prepare),
    // The platform says that it has no such thing, and still shows it.
    outcomes: { "404": "AP5003" },
    wrongIn: ({ records }, { args }) => records(args[identity]).map((id) => `${id} is still there`),
  });
  // Where no list can tell, a conflict is one over the name.
  const unlisted: Partial<Endpoint> =
    api.list === undefined
      ? {
          outcomes: { "409": "AP3004" },
          async byHand(backend, left) {
            const path = (id: string) => fillPath(api.delete as Call<true>, { ...argsOf(backend), id });
            for (const id of left) await backend.request("DELETE", path(id));
          },
        }
      : {};
  const afterLoss = api.list === undefined ? "cannot tell" : "finds out";
  const returnsOnce = returnedByCreate(outputs).length > 0;
  const update = api.update === undefined ? [] : [{ ...edits(named("update"), edit, prepare), ...unlisted }];
  return [
    { ...create, ...unlisted, afterLoss, returnsOnce },
    ...update,
    ...(api.delete === undefined ? [] : [remove()]),
  ];
}

/** Creates of variables that name another one, which belongs to the project: each has a call of its own. */
function namingCall(name: "alias" | "override"): Endpoint {
  const operation = operationOf(variable.otherCalls[name] as Call);
  const [arg, others] = {
    alias: ["aliasOf", { key: "OTHER" }],
    override: ["overrides", { key: "FAULTY", value: "2" }],
  }[name] as [string, Values];
  const create = creates({ name, kind: "Variable", operation }, arg, async ({ ids, request }) => {
    const place = { variable_scope: "PROJECT", variable_parent_id: ids.project };
    const body = { key: "FAULTY", value: "1", is_secret: false, ...place };
    const { id } = (await request("POST", "/variable", { body })).body;
    await request("DELETE", "/_local/requests");
    return { on: `environment/${ids.environment}`, ...others, [arg]: id };
  });
  return { ...create, afterLoss: "finds out" };
}

/** What the document's calls make, which these endpoints list, so a lookup finds whether a call succeeded. */
const documented = endpoints
  .filter(({ creates, kind }) => creates || kind === "DeploymentTrigger")
  .filter(({ made }) => made !== undefined)
  .map(({ number, ...call }): Endpoint => ({ ...call, ...(call.creates ? {} : { number }), afterLoss: "finds out" }));

const extendedCalls: readonly Endpoint[] = [
  ...documented,
  ...definitions
    .filter(({ kind, api }) => !isServed(api.create, "documented") && !isNotApplicable(recordOf(kind).calls))
    .flatMap(callsOf),
  namingCall("alias"),
  namingCall("override"),
];

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
function describeOutcome(outcome: string): string {
  if (outcome === unknown) return `outcome unknown (${outcome})`;
  return outcome.startsWith("AP") ? `error ${outcome}` : outcome;
}

function outcomeOf(fault: Fault, runs: readonly Run[]): string {
  const [first, staying] = runs.map(({ outcome }) => describeOutcome(outcome));
  if (staying === undefined || first === staying) return first as string;
  return fault.ways === undefined ? `${first}; if the fault persists, ${staying}` : (first as string);
}

/** Whether an operation ended in an error that is right for a platform that doesn't respond in time, but not for this cell. */
function isCausedByWaiting({ outcome, wrongs }: Run, endpoint: Endpoint, fault: Fault, way: Way): boolean {
  if (wrongs.length > 0 || outcome === expected(endpoint, fault, way)) return false;
  if (fault.isSlow === true) return outcome === unknown || outcome === fault.code;
  // The last of several attempts may still wait for the machine when the operation's time is over.
  return outcome === "AP3102";
}

async function meets(frontend: FrontendName, set: EndpointSet, endpoint: Endpoint, fault: Fault): Promise<void> {
  const { port } = elsewhere.address() as AddressInfo;
  const place: Place = { frontend, endpoints: set, elsewhere: `http://127.0.0.1:${port}/elsewhere` };
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
    const right = expected(endpoint, fault, way);
    expect(fault.isLong && way === "staying" ? [right, "AP3102"] : [right], way).toContain(runs[index]?.outcome);
  }
  expect(followed).toBe(0);
}

const rows = (all: readonly Endpoint[]) =>
  frontends.flatMap((frontend) => all.map((endpoint, index) => ({ ...endpoint, frontend, index })));
/** Without `FULL=1`, one fault of so many meets each call, through each provider another one. */
const every = {
  ...{ documented: { dynamic: 6, native: 12 }, extended: { dynamic: 18, native: 30 } },
  /** Of creates with the extended endpoints, which have more ways to find out. */
  creates: { dynamic: 12, native: 24 },
};
const faultsFor = (set: EndpointSet, frontend: FrontendName, index: number, { creates }: Pick<Endpoint, "creates">) =>
  sample(faults, index + frontends.indexOf(frontend), every[creates && set === "extended" ? "creates" : set][frontend]);

describe.concurrent.each(rows(endpoints))(
  "$kind with a fault at the request `$name` (documented endpoints, $frontend provider)",
  ({ frontend, index, ...endpoint }) => {
    it.each(faultsFor("documented", frontend, index, endpoint))(
      "recovers or fails with the fault's code: $name",
      (fault) => meets(frontend, "documented", endpoint, fault),
    );
  },
);

describe.concurrent.each(rows(extendedCalls))(
  "$kind with a fault at the request `$name` (extended endpoints, $frontend provider)",
  ({ frontend, index, ...call }) => {
    it.each(faultsFor("extended", frontend, index, call))("recovers or fails with the fault's code: $name", (fault) =>
      meets(frontend, "extended", call, fault),
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

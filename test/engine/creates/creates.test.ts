/** Every call that creates, with every fault after the platform's commit, in both sets of endpoints: exactly one, and known. */
import { afterAll, describe, expect, it } from "vitest";
import { sample } from "../../full.js";
import { recordOf } from "../../kinds/recordOf.js";
import { type Outcome, printOutcomes } from "../../outcomes.js";
import type { EndpointSet } from "../../provider.js";
import { contentOf } from "../faults/backend-content.js";
import { openedBackends } from "../faults/backends.js";
import { endpoints } from "../faults/endpoints.js";
import { right, unknown } from "../faults/expectations.js";
import { extendedCalls } from "../faults/extended-calls.js";
import { type Fault, faults } from "../faults/faults.js";
import { providerAt } from "../faults/provider.js";
import { run } from "../faults/run.js";

/** The call of each cell with its set, and how it ended. */
const outcomes: Outcome[] = [];
afterAll(() => printOutcomes("Lost responses of creates and clones", outcomes));

const lost = [
  "reset after commit",
  "no response after commit",
  "truncated with Content-Length",
  "truncated without Content-Length",
  "500 after",
  "502 HTML after",
  "504 after",
].map((name) => faults.find((fault) => fault.name === name) as Fault);

/** The creates and clones of the document, and the creates of kinds that only the extended endpoints have. */
const calls = {
  documented: endpoints.filter(({ made, number = 0 }) => made !== undefined && number <= 16),
  extended: extendedCalls.filter(({ made }) => made !== undefined),
};

/** Whether a list can tell what became of the call. */
const isListed = (set: EndpointSet, kind: string) => recordOf(kind).served.read.includes(set);

const sets = ["documented", "extended"] as const;

describe.each(sets)("the %s endpoints", (set) => {
  const backends = openedBackends(5, { endpoints: set });

  const own = set === "extended" ? [...calls.documented, ...calls.extended] : calls.documented;
  /** Without `FULL=1`, each call meets some of the faults. */
  describe.concurrent.each(own.map((call, place) => ({ ...call, place })))("$kind: $name", ({ place, ...call }) => {
    const canTell = isListed(set, call.kind);

    it.each(sample(lost, place, 3))("$name", (fault) =>
      backends.borrow(async (backend) => {
        const row = { ...call, afterLoss: canTell ? ("finds out" as const) : ("cannot tell" as const) };
        const { outcome, wrongs, kept, given, text } = await run(backend, row, fault, "once", {
          door: "dynamic",
          endpoints: set,
          elsewhere: backend.url,
        });
        const isUnknown = outcome === unknown;
        const shown = isUnknown ? "outcome unknown, with instructions" : outcome === right ? "exactly one" : outcome;
        outcomes.push([`${call.name}, ${set}`, shown]);
        expect(wrongs).toEqual([]);
        expect(outcome).toBe(canTell ? right : unknown);
        if (kept === undefined) {
          expect(text).toContain("look for it in the platform's console");
          expect(text).toContain("adoptId");
          expect(text).toContain("if it doesn't exist, run `pulumi up` again");
          return;
        }
        // What the engine does next with what it holds: nothing is to be changed, and all of it is to be seen.
        const verbs = providerAt({ url: backend.url, token: backend.tokens.admin, endpoints: set }).of(call.kind);
        expect(await verbs.diff(kept.id, kept.outputs, given.args)).toMatchObject({ changes: false });
        expect((await verbs.read(kept.id, kept.outputs)).id).toBe(kept.id);
        await verbs.delete(kept.id, kept.outputs);
        expect(call.made?.(await contentOf(backend), given)).toEqual(set === "extended" ? [] : [kept.id]);
      }),
    );
  });
});

it("the matrix has 9 documented calls, 7 faults and both sets", () => {
  expect(calls.documented.map(({ number }) => number)).toEqual([1, 3, 6, 7, 10, 11, 14, 15, 16]);
  expect(lost.map(({ cause }) => cause)).toEqual(lost.map(() => expect.objectContaining({ when: "after" })));
});

import { beforeEach, describe, expect, it, vi } from "vitest";
import type * as diff from "../../provider/values/diff.js";
import type * as merge from "../../provider/values/merge.js";
import type * as removal from "../../provider/values/removal.js";
import { kindNames, records } from "../kinds/index.js";
import { definitionOf, describeManaged, lifecycle } from "./pretend-platform.js";

const counts = vi.hoisted(() => ({ changes: 0, removals: 0, merges: 0 }));

vi.mock("../../provider/values/diff.js", async (original) => {
  const actual = await original<typeof diff>();
  const changes: typeof actual.changes = (...given) => {
    counts.changes += 1;
    return actual.changes(...given);
  };
  return { ...actual, changes };
});

vi.mock("../../provider/values/removal.js", async (original) => {
  const actual = await original<typeof removal>();
  const removals: typeof actual.removals = (...given) => {
    counts.removals += 1;
    return actual.removals(...given);
  };
  return { ...actual, removals };
});

vi.mock("../../provider/values/merge.js", async (original) => {
  const actual = await original<typeof merge>();
  const counted: typeof actual.merge = (...given) => {
    counts.merges += 1;
    return actual.merge(...given);
  };
  return { ...actual, merge: counted };
});

describe("a plan", () => {
  beforeEach(() => void Object.assign(counts, { changes: 0, removals: 0, merges: 0 }));

  it.each(kindNames)(
    "of a %s compares its arguments with the state once, and merges them at most once",
    async (kind) => {
      const { fixture } = records[kind];
      const { body, args: fields } = definitionOf(kind);
      const given = { ...fixture.program, ...fixture.path };
      // Drops an argument, if one can be dropped, so that there is something to tell, to merge and to update.
      const optional = Object.keys(given).filter((name) => fields[name]?.required === false);
      const kept = Object.fromEntries(Object.entries(given).filter(([name]) => name !== optional[0]));
      const state = { ...fixture.outputs, __managed: describeManaged(body, given) };
      const { id } = fixture.response;
      const cycle = lifecycle(kind, "http://127.0.0.1:9", { endpoints: "extended" });
      expect(await cycle.check(kept, given)).toEqual([]);
      expect(counts).toEqual({ changes: 0, removals: 0, merges: 0 });
      const planned = await cycle.diff(String(id), state, kept);
      expect(planned?.changes === false).toBe(optional.length === 0);
      expect(counts).toMatchObject({ changes: 1, removals: 1 });
      expect(counts.merges).toBeLessThanOrEqual(1);
    },
  );
});

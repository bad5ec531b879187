import { describe, expect, it } from "vitest";
import {
  argAndKey,
  changesOf,
  compare,
  only,
  PENDING_WRITES,
  pendingWritesIn,
  withPendingWrites,
  withUnreadWrites,
} from "../../../provider/values/compare.js";
import { UNKNOWN } from "../../support/provider.js";
import { integer, object, record, text } from "../support/any-fields.js";

describe("withPendingWrites", () => {
  it("replaces the pending paths by the new paths, each once", () => {
    const state = { name: "web", [PENDING_WRITES]: ["services"] };
    expect(withPendingWrites(state, ["routingTable", "routingTable"])).toEqual({
      name: "web",
      [PENDING_WRITES]: ["routingTable"],
    });
  });

  it("removes __pendingWrites if no write is pending", () => {
    expect(withPendingWrites({ name: "web", [PENDING_WRITES]: ["services"] }, [])).toEqual({ name: "web" });
  });
});

describe("pendingWritesIn", () => {
  it("returns nothing for a state without __pendingWrites", () => {
    expect(pendingWritesIn({ name: "web" })).toEqual([]);
  });
});

describe("withUnreadWrites", () => {
  it("keeps only the pending writes of arguments that a read doesn't return", () => {
    const known = { [PENDING_WRITES]: ["variables.LOG_LEVEL", "secretVariables.TOKEN"] };
    const state = withUnreadWrites({ name: "web" }, known, (path) => path.startsWith("secretVariables"));
    expect(pendingWritesIn(state)).toEqual(["secretVariables.TOKEN"]);
  });
});

describe("argAndKey", () => {
  it("splits at the first dot, since keys may contain dots", () => {
    expect(argAndKey("variables.LOG.LEVEL")).toEqual(["variables", "LOG.LEVEL"]);
    expect(argAndKey("services")).toEqual(["services"]);
  });
});

describe("changesOf", () => {
  const body = object({ size: integer(), maybe: text(), gone: text(), variables: record(text()) });
  const again = "sent again, since an earlier write may not have succeeded";

  it("returns pending writes that the program still sets, to be sent again", () => {
    const args = { size: 1, maybe: UNKNOWN, variables: { A: "1", C: UNKNOWN } };
    const pending = ["size", "variables.A", "variables.B", "variables.C", "maybe", "gone"];
    const changes = changesOf({ body }, args, withPendingWrites({ ...args, gone: "x" }, pending));
    expect(changes).toEqual([
      { arg: "size", path: "size", steps: ["size"], text: `size: ${again}` },
      { arg: "variables", path: "variables.A", steps: ["variables", "A"], text: `variables.A: ${again}` },
    ]);
  });

  it("reports a pending write once if it is a change", () => {
    const state = withPendingWrites({ size: 1, variables: { A: "1" } }, ["size", "variables"]);
    const changes = changesOf({ body }, { size: 2, variables: { A: "2" } }, state);
    expect(changes.map(({ text }) => text)).toEqual(["size: 1 → 2", 'variables.A: "1" → "2"']);
  });
});

describe("only", () => {
  const body = object({ a: text(), b: text(), c: text(), d: text() });
  const state = withPendingWrites({ a: "1", b: "1", c: "1", d: "1" }, ["a", "b"]);
  const compared = (oldInputs: { oldInputs?: Record<string, string> }) =>
    compare({ body, updateMode: "full" }, { id: "x", state, args: { a: "2", b: "2" }, ...oldInputs });

  it("keeps the state, changes, removals and pending writes of some arguments", () => {
    const found = only(compared({ oldInputs: { c: "1", d: "1" } }), (arg) => arg === "a" || arg === "c");
    expect(found).toMatchObject({ args: { a: "2" }, oldInputs: { c: "1" }, pendingWrites: ["a"] });
    expect(found.oldInputs).toEqual({ c: "1" });
    expect(found.changes.map(({ arg }) => arg)).toEqual(["a", "c"]);
    expect(found.removals.map(({ arg }) => arg)).toEqual(["c"]);
    expect(only(compared({}), (arg) => arg === "a")).not.toHaveProperty("oldInputs");
  });
});

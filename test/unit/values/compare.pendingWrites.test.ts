import { describe, expect, it } from "vitest";
import {
  argAndKey,
  PENDING_WRITES,
  pendingWritesIn,
  withPendingWrites,
  withUnreadWrites,
} from "../../../provider/values/compare.js";

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

/** What the SDK sends in addition to the arguments, and what a state has in addition to the outputs. */
import { describe, expect, it } from "vitest";
import { managedIn, managedWith, separateHints, withPending } from "../../../provider/engine/hints.js";
import { UNKNOWN } from "../../support/provider.js";

it("separateHints separates the SDK's hints (`__secrets`, `__ignored`, …) from the arguments", () => {
  const none = { secrets: [], secretEntries: {}, ignored: [], pending: [], lookups: {} };
  expect(separateHints({ a: 1 })).toEqual({ values: { a: 1 }, hints: none });
  const odd = { __secrets: UNKNOWN, __secretEntries: "x", __ignored: 1, __pending: null };
  expect(separateHints(odd).hints).toEqual({ ...none, secrets: [UNKNOWN] });
  for (const malformed of ["[", "null", "{}"])
    expect(separateHints({ __ignored: malformed }).hints.ignored).toEqual([]);
  const reported = {
    __secrets: "a,,b",
    __secretEntries: { variables: { A: "1" } },
    __ignored: '["a.b"]',
    __pending: "a,b",
    __lookups: '{"":"https://a.example.com"}',
    ...{ __provider: "text", __declared: "urn:…", __resourceName: "it", __managed: null },
  };
  expect(separateHints({ a: 1, ...reported })).toEqual({
    values: { a: 1 },
    hints: {
      ...{ secrets: ["a", "b"], secretEntries: { variables: { A: "1" } }, ignored: ["a.b"], pending: ["a", "b"] },
      lookups: { "": "https://a.example.com" },
    },
  });
});

it("withPending makes the pending arguments UNKNOWN", () => {
  const args = { a: 1 };
  expect(withPending(args, [])).toBe(args);
  expect(withPending(args, ["a", "b"])).toEqual({ a: UNKNOWN, b: UNKNOWN });
});

describe("__managed", () => {
  it.each<[what: string, revision: string | undefined, secrets: string[], text: string]>([
    ["a revision and secrets", "1f", ["a", "b"], "1f;a,b"],
    ["a revision alone", "1f", [], "1f"],
    ["secrets alone", undefined, ["a"], ";a"],
    ["neither", undefined, [], ""],
  ])("is written and read with %s", (_what, revision, secrets, text) => {
    expect(managedWith(revision, secrets)).toBe(text);
    expect(managedIn(text)).toEqual({ ...(revision !== undefined && { revision }), secrets });
  });

  it.each([null, undefined, UNKNOWN, 7])(
    "has no revision and no secrets if it is unknown or isn't a string: %j",
    (managed) => {
      expect(managedIn(managed)).toEqual({ secrets: [] });
    },
  );
});

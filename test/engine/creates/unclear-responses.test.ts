/** Calls that create, with a success response that does not say what was created: nothing is lost, nothing is created twice. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Platform as Backend, startPlatform } from "../../platform/platform.js";
import { contentOf } from "../faults/backend-content.js";
import { endpoints } from "../faults/endpoints.js";
import { unknown } from "../faults/expectations.js";
import { providerAt } from "../faults/provider.js";
import { failureFrom, unclearIn } from "../faults/reported-failure.js";

let backend: Backend;
beforeAll(async () => {
  backend = await startPlatform();
});
afterAll(async () => {
  await backend.stop();
});

const bodies: readonly [string, unknown][] = [
  ["an empty object", {}],
  ["a resource without an id", { name: "every-container" }],
  ["an id that is a number", { id: 7 }],
  ["an id that is empty", { id: "" }],
  ["an id that is an object", { id: { id: "7" } }],
  ["a list", []],
  ["a list of results", { results: [] }],
  ["a text", "made"],
  ["null", null],
];

describe.each(endpoints.filter(({ made }) => made !== undefined))("$name", (call) => {
  it.each(bodies)("answered with %s", async (_, body) => {
    await backend.request("POST", "/_local/reset");
    const given = await call.prepare(backend);
    const rule = { match: { route: call.operation }, fault: "other-body", when: "after", body };
    await backend.request("PUT", "/_local/faults", { body: { rules: [rule] } });
    const end = await call
      .operate(providerAt({ url: backend.url, token: backend.tokens.admin }), given)
      .catch(failureFrom);
    const content = await contentOf(backend);
    const made = call.made?.(content, given) ?? [];
    expect(made).toHaveLength(1);
    if ("code" in end) {
      expect(call.afterLoss).toBe("cannot tell");
      expect(end.code).toBe(unknown);
      expect(unclearIn(end, { kind: call.kind, secrets: Object.values(backend.tokens) })).toEqual([]);
    } else {
      expect(call.wrongIn(content, given, end, 0)).toEqual([]);
    }
  });
});

/** What a lost response to a clone must never lead to: that a resource which the call has not made is treated as its own. */
import { beforeEach, describe, expect, it } from "vitest";
import { openedPlatform } from "../../platform/support/opened.js";
import { failureOf } from "../../unit/support/fake-platform.js";
import { argsOf, container, database, job } from "../faults/endpoints.js";
import { type Provider, providerAt } from "../faults/provider.js";
import { failureFrom } from "../faults/reported-failure.js";

const backend = openedPlatform();
let provider: Provider;
beforeEach(async () => {
  await backend.request("POST", "/_local/reset");
  provider = freshProvider();
});

const freshProvider = () => providerAt({ url: backend.url, token: backend.tokens.admin });

/** In another environment, no list shows the source. */
const places = ["environment", "otherEnvironment"] as const;
const kinds = [
  { kind: container, clone: "cloneContainer" },
  { kind: job, clone: "cloneJob" },
  { kind: database, clone: "cloneDatabase" },
];

describe.each(kinds.flatMap((each) => places.map((place) => ({ ...each, place }))))(
  "lost response of a $clone into the $place",
  ({ kind, clone, place }) => {
    const cloneOf = (cloneFrom: string) => ({ environmentId: backend.ids[place], name: "clone", cloneFrom });
    const own = () => argsOf(backend, kind.args);
    const source = () => freshProvider().of(kind.kind).create(own());
    const lose = (when: "before" | "after") =>
      backend.request("PUT", "/_local/faults", {
        body: { rules: [{ match: { route: clone }, fault: "reset", when, times: 1 }] },
      });
    const current = async () =>
      (await backend.request("GET", `/environment/${backend.ids[place]}/${kind.wire}`)).body.results.filter(
        ({ name }: { name: string }) => name.toLowerCase() === "clone",
      );

    it.each([true, false])("ends in the clone, with the source known or unknown (%s)", async (isKnown) => {
      const { id, outputs } = await source();
      if (isKnown) await provider.of(kind.kind).diff(id, outputs, own());
      await lose("after");
      const made = await provider.of(kind.kind).create(cloneOf(id));
      expect(await current()).toEqual([expect.objectContaining({ id: made.id })]);
    });

    it("never ends in a different resource that somebody makes at the same time", async () => {
      const { id, outputs } = await source();
      await provider.of(kind.kind).diff(id, outputs, own());
      const stranger = { ...own(), environmentId: backend.ids[place], name: "Clone", description: "another's" };
      const other = await freshProvider().of(kind.kind).create(stranger);
      await lose("before");
      const { code, text, kept } = failureFrom(await failureOf(provider.of(kind.kind).create(cloneOf(id))));
      expect([code, kept]).toEqual(["AP3004", undefined]);
      expect(text).toContain(`adoptId: "${other.id}"`);
      expect(await current()).toEqual([expect.objectContaining({ id: other.id })]);
    });
  },
);

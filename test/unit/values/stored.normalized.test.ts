import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { storedAfterRead, storedAsSent } from "../../../provider/engine/state.js";
import { compare } from "../../../provider/values/compare.js";
import { kindNames } from "../../kinds/index.js";
import type { Values } from "../../support/provider.js";
import { holds } from "../../support/seeds.js";
import { arbitraryArguments } from "../support/arbitrary-arguments.js";
import { definitionOf, silent } from "../support/fake-platform.js";
import { type Change, inside } from "../support/value-changes.js";

/** Any value as a platform may store it: some texts, numbers and lists in another form. */
const distorted = (seed: number): Change =>
  inside((value) => {
    const isHit = (JSON.stringify(value).length + seed) % 3 === 0;
    if (!isHit) return value;
    if (typeof value === "string") return `${value}*`;
    if (typeof value === "number") return value + seed + 1;
    return Array.isArray(value) ? [...value].reverse() : value;
  });

/** A value that is neither what was sent nor what is stored. */
const third = inside((value) => {
  if (typeof value === "string") return `${value}!`;
  return typeof value === "number" ? value + 9 : value;
});

describe("value that the platform stores in another format", () => {
  it.each(kindNames.filter((kind) => kind !== "DeploymentTrigger"))(
    "isn't a change of a %s, but a third value is",
    async (kind) => {
      const definition = definitionOf(kind);
      const call = { definition, log: silent, label: kind };
      const property = fc.property(arbitraryArguments(definition), fc.nat(2), (args, seed) => {
        const local = Object.keys(args).filter((name) => definition.args[name]?.local);
        const changed = (change: Change): Values => {
          const same = Object.fromEntries(local.map((name) => [name, args[name]]));
          return { ...(change(args) as Values), ...same };
        };
        const now = changed(distorted(seed));
        const { state, normalized } = storedAsSent(call, { state: {}, normalized: {} }, { args, changed: [] }, now);
        const changesIn = (values: Values) => compare(definition, { id: "x", state: values, args }).changes;
        const read = (values: Values) => {
          const stored = { values: state, revision: "1", normalized };
          return storedAfterRead(definition, { state: stored, oldInputs: {} }, values, Math.random).stored.values;
        };
        expect([changesIn(state), changesIn(read(now))]).toEqual([[], []]);
        const other = changed(third);
        expect(changesIn(read(other)).length > 0).toBe(changesIn(other).length > 0);
      });
      await holds(property, 60);
    },
  );
});

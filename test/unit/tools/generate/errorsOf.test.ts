import { describe, expect, it } from "vitest";
import { definitions } from "../../../../provider/kinds/index.js";
import { errorsOf } from "../../../../tools/generate/errorsOf.js";
import type { KindName } from "../../../engine/support/kind-names.js";
import { matrixOf } from "../../../engine/support/matrix-of.js";

describe("errorsOf", () => {
  it.each(definitions)("returns all codes that the lifecycle tests of $kind expect", (definition) => {
    const sets = ["documented", "extended"] as const;
    const expected = JSON.stringify(sets.map((set) => matrixOf(set)[definition.kind as KindName]));
    const derived = new Set(errorsOf(definition).map(({ code }) => code));
    expect((expected.match(/AP\d{4}/g) ?? []).filter((code) => !derived.has(code))).toEqual([]);
  });
});

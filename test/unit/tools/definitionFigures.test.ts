/** How many different things definitions state: each one more is an idea that whoever reads or writes a definition must know. */
import { describe, expect, it } from "vitest";
import { definitions } from "../../../provider/kinds/index.js";
import { factsStated, optionsStated, rareFacts, rareIn } from "../../../tools/definitionFigures.js";

describe("factsStated", () => {
  it("returns at most 28 facts in addition to `rareFacts`", () => {
    const usual = [...factsStated(definitions).keys()].filter((fact) => !(fact in rareFacts));
    expect(usual.length).toBeLessThanOrEqual(28);
  });

  it("returns no rare fact that `rareFacts` in tools/definitionFigures.ts doesn't give a reason for", () => {
    expect(rareIn(factsStated(definitions)).filter((fact) => !(fact in rareFacts))).toEqual([]);
  });

  it("returns every fact that `rareFacts` lists", () => {
    const stated = factsStated(definitions);
    expect(Object.keys(rareFacts).filter((fact) => !stated.has(fact))).toEqual([]);
  });

  it("finds facts at every depth, with the kinds that state them", () => {
    const stated = factsStated(definitions);
    expect(stated.get("items.isPartial")).toContain("Cluster");
    expect(stated.get("identifies: everywhere")).toContain("CustomDomain");
    expect([...(stated.get("returned.mask") ?? [])]).toEqual(expect.arrayContaining(["TerraformService", "Variable"]));
    expect(stated.get("returned.mask")).not.toContain("Container");
  });
});

describe("optionsStated", () => {
  it("returns at most 53 options", () => {
    expect(optionsStated(definitions).size).toBeLessThanOrEqual(53);
  });
});

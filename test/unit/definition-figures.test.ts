/** How many different things definitions state: each one more is an idea that whoever reads or writes a definition must know. */
import { describe, expect, it } from "vitest";
import { definitions } from "../../provider/resources/index.js";
import { factsStated, optionsStated, rareIn } from "../../tools/definitionFigures.js";

describe("factsStated", () => {
  it("has at most 44 forms, 14 of them stated by fewer than three kinds", () => {
    const stated = factsStated(definitions);
    expect(stated.size).toBeLessThanOrEqual(44);
    expect(rareIn(stated).length).toBeLessThanOrEqual(14);
  });

  it("finds facts at every depth, with the kinds that state them", () => {
    const stated = factsStated(definitions);
    expect(stated.get("items.isPartial")).toEqual(new Set(["Cluster"]));
    expect(stated.get("identifies: everywhere")).toEqual(new Set(["CustomDomain"]));
    expect(stated.get("returned.isKeptByMask")).toEqual(new Set(["TerraformService"]));
  });
});

describe("optionsStated", () => {
  it("has at most 53 options", () => {
    expect(optionsStated(definitions).size).toBeLessThanOrEqual(53);
  });
});

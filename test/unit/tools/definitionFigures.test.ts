/** How many different things definitions state: each one more is an idea that whoever reads or writes a definition must know. */
import { describe, expect, it } from "vitest";
import { definitions } from "../../../provider/kinds/index.js";
import { factsStated, optionsStated, rareIn } from "../../../tools/definitionFigures.js";

describe("factsStated", () => {
  const withReason = [
    "idOf.kind: same kind",
    "idOf.kind: service",
    "identifies: everywhere",
    "items.isPartial",
    "items.matchBy",
    "onUpdate: delete data",
    "onUpdate: deploy",
    "returned.mask",
    "returned: once",
    "returned: sometimes",
    "secret.if",
    "when.ignored",
    "whenOmitted.by",
  ];

  it("returns at most 28 facts in addition to the listed rare ones", () => {
    const usual = [...factsStated(definitions).keys()].filter((fact) => !withReason.includes(fact));
    expect(usual.length).toBeLessThanOrEqual(28);
  });

  it("returns no rare fact that this file doesn't list", () => {
    expect(rareIn(factsStated(definitions)).filter((fact) => !withReason.includes(fact))).toEqual([]);
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

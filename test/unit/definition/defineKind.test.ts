/** What definitions can say that none of today's kinds says, and what none may say: shown on kinds that exist only here. */
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineResource } from "../../../provider/definition/defineKind.js";
import { extended } from "../../support/provider.js";
import { siteOf } from "../support/static-site.js";

it("defineKind refuses an optional secret masked by null, except with `updateMode` partial", () => {
  const hidden = { description: "A password.", secret: true, returned: { mask: { text: null } } };
  const password = z.string().optional().meta(hidden);
  expect(() => siteOf("full", { password })).toThrow(
    /^a definition masks password by null, but password may be omitted: .* state updateMode "partial" if/,
  );
  expect(siteOf("partial", { password }).args.password).toMatchObject({ secret: true });
  const inside = z.strictObject({ password }).meta({ typeName: "Gate", description: "A gate." });
  const gates = z.array(inside).meta({ description: "Gates." });
  expect(() => siteOf("partial", { gates })).toThrow("masks gates.password by null");
  const preserved = password.meta({ ...hidden, returned: { mask: { text: null, isPreserved: true } } });
  expect(() => siteOf("partial", { password: preserved })).toThrow("masks password by null");
});

describe("defineKind", () => {
  const odd = { description: "Odd.", outputs: {}, api: { create: extended("POST /odd") }, example: "" };
  const statement = (schema: z.ZodType) => () => defineResource("Odd", { ...odd, args: { schema } });

  it.each<[string, z.ZodType]>([
    [".default", z.string().default("a")],
    [".catch", z.string().catch("a")],
    [".transform", z.string().transform((text) => text.length)],
    [".trim", z.string().trim()],
    ["a number with fractions", z.number()],
    ["an unknown format", z.cuid()],
    ["a type that has no mapping", z.date()],
    ["an unknown fact", z.string().meta({ secrt: true })],
  ])("refuses %s when the definition is loaded", (_, schema) => {
    expect(statement(schema)).toThrow(TypeError);
  });

  it("merges the facts (meta) of all layers of a schema", () => {
    const inner = z.string().meta({ description: "Inner.", unit: "lines" });
    const { args: fields } = statement(inner.nullable().optional().meta({ description: "Outer." }))();
    expect(fields.schema).toMatchObject({ description: "Outer.", unit: "lines", nullable: true, required: false });
  });

  it.each<[onUpdate: "deploy" | "delete data" | undefined, without: string]>([
    [undefined, "replace"],
    ["delete data", "replace"],
    ["deploy", "deploy"],
  ])("turns `onUpdate` %s into %s if the kind has no update call", (onUpdate, without) => {
    const schema = z.string().meta({ description: "A text.", ...(onUpdate && { onUpdate }) });
    expect(statement(schema)().args.schema).toMatchObject({ onUpdate: without });
    const updated = siteOf("full", { schema }).args.schema;
    expect(updated?.onUpdate).toBe(onUpdate);
  });

  it("makes a member always secret if its `secret.if` names a sibling that isn't a flag (usualWith)", () => {
    const flag = z.boolean().optional().meta({ description: "Whether it's secret." });
    const text = z.string().optional();
    const secretIf = (sibling: string) => text.meta({ description: "A text.", secret: { if: sibling } });
    const members = z.strictObject({ flag, user: z.string().optional(), a: secretIf("flag"), b: secretIf("user") });
    const { schema } = statement(members.meta({ typeName: "Login", description: "A login." }))().args;
    expect(schema).toMatchObject({
      members: { a: { secret: { if: "flag" } }, b: { secret: true, usualWith: "user" } },
    });
  });
});

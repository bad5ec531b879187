/** What definitions can say that none of today's kinds says, and what none may say: shown on kinds that exist only here. */
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { readView } from "../../../cli/environment/environmentView.js";
import { serviceKinds } from "../../../cli/environment/services.js";
import { statusLines } from "../../../cli/environment/statusTable.js";
import { defineResource } from "../../../provider/definition/defineKind.js";
import { referenceName } from "../../../provider/definition/references.js";
import { verbsText } from "../../../tools/generate/verbs.js";
import { ids } from "../../kinds/shared/ids.js";
import { extended } from "../../support/provider.js";
import { connected, fakePlatform, lifecycle } from "../support/fake-platform.js";

const platform = fakePlatform();

/** A kind of an environment that only the extended endpoints have. */
const siteOf = (updateMode: "full" | "partial", args: Record<string, z.ZodType> = {}) =>
  defineResource("StaticSite", {
    description: "A site of static files.",
    args: {
      environmentId: z.guid().meta({ description: "Environment that holds the site." }),
      domain: z.string().meta({ description: "Domain of the site.", identifies: true }),
      ...args,
    },
    outputs: {},
    api: {
      create: extended("POST /environment/{environmentId}/staticSite"),
      list: extended("GET /environment/{environmentId}/staticSite"),
      update: extended("PUT /staticSite/{id}"),
    },
    updateMode,
    example: "",
  });

it("status lists a kind that isn't a service with the services, without a state", async () => {
  const ofEnvironment = (segment: string) => `GET /environment/${ids.environment}/${segment}`;
  for (const kind of serviceKinds) platform.on(ofEnvironment(referenceName(kind) ?? ""), [200, { results: [] }]);
  platform.on(ofEnvironment("statuses"), [200, { environment: { id: ids.environment, state: "READY" } }]);
  platform.on(ofEnvironment("staticSite"), [200, { results: [{ id: "1", domain: "docs.x" }] }]);
  const { platform: here } = connected(platform.url, { endpoints: "extended" });
  const view = await readView(here, ids.environment, [siteOf("full")]);
  expect(view.others).toEqual([{ kind: "StaticSite", id: "1", name: "docs.x" }]);
  const lines = statusLines(view, Date.now()).map((line) => line.split(/ {2,}/).join(" "));
  expect(lines).toContain("StaticSite docs.x – – – –");
});

it("verbsText says that the basic API does nothing with a kind of the full API", () => {
  const text = "[Basic API](../concepts/endpoints.md): nothing. Full API: create, list, update.\n";
  expect(verbsText(siteOf("full"))).toBe(text);
});

it("check fails with AP2013 for a new resource of a kind without a list while checkpoints are skipped", async () => {
  const site = siteOf("full");
  const { list: _, ...api } = site.api;
  const cycle = lifecycle({ ...site, api }, platform.url, { endpoints: "extended", skipsCheckpoints: true });
  const [reason] = await cycle.check({ environmentId: ids.environment, domain: "docs.x" });
  expect(reason).toMatch(/^AP2013: .*create it first, in a run without PULUMI_SKIP_CHECKPOINTS/s);
  expect(reason).not.toContain("use the extended endpoints");
});

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
  ])("turns `onUpdate` %s of a kind without an update into %s", (onUpdate, without) => {
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

/** What definitions can say that none of today's kinds says: shown on a kind that exists only here. */
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineResource } from "../../provider/definition/defineResource.js";
import { extended } from "../../provider/platform/endpoint.js";
import type { Values } from "../../provider/schema/json.js";
import { membersFromWire } from "../../provider/values/wire.js";
import { prepare } from "../../sdk/arguments.js";
import { outlineOf } from "../../tools/generate/outlines.js";
import { ids } from "../kinds/shared/ids.js";
import { failureOf, lifecycle, pretendPlatform } from "./pretend-platform.js";

const id = "3fa85f64-5717-4562-b3fc-2c963f66af01";
const all = "/environment/{environmentId}/environmentVariable";

const variable = defineResource("EnvironmentVariable", {
  description: "A variable of all services of an environment.",
  args: {
    environmentId: z.guid().meta({ description: "Environment that holds the variable." }),
    key: z
      .string()
      .regex(/^[A-Z_]+$/)
      .meta({ description: "Name of the variable.", identifies: true }),
    value: z.string().meta({ description: "Value of the variable.", secretWhen: "isSecret", mask: null }),
    isSecret: z.boolean().optional().meta({ description: "Whether the value is secret.", wire: "secret" }),
  },
  outputs: {},
  api: {
    create: extended(`POST ${all}`),
    list: extended(`GET ${all}`),
    update: extended("PUT /environmentVariable/{id}"),
    delete: extended("DELETE /environmentVariable/{id}"),
  },
  example: "",
});

const platform = pretendPlatform();

const secret = "canary-41f1c8";
const path = `/environment/${ids.environment}/environmentVariable`;
const args: Values = { environmentId: ids.environment, key: "DATABASE_URL", value: secret, isSecret: true };
const response = (more: Values = {}): Values => ({
  id,
  created_at: new Date().toISOString(),
  key: "DATABASE_URL",
  value: null,
  secret: true,
  ...more,
});
const cycle = (settings = {}) => lifecycle(variable, platform.url, { endpoints: "extended", ...settings });

describe("a kind that is identified by another argument than name", () => {
  it("is called by it in messages", async () => {
    platform.on(`POST ${path}`, [403, {}]);
    expect((await failureOf(cycle().create(args))).message).toContain('EnvironmentVariable "DATABASE_URL"');
  });

  it("is called by it in the way out of a conflict", async () => {
    platform.on(`POST ${path}`, [409, {}]);
    platform.on(`GET ${path}`, [200, { results: [response()] }]);
    const { message } = await failureOf(cycle().create(args));
    expect(message).toContain("the key is already taken (409)");
    expect(message).toContain("choose another `key`");
    expect(message).not.toContain("`name`");
  });

  it("is adopted when its create meets an existing one, and updated where that differs", async () => {
    const other = response({ id: ids.container, key: "OTHER" });
    const existing = response({ value: "plain", secret: false });
    platform.on(`POST ${path}`, [409, { detail: "taken" }]);
    platform.on(`GET ${path}`, [200, { results: [other, existing] }]);
    expect((await failureOf(cycle().create(args))).message).toContain(`id ${id}`);
    platform.on(`PUT /environmentVariable/${id}`, [200, response()]);
    expect((await cycle({ onExisting: "adopt" }).create(args)).id).toBe(id);
    expect(platform.arrived.at(-1)?.body).toEqual({ key: "DATABASE_URL", value: secret, secret: true });
  });

  it("is found again after the response to its create was lost", async () => {
    platform.on(`POST ${path}`, [502, {}]);
    platform.on(`GET ${path}`, () => [200, { results: [response()] }]);
    expect((await cycle().create(args)).id).toBe(id);
    expect(platform.lines().filter((line) => line.startsWith("POST"))).toHaveLength(1);
  });

  it("is replaced under the same key only after the old one is deleted", async () => {
    const state = { ...args, value: "other" };
    const moved = await cycle().diff(id, state, { ...state, environmentId: ids.otherEnvironment });
    expect(moved).toMatchObject({ changes: true, replaces: ["environmentId"] });
  });

  it("is refused at preview where no create is served", async () => {
    const reasons = await lifecycle(variable, platform.url).check(args);
    expect(reasons).toEqual([expect.stringMatching(/^AP2008: EnvironmentVariable "DATABASE_URL" cannot be created/)]);
    expect(await lifecycle(variable, platform.url).check(args, args)).toEqual([]);
  });

  it("matches the pattern of its key", async () => {
    const [reason] = await cycle().check({ ...args, key: "database url" });
    expect(reason).toContain("/^[A-Z_]+$/");
  });
});

describe("a top-level argument that is secret beside a sibling", () => {
  it("is registered as a secret unless the sibling is false", async () => {
    const isSecret = async (isSecretGiven: unknown) => {
      const { value } = prepare(outlineOf(variable), "v", { ...args, isSecret: isSecretGiven }) as {
        value: { isSecret?: Promise<boolean> };
      };
      return (await value.isSecret) === true;
    };
    expect(await Promise.all([true, undefined, false].map(isSecret))).toEqual([true, true, false]);
  });

  it.each([true, undefined])("is not shown where it is wrong or changes, with the sibling %s", async (isSecret) => {
    const given = { ...args, isSecret: isSecret as boolean };
    const [reason] = await cycle().check({ ...given, value: [secret] });
    const failure = await failureOf(lifecycle(variable, platform.url).diff(id, { ...given, value: "before" }, given));
    expect(`${reason} ${failure.message}`).toMatch(/a secret value → a secret value/);
    expect(`${reason} ${failure.message}`).not.toContain(secret);
  });

  it("is not shown where the platform repeats it", async () => {
    platform.on(`POST ${path}`, [400, { detail: `${secret} is too short` }]);
    expect((await failureOf(cycle().create(args))).message).not.toContain(secret);
  });

  it("is shown where the sibling is false", async () => {
    const given = { ...args, value: "plain", isSecret: false };
    const failure = await failureOf(lifecycle(variable, platform.url).diff(id, { ...given, value: "before" }, given));
    expect(failure.message).toContain('"before" → "plain"');
  });
});

describe("a value that responses mask by null", () => {
  it("keeps its last known value", () => {
    expect(membersFromWire(variable.body, response(), args)).toMatchObject({ value: secret });
  });

  it("is not set where the sibling says that it is no secret", () => {
    expect(membersFromWire(variable.body, response({ secret: false }), args)).not.toHaveProperty("value");
  });
});

describe("a definition", () => {
  const statement = (schema: z.ZodType) => () =>
    defineResource("Odd", {
      description: "Odd.",
      args: { schema },
      outputs: {},
      api: { create: extended("POST /odd") },
      example: "",
    });

  it.each<[string, z.ZodType]>([
    [".default", z.string().default("a")],
    [".catch", z.string().catch("a")],
    [".transform", z.string().transform((text) => text.length)],
    [".trim", z.string().trim()],
    ["a fraction", z.number()],
    ["an unknown format", z.email()],
    ["a type that has no mapping", z.date()],
    ["a fact that does not exist", z.string().meta({ secrt: true })],
  ])("that uses %s is refused when it is loaded", (_, schema) => {
    expect(statement(schema)).toThrow(TypeError);
  });

  it("keeps the facts of all layers of a schema", () => {
    const inner = z.string().meta({ description: "Inner.", unit: "lines" });
    const { args: fields } = statement(inner.nullable().optional().meta({ description: "Outer." }))();
    expect(fields.schema).toMatchObject({ description: "Outer.", unit: "lines", nullable: true, required: false });
  });
});

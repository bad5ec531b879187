/** What definitions can say that none of today's kinds says: shown on a kind that exists only here. */
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { readView } from "../../cli/environment/environmentView.js";
import { serviceKinds } from "../../cli/environment/services.js";
import { statusLines } from "../../cli/environment/statusTable.js";
import { defineResource } from "../../provider/definition/defineResource.js";
import { referenceName } from "../../provider/definition/reference.js";
import { timestamps } from "../../provider/resources/shared/common.js";
import { membersFromWire } from "../../provider/values/wire.js";
import { prepare } from "../../sdk/arguments.js";
import { outlineOf } from "../../tools/generate/outlines.js";
import { verbsTable } from "../../tools/generate/verbs.js";
import { ids } from "../kinds/shared/ids.js";
import { extended, type ResourceDefinition, type Values } from "../provider.js";
import { describeManaged, failureOf, lifecycle, pretendPlatform } from "./pretend-platform.js";

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
    value: z
      .string()
      .meta({ description: "Value of the variable.", secret: { unless: "isSecret" }, returned: { mask: null } }),
    isSecret: z.boolean().optional().meta({ description: "Whether the value is secret.", wire: "secret" }),
  },
  outputs: timestamps,
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
  ...{ id, created_at: new Date().toISOString(), key: "DATABASE_URL", value: null, secret: true },
  ...more,
});
const cycle = (settings = {}) => lifecycle(variable, platform.url, { endpoints: "extended", ...settings });

describe("a kind that is identified by another argument than name", () => {
  it("is called by it in messages", async () => {
    platform.on(`POST ${path}`, [403, {}]);
    expect((await failureOf(cycle().create(args))).message).toContain('EnvironmentVariable "DATABASE_URL"');
  });

  it("is called by it in the way out of a conflict", async () => {
    platform.on(`POST ${path}`, [409, {}]).on(`GET ${path}`, [200, { results: [response()] }]);
    const { message } = await failureOf(cycle().create(args));
    expect(message).toContain("the key is already taken (409)");
    expect(message).toContain("choose another `key`");
    expect(message).not.toContain("`name`");
  });

  it("is adopted when its create meets an existing one, and updated where that differs", async () => {
    const other = response({ id: ids.container, key: "OTHER" });
    const existing = response({ value: "plain", secret: false });
    platform.on(`POST ${path}`, [409, { detail: "taken" }]).on(`GET ${path}`, [200, { results: [other, existing] }]);
    expect((await failureOf(cycle().create(args))).message).toContain(`id ${id}`);
    platform.on(`PUT /environmentVariable/${id}`, [200, response()]);
    expect((await cycle({ onExisting: "adopt" }).create(args)).id).toBe(id);
    expect(platform.arrived.at(-1)?.body).toEqual({ key: "DATABASE_URL", value: secret, secret: true });
  });

  it("is found again after the response to its create was lost", async () => {
    platform.on(`POST ${path}`, [502, {}]).on(`GET ${path}`, () => [200, { results: [response()] }]);
    expect((await cycle().create(args)).id).toBe(id);
    expect(platform.lines().filter((line) => line.startsWith("POST"))).toHaveLength(1);
  });

  it("is refused at preview where no create is served", async () => {
    const reasons = await lifecycle(variable, platform.url).check(args);
    expect(reasons).toEqual([expect.stringMatching(/^AP2008: EnvironmentVariable "DATABASE_URL" can't be created/)]);
    expect(await lifecycle(variable, platform.url).check(args, args)).toEqual([]);
  });

  it("is refused while Pulumi skips checkpoints only where it could be created, with what can help", async () => {
    const skipping = { skipsCheckpoints: true };
    const reasonsOf = (definition: ResourceDefinition, endpoints: "documented" | "extended") =>
      lifecycle(definition, platform.url, { endpoints, ...skipping }).check(args);
    expect(await reasonsOf(variable, "documented")).toEqual([expect.stringMatching(/^AP2008: /)]);
    expect(await reasonsOf(variable, "extended")).toEqual([]);
    const { list: _, ...api } = variable.api;
    const [reason, ...others] = await reasonsOf({ ...variable, api }, "extended");
    expect(reason).toMatch(/^AP2013: .*create it first, in a run without PULUMI_SKIP_CHECKPOINTS/s);
    expect(reason).not.toContain("use the extended endpoints");
    expect(others).toEqual([]);
  });

  it("has a reference that says that the documented endpoints do nothing with it", () => {
    expect(verbsTable(variable)).toContain("| nothing | create, list, update, delete |");
    expect(verbsTable(variable)).not.toContain("Documented endpoints by");
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

  it("is not set where the sibling says that it isn't a secret", () => {
    expect(membersFromWire(variable.body, response({ secret: false }), args)).not.toHaveProperty("value");
  });
});

describe("a kind of an environment that isn't a service", () => {
  const ofEnvironment = (segment: string) => `GET /environment/${ids.environment}/${segment}`;

  it("is listed by `app-platform status` with the services, without a state", async () => {
    for (const kind of serviceKinds) platform.on(ofEnvironment(referenceName(kind) ?? ""), [200, { results: [] }]);
    platform.on(ofEnvironment("statuses"), [200, { environment: { id: ids.environment, state: "READY" } }]);
    platform.on(ofEnvironment("environmentVariable"), [200, { results: [response()] }]);
    const view = await readView(cycle().platform, ids.environment, [variable]);
    expect(view.others).toEqual([{ kind: "EnvironmentVariable", id, name: "DATABASE_URL" }]);
    const lines = statusLines(view, Date.now()).map((line) => line.split(/ {2,}/).join(" "));
    expect(lines).toContain("EnvironmentVariable DATABASE_URL – – – –");
  });
});

/** A site: domains that the platform compares without letter case, and secrets that responses mask by null. */
const siteOf = (updateMode: "full" | "partial", args: Record<string, z.ZodType>) =>
  defineResource("StaticSite", {
    description: "A site of static files.",
    args: {
      environmentId: z.guid().meta({ description: "Environment that holds the site." }),
      name: z.string().meta({ description: "Name of the site.", identifies: true, compared: "ignoring case" }),
      note: z.string().optional().meta({ description: "A note." }),
      ...args,
    },
    outputs: {},
    api: {
      create: extended("POST /environment/{environmentId}/staticSite"),
      read: extended("GET /staticSite/{id}"),
      update: extended("PUT /staticSite/{id}"),
    },
    updateMode,
    example: "",
  });
const hidden = { description: "A password.", secret: true, returned: { mask: null } };
const siteArgs: Values = { environmentId: ids.environment, name: "docs" };
const onSites = (site: ReturnType<typeof siteOf>) => lifecycle(site, platform.url, { endpoints: "extended" });
const managing = (site: ReturnType<typeof siteOf>, given: Values): Values => ({
  ...given,
  __managed: describeManaged(site.body, given),
});

describe("an optional secret that responses mask by null", () => {
  it("is refused where an update would erase it unseen, and nobody could say whether it was set", () => {
    const schema = z.string().optional().meta(hidden);
    expect(() => siteOf("full", { password: schema })).toThrow(
      /^a definition masks password by null, but password may be omitted: .* state updateMode "partial" if/,
    );
    const inside = z.strictObject({ password: schema }).meta({ typeName: "Gate", description: "A gate." });
    expect(() => siteOf("partial", { gates: z.array(inside).meta({ description: "Gates." }) })).toThrow(
      "masks gates.password by null",
    );
    expect(() =>
      siteOf("partial", { password: schema.meta({ ...hidden, returned: { mask: null, isKeptByMask: true } }) }),
    ).toThrow("masks password by null");
  });

  it("is kept by an update of something else where updates keep what they omit", async () => {
    const site = siteOf("partial", { password: z.string().nullable().optional().meta(hidden) });
    platform.on(`PUT /staticSite/${id}`, [200, { id, name: "docs", note: "new", password: null }]);
    await onSites(site).update(id, managing(site, { ...siteArgs, note: "old" }), { ...siteArgs, note: "new" });
    expect(platform.arrived.at(-1)?.body).not.toHaveProperty("password");
  });

  it("is cleared where the program no longer gives it", async () => {
    const site = siteOf("partial", { password: z.string().nullable().optional().meta(hidden) });
    platform.on(`PUT /staticSite/${id}`, [200, { id, name: "docs", password: null }]);
    const { outputs } = await onSites(site).update(id, managing(site, { ...siteArgs, password: secret }), siteArgs);
    expect(platform.arrived.at(-1)?.body).toMatchObject({ password: null });
    expect(outputs).not.toHaveProperty("password");
  });
});

describe("a required secret that may be null, masked by null", () => {
  const site = siteOf("full", { password: z.string().nullable().meta(hidden) });

  it("is sent as null by every update of a program that gives null", async () => {
    const given = { ...siteArgs, note: "old", password: null };
    const answer = { id, name: "docs", note: "old", password: null, environment_id: ids.environment };
    platform.on(`GET /staticSite/${id}`, () => [200, answer]);
    platform.on(`PUT /staticSite/${id}`, [200, { ...answer, note: "new" }]);
    await onSites(site).update(id, managing(site, given), { ...given, note: "new" });
    expect(platform.arrived.at(-1)?.body).toEqual({ name: "docs", note: "new", password: null });
  });
});

describe("a required secret inside an argument, masked by null", () => {
  const gate = z
    .strictObject({ user: z.string().meta({ description: "A user." }), password: z.string().meta(hidden) })
    .optional()
    .meta({ typeName: "Gate", description: "Who may see the site." });
  const site = siteOf("full", { gate });
  const given = { ...siteArgs, note: "old" };

  it("must be given if a person has set it: an update cannot keep it", async () => {
    const there = { id, name: "docs", note: "old", environment_id: ids.environment };
    platform.on(`GET /staticSite/${id}`, () => [200, { ...there, gate: { user: "ann", password: null } }]);
    const failure = await failureOf(onSites(site).update(id, managing(site, given), { ...siteArgs, note: "new" }));
    expect(failure.message).toContain("gate.password must be set: the platform masks its value");
    expect(platform.lines().filter((line) => line.startsWith("PUT"))).toEqual([]);
  });
});

describe("a list whose key the platform compares without letter case", () => {
  const domain = z
    .strictObject({
      domain: z.string().meta({ description: "A domain.", compared: "ignoring case" }),
      path: z.string().optional().meta({ description: "A path." }),
    })
    .meta({ typeName: "Domain", description: "A domain." });
  const site = siteOf("full", {
    domains: z.array(domain).meta({ description: "Domains.", items: { key: "domain", unique: ["domain"] } }),
  });
  const withDomains = (...domains: Values[]): Values => ({ ...siteArgs, domains });

  it("refuses two items with the same key in another case", async () => {
    const [reason, ...others] = await onSites(site).check(withDomains({ domain: "docs.x" }, { domain: "DOCS.x" }));
    expect(reason).toContain('domains[1].domain must be unique in the list; got "DOCS.x", as in item 0');
    expect(others).toEqual([]);
  });

  it("clears what the program no longer gives of an item that the platform spells in another case", async () => {
    const before = managing(site, withDomains({ domain: "DOCS.x", path: "/a" }));
    const domains = [{ domain: "docs.x", path: "/a" }];
    const state = { ...before, domains };
    platform.on(`GET /staticSite/${id}`, () => [200, { id, name: "docs", environment_id: ids.environment, domains }]);
    platform.on(`PUT /staticSite/${id}`, ({ body }) => [200, { id, ...(body as Values) }]);
    await onSites(site).update(id, state, withDomains({ domain: "DOCS.x" }));
    expect(platform.arrived.at(-1)?.body).toMatchObject({ domains: [{ domain: "DOCS.x" }] });
    expect(JSON.stringify(platform.arrived.at(-1)?.body)).not.toContain("/a");
  });
});

describe("a definition", () => {
  const odd = { description: "Odd.", outputs: {}, api: { create: extended("POST /odd") }, example: "" };
  const statement = (schema: z.ZodType) => () => defineResource("Odd", { ...odd, args: { schema } });

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

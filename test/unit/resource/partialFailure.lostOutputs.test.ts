/** Outputs that only the response to a create contains, on a kind that exists only here: it can be created, listed and deleted. */
import { describe, expect, it, vi } from "vitest";
import { defineResource } from "../../../provider/definition/defineKind.js";
import { recordCalls } from "../../../provider/platform/endpoint.js";
import { freeText, responseText, uuid, verbatim } from "../../../provider/schema/schemas.js";
import { type InitError, managed } from "../../support/frontend.js";
import type { Values } from "../../support/provider.js";
import { failureOf, fakePlatform, lifecycle, listing, lost } from "../support/fake-platform.js";

const platform = fakePlatform();
const id = "00000000-0000-4000-8000-0000000000a1";
const all = "/organization/acme/signingKey";
const calls = recordCalls("/organization/{organizationId}/signingKey", { only: ["create", "list", "delete"] });
const signingKey = defineResource("SigningKey", {
  description: "A key that signs requests.",
  args: {
    organizationId: verbatim.meta({ description: "Organization.", response: { path: "organization.id" } }),
    name: verbatim.meta({ description: "Name.", identifies: true }),
    note: freeText.optional().meta({ description: "What it's for." }),
    roleId: uuid.optional().meta({ description: "Role.", whenOmitted: { description: "VIEWER", isSent: true } }),
  },
  outputs: {
    createdAt: responseText.meta({ description: "When it was created." }),
    key: responseText.optional().meta({ description: "The key.", secret: true, returned: "never" }),
  },
  api: calls,
  example: "",
});
const args = { organizationId: "acme", name: "ci" };
const shown = (more: Values = {}) => ({ id, name: "ci", created_at: new Date().toISOString(), role_id: id, ...more });
const created = () => [201, shown({ key: "hunter2-hunter2" })] as const;
const cycle = (options = {}) => lifecycle(signingKey, platform.url, { endpoints: "extended" as const, ...options });

/** A create whose response is lost, and what it fails with. */
async function losing() {
  platform.on(`GET ${all}`, listing()).on(`POST ${all}`, (request, response) => {
    platform.on(`GET ${all}`, listing(shown()));
    return (lost as (...params: unknown[]) => undefined)(request, response);
  });
  return failureOf(cycle().create(args)) as Promise<unknown> as Promise<InitError>;
}

describe("output that only the create returns", () => {
  it("is preserved by reads", async () => {
    platform.on(`GET ${all}`, listing()).on(`POST ${all}`, created());
    const { outputs } = await cycle().create(args);
    expect(outputs).toMatchObject({ key: "hunter2-hunter2", roleId: id });
    platform.on(`GET ${all}`, listing(shown()));
    expect((await cycle().read(id, outputs)).outputs).toMatchObject({ key: "hunter2-hunter2" });
  });

  it("is undefined after an import or an adoption, without a replacement", async () => {
    platform.on(`GET ${all}`, listing(shown()));
    const adopted = await cycle().create({ ...args, adoptId: id });
    const gotten = await cycle().get(id, { organizationId: "acme" });
    for (const { outputs } of [adopted, gotten]) {
      expect(outputs).toMatchObject({ name: "ci" });
      expect(outputs.key).toBeUndefined();
      expect((await cycle().diff(id, outputs, args)).replaces ?? []).toEqual([]);
    }
  });

  it("causes AP4001 and a replacement if the response to the create was lost", async () => {
    const failure = await losing();
    const [reason] = failure.reasons;
    expect(reason).toMatch(/^AP4001: SigningKey "ci" exists on the platform .* reading `key` failed\./);
    expect(reason).toMatch(/Only the response to the create contains it, and it was lost\..*it replaces the resource/s);
    expect(failure.id).toBe(id);
    const state = failure.properties;
    expect(await cycle().diff(id, state, args)).toMatchObject({ replaces: ["key"], deleteBeforeReplace: true });
    const { outputs: refreshed } = await cycle().read(id, state);
    expect(await cycle().diff(id, refreshed, args)).toMatchObject({ replaces: ["key"], deleteBeforeReplace: true });
  });

  it("is named by the error if the response to the create has no body", async () => {
    platform.on(`GET ${all}`, listing(), listing(shown())).on(`POST ${all}`, [201]);
    const { reasons } = await failureOf(cycle().create(args));
    expect(reasons).toEqual([expect.stringContaining("reading `key` failed")]);
  });

  it("is named by the error if a create finds what a killed run has created", async () => {
    platform.on(`GET ${all}`, listing(shown())).on(`POST ${all}`, [409, {}]);
    const restarted = cycle();
    vi.spyOn(restarted.run.ownership, "wasCreatedByKilled").mockReturnValue(true);
    const { reasons } = await failureOf(restarted.create(args));
    expect(reasons).toEqual([expect.stringContaining("reading `key` failed")]);
  });

  it("causes no replacement if the endpoints can't delete the resource", async () => {
    const { delete: _, ...api } = signingKey.api;
    const kept = lifecycle({ ...signingKey, api }, platform.url, { endpoints: "extended" });
    const { replaces = [] } = await kept.diff(id, managed({ ...args, __lost: ["key"] }, args), args);
    expect(replaces).toEqual([]);
  });

  it("must be optional in the definition of a kind", () => {
    const { description, shape } = signingKey;
    const outputs = { key: freeText.meta({ description: "K.", returned: "never" }) };
    const stated = { description, args: shape, outputs, api: calls, example: "" };
    expect(() => defineResource("Odd", stated)).toThrow("the output key is never returned: it must be optional");
  });
});

describe("kind without an update call", () => {
  it.each<[what: string, before: Values, now: Values, replaces: string[]]>([
    ["another value of an argument", { note: "a" }, { note: "b" }, ["note"]],
    ["an added argument", {}, { note: "b" }, ["note"]],
    ["a removed argument", { note: "a" }, {}, ["note"]],
    ["a new name", {}, { name: "other" }, ["name"]],
  ])("replaces its resource for %s", async (_, before, now, replaces) => {
    const state = { ...args, ...before };
    const planned = await cycle().diff(id, managed(state, state), { ...args, ...now });
    expect(planned).toMatchObject({ changes: true, replaces });
  });

  it("has only the calls that its definition lists", () => {
    expect(Object.keys(signingKey.api).sort()).toEqual(["create", "delete", "list"]);
    const both = recordCalls("/thing", { item: "/thing/of/{id}", only: ["read", "update"] });
    const lines = Object.values(both).map(({ method, path }) => `${method} ${path}`);
    expect(lines).toEqual(["GET /thing/of/{id}", "PUT /thing/of/{id}"]);
  });
});

describe("omitted argument with `isSent`", () => {
  it("is sent as null, and the platform's default isn't a change afterwards", async () => {
    platform.on(`GET ${all}`, listing()).on(`POST ${all}`, created());
    const { outputs } = await cycle().create(args);
    expect(platform.arrived.find(({ line }) => line.startsWith("POST"))?.body).toEqual({ name: "ci", role_id: null });
    expect((await cycle().diff(id, outputs, args)).changes).not.toBe(true);
  });
});

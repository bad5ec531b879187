import { describe, expect, it } from "vitest";
import { isNotApplicable, kindNames, records } from "../../kinds/index.js";
import { ids } from "../../kinds/shared/ids.js";
import { managed } from "../../support/frontend.js";
import { type Endpoint, fillTarget, type Values } from "../../support/provider.js";
import { definitionOf, emptyPreceding, fakePlatform, fakeToken, lifecycle } from "../support/fake-platform.js";

const platform = fakePlatform();

/** The table "What each resource can do" of the project's choices, row by row, in both sets of endpoints. */
const cases = kindNames.flatMap((kind) => {
  const { calls, fixture } = records[kind];
  if (isNotApplicable(calls)) return [];
  const { id, before = {}, unsent = {}, addedMembers = {} } = calls;
  const args = { ...fixture.program, ...fixture.path };
  return (["documented", "extended"] as const).flatMap((endpoints) => {
    const row = calls[endpoints];
    return isNotApplicable(row) ? [] : [{ kind, id, endpoints, before, unsent, addedMembers, fixture, args, ...row }];
  });
});

/** The fixture's request without some members. */
const without = (request: Values, members: readonly string[] = []) =>
  Object.fromEntries(Object.entries(request).filter(([name]) => !members.includes(name)));

/** The values with a member in every object that the document does not have, and that changes nothing. Some objects are the user's. */
function richer(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(richer);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [
    name,
    /^(config_json|action_extra_arguments|default_rule_labels)$/.test(name) ? member : richer(member),
  ]);
  return { ...Object.fromEntries(members), brand_new_member: { kind: "BRAND_NEW", items: ["BRAND_NEW", 7, null] } };
}

/** Answers as a platform that holds the fixture's resource: lists give it among others, what is deleted is gone. */
function serve({ fixture, kind, endpoints }: (typeof cases)[number], before: Values = {}): void {
  const { api, otherCalls } = definitionOf(kind);
  const { create, update, read, list } = api;
  const members = { ...fixture.outputs, ...fixture.path, id: fixture.response.id ?? null };
  const line = (call: Endpoint<boolean>) => `${call.method} ${fillTarget(call, members)}`;
  let isGone = false;
  const existing = richer({ ...fixture.response, ...before });
  const answer = () => (isGone ? ([404, { detail: "gone" }] as const) : ([200, richer(fixture.response)] as const));
  // A new one may take the place of what was deleted.
  const created = () => {
    isGone = false;
    return answer();
  };
  if (endpoints === "extended" || create.row !== undefined) platform.on(line(create), created);
  for (const call of [update, read]) {
    if (call !== undefined && (endpoints === "extended" || call.row !== undefined)) platform.on(line(call), answer);
  }
  if (list !== undefined) {
    emptyPreceding(platform, list, members);
    platform.on(line(list), () => [200, { results: [{ id: ids.otherEnvironment }, ...(isGone ? [] : [existing])] }]);
  }
  for (const remove of [api.delete, ...Object.values(otherCalls)]) {
    if (remove?.method !== "DELETE") continue;
    platform.on(line(remove), () => {
      isGone = true;
      return [204];
    });
  }
}

const writes = () => platform.arrived.filter(({ line }) => !line.startsWith("GET"));

const updated = cases.filter(({ update }) => Array.isArray(update));
const refused = cases.filter(({ update }) => update === "refused");
const replaced = cases.filter(({ update }) => update === "replaced");
const deleted = cases.filter((row) => row.delete.length > 0);
const retained = cases.filter((row) => row.delete.length === 0);

describe("handlers of every kind", () => {
  it.each(cases)("create $kind ($endpoints) by its own call, with all outputs", async (row) => {
    serve(row, row.before);
    const made = await lifecycle(row.kind, platform.url, row).create(row.args);
    expect(platform.lines()).toEqual(row.create);
    const [first] = writes();
    expect(first?.body).toEqual({ ...without(row.fixture.request, row.unsent.create), ...row.addedMembers.create });
    expect(first?.authorization).toBe(`Bearer ${fakeToken}`);
    expect(made.id).toBe(row.id);
    expect(made.outputs).toEqual({ ...row.fixture.outputs, __managed: expect.stringMatching(/^[0-9a-f]{16}$/) });
  });

  it.each(cases)("read $kind ($endpoints) by the cheapest call, or keep the state", async (row) => {
    serve(row);
    const state = managed(row.fixture.outputs, { name: "" });
    const seen = await lifecycle(row.kind, platform.url, row).read(row.id, state);
    expect(platform.lines()).toEqual(row.read);
    expect(seen).toMatchObject({ id: row.id, outputs: { ...row.fixture.outputs, __managed: "" } });
  });

  it.each(cases)("plan no change of $kind ($endpoints) if no argument differs", async (row) => {
    const plan = await lifecycle(row.kind, platform.url, row).diff(row.id, row.fixture.outputs, row.args);
    expect(plan).toEqual({ changes: false });
    expect(platform.lines()).toEqual([]);
  });

  it.each(updated)("update $kind ($endpoints) in place with all values that it has", async (row) => {
    serve(row);
    const desired = { ...row.args, ...row.edit };
    const cycle = lifecycle(row.kind, platform.url, row);
    expect(await cycle.diff(row.id, row.fixture.outputs, desired)).toEqual({});
    await cycle.update(row.id, managed(row.fixture.outputs, { name: "" }), desired);
    expect(platform.lines()).toEqual(row.update);
    const { request, response } = row.fixture;
    const kept = ["storage", "ports"].filter((name) => Array.isArray(request[name]));
    // Items keep the IDs that the platform assigned to them.
    const idsIn = (name: string) => (response[name] as Values[]).map(({ id = null }) => id);
    const withIds = (name: string) => (request[name] as Values[]).map((item, at) => ({ id: idsIn(name)[at], ...item }));
    const items = Object.fromEntries(kept.map((name) => [name, withIds(name)]));
    const base = { ...without(row.fixture.request, row.unsent.update), ...items };
    const [[name, value] = ["", ""]] = Object.entries(row.edit);
    const wire = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const sent = writes().find(({ line }) => !line.startsWith("DELETE"));
    expect(sent?.body).toEqual({ ...base, [wire]: value });
  });

  it.each(refused)("refuse a changed $kind ($endpoints) with AP2001, the field and what to do", async (row) => {
    const cycle = lifecycle(row.kind, platform.url, row);
    const planning = cycle.diff(row.id, row.fixture.outputs, { ...row.args, ...row.edit });
    await expect(planning).rejects.toMatchObject({ code: "AP2001" });
    const [name = ""] = Object.keys(row.edit);
    await expect(planning).rejects.toThrow(
      new RegExp(`${row.kind} ".*" can't be updated[^]*${name}: .* → [^]*endpoints extended[^]*change its \`name\``),
    );
    expect(platform.lines()).toEqual([]);
  });

  it.each(replaced)("replace $kind ($endpoints) if it has no update", async (row) => {
    const { diff } = lifecycle(row.kind, platform.url, row);
    const plan = await diff(row.id, row.fixture.outputs, { ...row.args, ...row.edit });
    expect(plan).toMatchObject({ replaces: Object.keys(row.edit) });
    expect(platform.lines()).toEqual([]);
  });

  it.each(deleted)("delete $kind ($endpoints) without a warning", async (row) => {
    serve(row);
    const cycle = lifecycle(row.kind, platform.url, row);
    await cycle.delete(row.id, row.fixture.outputs);
    expect(writes().map(({ line }) => line)).toEqual(row.delete);
    expect(cycle.warnings).toEqual([]);
  });

  it.each(retained)("warn at a delete that $kind ($endpoints) stays on the platform", async (row) => {
    const cycle = lifecycle(row.kind, platform.url, row);
    await cycle.delete(row.id, row.fixture.outputs);
    expect(platform.lines()).toEqual([]);
    const { name } = row.args;
    const known = typeof name === "string" ? `"${name}" (` : `(clusterId ${ids.cluster}, `;
    expect(cycle.warnings).toHaveLength(1);
    expect(cycle.warnings[0]).toContain(`${row.kind} ${known}id ${row.id}) stays on the platform`);
  });
});

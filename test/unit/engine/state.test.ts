/** What the state has of a resource besides its values: revisions, outputs that no response has, and what a program marks as secret. */
import { describe, expect, it } from "vitest";
import {
  derivedOutputs,
  fitting,
  previewedOutputs,
  revisionAfter,
  specifiedBefore,
  storedAfterFailure,
  storedAfterRead,
  storedIn,
  withSecrets,
} from "../../../provider/engine/state.js";
import { REVISION, VERSION_REVISION } from "../../../provider/values/revisions.js";
import { container, ids } from "../../kinds/fixtures.js";
import { UNKNOWN, type Values } from "../../support/provider.js";
import { definitionOf } from "../support/fake-platform.js";

const [web, db, nightly] = [definitionOf("Container"), definitionOf("Database"), definitionOf("Job")];
const stored = (values: Values, revision: string | undefined = "0b-0a") => ({ values, revision });

describe("derivedOutputs", () => {
  const id = ids.container;
  const service = { kind: "Container", id, imageTag: "1", name: "web" };
  const selection = { ...service, [REVISION]: "0b-0a", [VERSION_REVISION]: "0a" };
  const values = { name: "web", tag: "1" };

  it.each<[what: string, revision: string | undefined, ignored: string[], changes: Values]>([
    ["includes the service's selection (deployable)", "0b-0a", [], {}],
    ["has an unknown revision in a preview", UNKNOWN, [], { [REVISION]: UNKNOWN, [VERSION_REVISION]: UNKNOWN }],
    ["has no version revision if tag is ignored", "0b-0a", ["tag"], { [VERSION_REVISION]: "" }],
    ["has both revisions if another argument is ignored", "0b-0a", ["cpu"], {}],
  ])("%s", (_, revision, ignored, changes) => {
    const { deployable } = derivedOutputs(web, id, stored(values, revision), ignored);
    expect(deployable).toEqual({ ...selection, ...changes });
  });

  it("omits a secret name and absent values", () => {
    const { name: _, ...others } = service;
    const { deployable } = derivedOutputs(withSecrets(web, ["name"]), id, { ...stored(values), revision: undefined });
    expect(deployable).toEqual({ ...others, [VERSION_REVISION]: "" });
  });

  it("includes the built-in variables of a database, unknown before it has an ID", () => {
    const { credentials, deployable } = derivedOutputs(db, ids.database, stored({ name: "db" }));
    expect(credentials).toMatchObject({ password: `database/${ids.database}/password` });
    expect(deployable).toEqual({ kind: "Database", id: ids.database, name: "db", [REVISION]: "0b-0a" });
    expect(derivedOutputs(db, UNKNOWN, stored({}))).toMatchObject({ credentials: UNKNOWN });
  });

  it("includes the built-in variables of a project and a service", () => {
    const { builtInVariables } = derivedOutputs(web, ids.container, stored(values));
    expect(builtInVariables).toMatchObject({ hostInternal: `container/${ids.container}/host_internal` });
    expect(derivedOutputs(definitionOf("Project"), ids.project, stored({}))).toEqual({
      builtInVariables: { projectId: `project/${ids.project}/project_id` },
    });
  });

  it("is empty for kinds without deployments and variables", () => {
    expect(derivedOutputs(definitionOf("GitToken"), ids.project, stored({}))).toEqual({});
  });
});

describe("storedIn", () => {
  it("returns the kind's values, the revision, and __location, __normalized, __previous, __pendingWrites", () => {
    const __pendingWrites = ["variables.A"];
    const derived = { deployable: { [REVISION]: "0b-0a" }, credentials: {} };
    const notes = { __provider: "text", __location: "a", __normalized: '{"cpu":1}', __previous: '{"tag":"1"}' };
    const known = { location: "a", normalized: { cpu: 1 }, previous: { tag: "1" }, revision: "0b-0a" };
    const found = storedIn(web, { __pendingWrites, name: "web", tag: null, ...derived, other: 1, ...notes });
    expect(found).toEqual({ ...known, values: { name: "web", __pendingWrites } });
    expect(storedIn(web, { name: "web", __managed: "0c;description" }).revision).toBe("0c");
  });
});

describe("revisionAfter an update", () => {
  const change = (path: string) => ({ arg: path.split(/[.[]/)[0] as string, path, steps: [], text: "" });
  const [same, next, newVersion] = ["0b-0a", "0000000000000000-0a", "0000000000000000"];
  it.each<[what: string, kind: typeof web, paths: string[], revision: string]>([
    ["keeps the revision if only the provider uses the change", web, ["connection"], same],
    ["keeps the revision without a change", web, [], same],
    ["changes the revision for an argument that sets no version", web, ["cpu"], next],
    ["changes the revision for an advanced setting, so that a trigger deploys it", web, ["advancedSettings.a"], next],
    ["changes the version's revision for the argument that sets it", web, ["cpu", "tag"], newVersion],
    ["keeps the version's revision for an argument with a similar name", web, ["tags"], next],
    ["changes the version's revision for a member of an object", nightly, ["source.image.tag"], newVersion],
    ["changes the version's revision for the whole object", nightly, ["source.image"], newVersion],
    ["keeps the version's revision for another member", nightly, ["source.image.name"], next],
    ["keeps the version's revision for `version` of a Database", db, ["version"], next],
  ])("%s", (_, kind, paths, revision) => {
    expect(revisionAfter(kind, "0b-0a", paths.map(change), () => 0)).toBe(revision);
  });
});

describe("storedAfterRead", () => {
  const state: Values = { ...container.outputs, cpu: 750, tag: "1", connection: "staging" };
  const args: Values = { name: "web", cpu: 750, tag: "1", connection: "staging" };
  const before = { state: { values: state, revision: "0b-0a" }, oldInputs: args, isLookup: false };
  const read = (change: Values, known = before) => storedAfterRead(web, known, { ...state, ...change }, () => 0);

  it.each<[what: string, change: Values, revision: string]>([
    ["keeps the revision without a change", {}, "0b-0a"],
    ["changes the revision if an argument differs", { cpu: 1 }, "0000000000000000-0a"],
    ["keeps the revision if a deployment has set another version", { tag: "2" }, "0b-0a"],
    ["changes the revision if a version and another argument differ", { tag: "2", cpu: 1 }, "0000000000000000-0a"],
    ["keeps the revision if an argument differs that only the provider uses", { connection: "live" }, "0b-0a"],
    ["keeps the revision if an argument differs that the program doesn't set", { memory: 1 }, "0b-0a"],
  ])("%s", (_, change, revision) => {
    const found = read(change);
    const { memory: _memory, ...specified } = change;
    expect([found.stored.revision, found.args]).toEqual([revision, { ...args, ...specified }]);
  });

  it("returns the state's own object without a change, and no arguments for a lookup", () => {
    expect(read({}).stored.values).toBe(state);
    const unmanaged = { values: state, revision: undefined };
    const found = { ...state, cpu: 1 };
    const lookup = { state: unmanaged, oldInputs: undefined, isLookup: true };
    const stored = { ...unmanaged, values: found };
    expect(storedAfterRead(web, lookup, found, () => 0)).toEqual({ stored, args: undefined });
  });

  it("has a new revision and no arguments if the old inputs are unknown", () => {
    const unknown = { ...before, oldInputs: undefined };
    const found = storedAfterRead(web, unknown, { ...state, memory: 1 }, () => 0);
    expect([found.stored.revision, found.args]).toEqual(["0000000000000000-0a", undefined]);
  });

  it("omits outputs without a value", () => {
    expect(read({ description: null } as Values).stored.values).not.toHaveProperty("description");
  });
});

it("storedAfterFailure preserves null members and all that was stored before", () => {
  const stored = storedAfterFailure({ a: null, b: "1" }, { revision: "0a", values: { b: "2" } });
  expect(stored).toEqual({ revision: "0a", values: { a: null, b: "2" } });
});

describe("withSecrets", () => {
  const marked = withSecrets(db, ["name", "nothing"]);

  it("marks an argument as secret, and preserves the rest of its definition", () => {
    expect(marked.args.name).toEqual({ ...db.args.name, secret: true, isMarked: { stated: false } });
    expect(marked.body.members).toBe(marked.args);
  });

  it("leaves other arguments and always secret ones unchanged", () => {
    expect(marked.args.version).toBe(db.args.version);
    expect(withSecrets(web, ["secretVariables"]).args.secretVariables).toBe(web.args.secretVariables);
    expect(withSecrets(web, [])).toBe(web);
  });
});

describe("preview of an update (native provider)", () => {
  const fixed = { createdAt: "2026-11-29T10:00:00Z", url: "https://web.example.com" };
  const state = { cpu: 999, memory: 1024, ...fixed, updatedAt: "now" };
  it.each<[what: string, specified: Values, changed: string, shown: Values]>([
    ["an argument that the program omits now as unknown", {}, "cpu", { cpu: UNKNOWN }],
    ["values that the program always left to the platform", { cpu: 500 }, "cpu", { cpu: 500, memory: 1024 }],
    ["outputs fixed at creation or by unchanged arguments", { cpu: 500 }, "cpu", { ...fixed, updatedAt: UNKNOWN }],
    ["outputs that follow a changed argument as unknown", { ports: [] }, "ports", { ...fixed, url: UNKNOWN }],
  ])("shows %s", (_, specified, changed, shown) => {
    const before = { state, specified: { cpu: 999 }, changed: [changed] };
    expect(previewedOutputs(web, specified, before)).toMatchObject(shown);
  });
});

it("specifiedBefore includes arguments that a failed update may not have removed", () => {
  const state = { values: {}, previous: { cpu: 1, ports: [] }, revision: undefined };
  expect(specifiedBefore({ state, oldInputs: { tag: "1", cpu: 2 } })).toEqual({ tag: "1", cpu: 1, ports: [] });
  expect(specifiedBefore({ state: { values: {}, revision: undefined }, oldInputs: { cpu: 2 } })).toEqual({ cpu: 2 });
});

describe("state after a failed write", () => {
  const megabytes = (count: number) => "x".repeat(count * 1024 * 1024);
  const stored = (values: Values, previous?: Values) => fitting({ values, previous, revision: "1" });

  it("has all values if they fit into 8 MiB", () => {
    const values: Values = { a: megabytes(4), b: [1, { c: megabytes(3) }] };
    const all = { values, previous: { a: "1" }, revision: "1" };
    expect(fitting(all)).toBe(all);
  });

  it("omits the longest values first, and keeps the keys of objects (with null)", () => {
    const previous = { a: { x: "1" }, b: { y: "2" } };
    const values = { a: { x: megabytes(5) }, b: { y: megabytes(4) }, c: "1" };
    expect(stored(values, previous)).toEqual({
      values: { a: { x: null }, b: values.b, c: "1" },
      previous: { a: null, b: { y: "2" } },
      revision: "1",
    });
  });

  it("omits values, at any depth, until it fits into 8 MiB", () => {
    const values = { a: [megabytes(3), { k: megabytes(3) }], b: { [megabytes(5)]: 1 }, c: megabytes(4) };
    expect(stored(values)).toEqual({ values: { c: values.c }, previous: undefined, revision: "1" });
  });
});

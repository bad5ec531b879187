import { describe, expect, it } from "vitest";
import { propertyChanges } from "../../provider/native/diff.js";
import type { Field, ObjectField } from "../provider.js";

const facts = { description: "", required: false };
const text: Field = { ...facts, type: "string" };
const object = (members: Record<string, Field>): ObjectField => ({ ...facts, type: "object", name: "", members });
const body = object({
  size: text,
  probe: object({ tcp: object({ port: text }) }),
  ports: { ...facts, type: "array", items: { key: "number" }, item: object({ number: text, name: text }) },
  entries: { ...facts, type: "array", item: object({ value: text }) },
  labels: { ...facts, type: "record", value: text },
  groups: { ...facts, type: "record", value: object({ id: text }) },
});

/** What Pulumi shows of a change at this path. */
const shown = (path: string, state: object, args: object, replaces: string[] = []) => {
  const arg = path.split(/[.[]/)[0] as string;
  const given = { state: state as never, args: args as never };
  return propertyChanges(body, [{ arg, path }], replaces, given).map(
    (each) => `${each.kind} ${each.path}${each.isInputDiff ? " of inputs" : ""}${each.replaces ? ", replaces" : ""}`,
  );
};

describe("a change", () => {
  it.each([
    ["size", { size: "1" }, { size: "2" }, "update size"],
    ["size", {}, { size: "2" }, "add size"],
    ["size", { size: "1" }, {}, "delete size"],
    ["size", { size: "1" }, { size: null }, "delete size"],
    ["probe.tcp.port", { probe: { tcp: { port: "1" } } }, { probe: { tcp: { port: "2" } } }, "update probe.tcp.port"],
    ["probe.tcp", { probe: {} }, { probe: { tcp: {} } }, "add probe.tcp"],
    ["entries[1].value", { entries: [{}, { value: "1" }] }, { entries: [{}, {}] }, "delete entries[1].value"],
    ["ports[0].name", { ports: [{ name: "1" }] }, { ports: [{ name: "2" }] }, "update ports of inputs"],
    ["ports", { ports: [{}] }, { ports: [] }, "update ports of inputs"],
    ["labels.app", { labels: { app: "1" } }, { labels: { app: "2" } }, "update labels.app"],
    ["labels.a.b/c", { labels: { "a.b/c": "1" } }, { labels: {} }, 'delete labels["a.b/c"]'],
    ['labels.a"b', { labels: {} }, { labels: { 'a"b': "1" } }, 'add labels["a\\"b"]'],
    ["groups.a.id", { groups: { a: { id: "1" } } }, { groups: { a: { id: "2" } } }, "update groups of inputs"],
  ])("of %s from %j to %j is '%s'", (path, state, args, expected) => {
    expect(shown(path, state, args)).toEqual([expected]);
  });

  it("of an argument that replaces the resource says so", () => {
    expect(shown("size", { size: "1" }, { size: "2" }, ["size"])).toEqual(["update size, replaces"]);
  });

  it("that only the update can know, and that replaces the resource, is shown too", () => {
    const changes = propertyChanges(body, [], ["size"], { state: { size: "1" }, args: { size: "?" } });
    expect(changes).toEqual([{ path: "size", kind: "update", isInputDiff: false, replaces: true }]);
  });

  it("of several items with a key is one", () => {
    const paths = ["ports[0].name", "ports[1].name"].map((path) => ({ arg: "ports", path }));
    expect(propertyChanges(body, paths, [], { state: { ports: [] }, args: { ports: [] } })).toHaveLength(1);
  });
});

import { describe, expect, it } from "vitest";
import { propertyChanges } from "../../../../provider/frontends/native/propertyDiff.js";
import type { Step } from "../../../../provider/schema/equality.js";
import { array, json, object, record, text } from "../../support/any-fields.js";

const body = object({
  size: text(),
  probe: object({ tcp: object({ port: text() }) }),
  ports: array(object({ number: text(), name: text() }), { items: { key: "number" } }),
  entries: array(object({ value: text() })),
  labels: record(text()),
  groups: record(object({ id: text() })),
  free: json({ shape: "members" }),
});

/** Ports by number and name. */
const ports = (...all: string[]) => ({
  ports: all.map((each) => {
    const [number, name] = each.split(" ");
    return { number, name };
  }),
});

const probe = (port: string) => ({ probe: { tcp: { port } } });
const group = (id: string) => ({ groups: { a: { id } } });

/** What Pulumi shows of a change at these steps. */
const shown = (steps: readonly Step[], state: object, args: object, replaces: string[] = []) => {
  const arg = String(steps[0]);
  const specified = { state: state as never, args: args as never, oldInputs: state as never };
  return propertyChanges(body, [{ arg, steps }], replaces, specified).map(
    (each) => `${each.kind} ${each.path}${each.isInputDiff ? " of inputs" : ""}${each.replaces ? ", replaces" : ""}`,
  );
};

describe("propertyChanges", () => {
  it.each([
    ["a changed argument", ["size"], { size: "1" }, { size: "2" }, "update size"],
    ["an added argument", ["size"], {}, { size: "2" }, "add size"],
    ["a removed argument", ["size"], { size: "1" }, {}, "delete size"],
    ["an argument that becomes null", ["size"], { size: "1" }, { size: null }, "delete size"],
    ["a changed member of a member", ["probe", "tcp", "port"], probe("1"), probe("2"), "update probe.tcp.port"],
    ["an added object", ["probe", "tcp"], { probe: {} }, { probe: { tcp: {} } }, "add probe.tcp"],
    [
      "a removed member of an item",
      ["entries", 1, "value"],
      { entries: [{}, { value: "1" }] },
      { entries: [{}, {}] },
      "delete entries[1].value",
    ],
    [
      "a changed member of an item with a key",
      ["ports", 0, "name"],
      ports("80 a"),
      ports("80 b"),
      "update ports[0].name of inputs",
    ],
    [
      "a changed member of a moved item with a key",
      ["ports", 1, "name"],
      ports("80 a", "81 a"),
      ports("81 a", "80 b"),
      "update ports[1].name of inputs",
    ],
    ["an added item with a key", ["ports", 0], ports(), ports("80 a"), "add ports[0] of inputs"],
    ["the removed only item with a key", ["ports"], ports("80 a"), ports(), "delete ports[0] of inputs"],
    ["a removed item with a key", ["ports"], ports("80 a", "81 a"), ports("81 a"), "delete ports[0] of inputs"],
    ["an item with another key", ["ports", 0], ports("80 a"), ports("81 a"), "update ports[0].number of inputs"],
    [
      "an added item of a list without keys",
      ["entries"],
      { entries: [{}] },
      { entries: [{}, {}] },
      "add entries[1] of inputs",
    ],
    ["a removed list", ["ports"], { ports: [{}] }, {}, "delete ports of inputs"],
    [
      "a changed entry of a map",
      ["labels", "app"],
      { labels: { app: "1" } },
      { labels: { app: "2" } },
      "update labels.app",
    ],
    [
      "a removed entry whose key has a dot",
      ["labels", "a.b/c"],
      { labels: { "a.b/c": "1" } },
      { labels: {} },
      'delete labels["a.b/c"]',
    ],
    [
      "an added entry whose key has a quotation mark",
      ["labels", 'a"b'],
      { labels: {} },
      { labels: { 'a"b': "1" } },
      'add labels["a\\"b"]',
    ],
    [
      "a changed member of JSON",
      ["free", "a", "b"],
      { free: { a: { b: 1 } } },
      { free: { a: { b: 2 } } },
      "update free.a.b",
    ],
    [
      "a changed item of JSON",
      ["free", "list"],
      { free: { list: [1, 2] } },
      { free: { list: [1, 3] } },
      "update free.list[1] of inputs",
    ],
    [
      "a changed member of an object in a map",
      ["groups", "a", "id"],
      group("1"),
      group("2"),
      "update groups.a.id of inputs",
    ],
  ])("describes %s as $4", (_what, steps, state, args, expected) => {
    expect(shown(steps, state, args)).toEqual([expected]);
  });

  it("marks an argument that replaces the resource", () => {
    expect(shown(["size"], { size: "1" }, { size: "2" }, ["size"])).toEqual(["update size, replaces"]);
  });

  it("includes an argument of `replaces` that isn't among the changes", () => {
    const changes = propertyChanges(body, [], ["size"], { state: { size: "1" }, args: { size: "?" } });
    expect(changes).toEqual([{ path: "size", kind: "update", isInputDiff: false, replaces: true }]);
  });

  it("reports changes of several items with a key once", () => {
    const paths = [0, 1].map((index) => ({ arg: "ports", steps: ["ports", index, "name"] }));
    expect(propertyChanges(body, paths, [], { state: { ports: [] }, args: { ports: [] } })).toHaveLength(1);
  });
});

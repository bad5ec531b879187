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
    [["size"], { size: "1" }, { size: "2" }, "update size"],
    [["size"], {}, { size: "2" }, "add size"],
    [["size"], { size: "1" }, {}, "delete size"],
    [["size"], { size: "1" }, { size: null }, "delete size"],
    [["probe", "tcp", "port"], probe("1"), probe("2"), "update probe.tcp.port"],
    [["probe", "tcp"], { probe: {} }, { probe: { tcp: {} } }, "add probe.tcp"],
    [["entries", 1, "value"], { entries: [{}, { value: "1" }] }, { entries: [{}, {}] }, "delete entries[1].value"],
    [["ports", 0, "name"], ports("80 a"), ports("80 b"), "update ports[0].name of inputs"],
    [["ports", 1, "name"], ports("80 a", "81 a"), ports("81 a", "80 b"), "update ports[1].name of inputs"],
    [["ports", 0], ports(), ports("80 a"), "add ports[0] of inputs"],
    [["ports"], ports("80 a"), ports(), "delete ports[0] of inputs"],
    [["ports"], ports("80 a", "81 a"), ports("81 a"), "delete ports[0] of inputs"],
    [["ports", 0], ports("80 a"), ports("81 a"), "update ports[0].number of inputs"],
    [["entries"], { entries: [{}] }, { entries: [{}, {}] }, "add entries[1] of inputs"],
    [["ports"], { ports: [{}] }, {}, "delete ports of inputs"],
    [["labels", "app"], { labels: { app: "1" } }, { labels: { app: "2" } }, "update labels.app"],
    [["labels", "a.b/c"], { labels: { "a.b/c": "1" } }, { labels: {} }, 'delete labels["a.b/c"]'],
    [["labels", 'a"b'], { labels: {} }, { labels: { 'a"b': "1" } }, 'add labels["a\\"b"]'],
    [["free", "a", "b"], { free: { a: { b: 1 } } }, { free: { a: { b: 2 } } }, "update free.a.b"],
    [["free", "list"], { free: { list: [1, 2] } }, { free: { list: [1, 3] } }, "update free.list[1] of inputs"],
    [["groups", "a", "id"], group("1"), group("2"), "update groups.a.id of inputs"],
  ])("describes a change at %j from %j to %j as '%s'", (steps, state, args, expected) => {
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

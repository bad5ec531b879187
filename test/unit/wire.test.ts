/** How arguments become requests, and responses become values, by the facts of their fields. */
import { describe, expect, it } from "vitest";
import {
  fromWire,
  membersFromWire,
  membersToWire,
  programPath,
  toWire,
  wireName,
  withoutEmptyOutputs,
} from "../../provider/values/wire.js";
import type { Field, Fields, Value, Values } from "../provider.js";
import { array, flag, integer, json, object, record, text } from "./any-fields.js";

describe("a value in a request", () => {
  const choice = object(
    { http: object({ port: text() }), tcp: object({ port: text() }), exec: text() },
    { alternatives: [["http"], ["tcp"]], discriminator: { member: "kind", values: ["HTTP", "TCP"] } },
  );
  it.each<[what: string, field: Field, value: Value | undefined, sent: Value | undefined]>([
    ["is as it is", text(), "a", "a"],
    ["isn't sent without a value", text(), undefined, undefined],
    ["isn't sent if it is null", text(), null, undefined],
    ["is null if that clears it", text({ nullable: true }), null, null],
    [
      "has the names of the API in objects",
      object({ someName: text(), other: text({ wire: "OTHER" }) }),
      { someName: "a", other: "b", more: "c" },
      { some_name: "a", OTHER: "b" },
    ],
    [
      "has them in items, also in those that are null",
      array(object({ someName: text() })),
      [{ someName: "a" }, null],
      [{ some_name: "a" }, null],
    ],
    [
      "keeps the keys of a map",
      record(object({ someName: text() })),
      { someKey: { someName: "a" } },
      { someKey: { some_name: "a" } },
    ],
    [
      "is a list of pairs, if the API wants that",
      record(text(), { onWire: "pairs" }),
      { a: "1", b: "2" },
      [
        ["a", "1"],
        ["b", "2"],
      ],
    ],
    ["says which alternative it uses", choice, { tcp: { port: "1" } }, { kind: "TCP", tcp: { port: "1" } }],
    ["says nothing of alternatives if it uses none", choice, { exec: "a", http: null }, { exec: "a" }],
    ["isn't converted if it isn't of the field's type", object({ someName: text() }), "a", "a"],
    ["isn't converted if it isn't a list", array(object({ someName: text() })), { someName: "a" }, { someName: "a" }],
  ])("%s", (_, field, value, sent) => {
    expect(toWire(field, value)).toEqual(sent);
  });
});

describe("a request's body", () => {
  const written = {
    list: "files.list",
    name: "values.yaml",
    write: (value: Value) => `w:${value}`,
    read: (content: string) => (content.startsWith("w:") ? content.slice(2) : undefined),
  };
  const fields: Fields = {
    plainName: text(),
    local: text({ local: true }),
    apart: record(text(), { apart: "open" }),
    size: integer({ default: 5, whenOmitted: { isSent: true } }),
    unsent: integer({ default: 5 }),
    token: text({ secret: true, returned: { isKeptByMask: true, mask: "***" } }),
    password: text({ secret: true, returned: { mask: "***" } }),
    value: text({ secret: { unless: "isOpen" }, returned: { isKeptByMask: true } }),
    isOpen: flag(),
    chosen: object({ innerName: text() }, { onWire: { chosenBy: "mode" } }),
    mode: text(),
    values: text({ onWire: written }),
  };

  it.each<[what: string, values: Values, body: Values]>([
    ["has what is set, and what must be sent", { plainName: "a" }, { plain_name: "a", size: 5, token: "***" }],
    [
      "has neither what only the provider uses nor what is kept apart",
      { local: "a", apart: { a: "b" } },
      { size: 5, token: "***" },
    ],
    ["has a program's own secret", { token: "t", password: "p" }, { size: 5, token: "t", password: "p" }],
    [
      "has the mask of a value that is secret by another member",
      { isOpen: true },
      { size: 5, token: "***", is_open: true, value: "REDACTED" },
    ],
    ["has no mask of a value that isn't", { isOpen: false }, { size: 5, token: "***", is_open: false }],
    [
      "has the members of an alternative beside the others",
      { chosen: { innerName: "a" }, mode: "chosen" },
      { size: 5, token: "***", inner_name: "a", mode: "chosen" },
    ],
    [
      "has an argument as a file",
      { values: "x" },
      { size: 5, token: "***", files: { list: [{ name: "values.yaml", content: "w:x" }] } },
    ],
  ])("%s", (_what, values, body) => {
    expect(membersToWire(fields, values)).toEqual(body);
  });

  it("lacks what its caller excludes", () => {
    expect(membersToWire(fields, { plainName: "a", mode: "b" }, ["plainName", "size", "token"])).toEqual({ mode: "b" });
  });

  it("has free-form JSON as its members, an open and a secret part of it", () => {
    const part = (secret: boolean) => json({ shape: "object", onWire: "inline", secret });
    const values = { open: { a: 1, list: [{ b: 2 }] }, hidden: { c: 3, list: [{ d: 4 }] } };
    expect(membersToWire({ open: part(false), hidden: part(true) }, values)).toEqual({
      a: 1,
      c: 3,
      list: [{ b: 2, d: 4 }],
    });
  });

  const read = object({
    values: text({ onWire: written }),
    files: object({ list: array(object({ name: text(), content: text() })), other: text() }),
  });
  it.each<[what: string, files: Value, read: Values]>([
    [
      "is read from it again",
      {
        list: [
          { name: "values.yaml", content: "w:x" },
          { name: "b", content: "c" },
        ],
      },
      { values: "x", files: { list: [{ name: "b", content: "c" }] } },
    ],
    [
      "is read from it again, without its list if that's empty",
      { list: [{ name: "values.yaml", content: "w:x" }] },
      { values: "x", files: {} },
    ],
    [
      "is read from it again, with what else there is",
      { list: [{ name: "values.yaml", content: "w:x" }], other: "o" },
      { values: "x", files: { other: "o" } },
    ],
    [
      "isn't read from another content",
      { list: [{ name: "values.yaml", content: "x" }] },
      { files: { list: [{ name: "values.yaml", content: "x" }] } },
    ],
    [
      "isn't read from another file",
      { list: [{ name: "b", content: "w:x" }] },
      { files: { list: [{ name: "b", content: "w:x" }] } },
    ],
    ["isn't read if there are no files", { other: "o" }, { files: { other: "o" } }],
  ])("has a file that %s", (_what, files, values) => {
    expect(membersFromWire(read, { files }, {})).toEqual(values);
  });
});

describe("a value in a response", () => {
  type Row = [
    what: string,
    field: Field,
    response: unknown,
    known: Value | undefined,
    kept: Value | undefined,
    absent: Value | undefined,
  ];
  it.each<Row>([
    ["is the platform's", text(), "a", "b", "a", "a"],
    ["that is null is none", text(), null, "b", undefined, undefined],
    ["that is omitted is the known one after a write, and none after a read", text(), undefined, "b", "b", undefined],
    ["that is omitted is the known one if only the provider uses it", text({ local: true }), undefined, "b", "b", "b"],
    ["that is omitted is the known one if it's secret", text({ secret: true }), undefined, "b", "b", "b"],
    [
      "that is omitted is none if it's secret only sometimes",
      text({ secret: { if: "x" } }),
      undefined,
      "b",
      "b",
      undefined,
    ],
    ["that is omitted is the known one if it's in the path", text({ inPath: true }), undefined, "b", "b", "b"],
    [
      "that is omitted is the known one if it identifies the resource",
      text({ identifies: true }),
      undefined,
      "b",
      "b",
      "b",
    ],
    [
      "that is omitted is the known one if another would replace the resource",
      text({ onUpdate: "replace" }),
      undefined,
      "b",
      "b",
      "b",
    ],
    [
      "that is omitted is none if another would be deployed",
      text({ onUpdate: "deploy" }),
      undefined,
      "b",
      "b",
      undefined,
    ],
    ["that is omitted is the known one if that's usual", text({ returned: "sometimes" }), undefined, "b", "b", "b"],
    ["that is null is the known one if that's usual", text({ returned: "sometimes" }), null, "b", "b", "b"],
    [
      "that is omitted is the known one if it's kept apart",
      record(text(), { apart: "open" }),
      undefined,
      { a: "b" },
      { a: "b" },
      { a: "b" },
    ],
    ["in a path is the known one if it isn't a string", text({ inPath: true }), { id: "a" }, "b", "b", "b"],
    ["that is never returned is the known one", text({ returned: "never" }), "a", "b", "b", "b"],
    [
      "that is never returned is the platform's if nothing is known",
      text({ returned: "never" }),
      "a",
      undefined,
      "a",
      "a",
    ],
    ["that is masked is the known one", text({ secret: true }), "REDACTED", "b", "b", "b"],
    [
      "that is masked is the mask if nothing is known",
      text({ secret: true }),
      "REDACTED",
      undefined,
      "REDACTED",
      "REDACTED",
    ],
    ["that looks like a mask is the platform's if it isn't secret", text(), "REDACTED", "b", "REDACTED", "REDACTED"],
    ["has its own mask", text({ secret: true, returned: { mask: "xxx" } }), "REDACTED", "b", "REDACTED", "REDACTED"],
    [
      "of an object has the program's names",
      object({ someName: text() }),
      { some_name: "a", more: 1 },
      {},
      { someName: "a" },
      { someName: "a" },
    ],
    ["of an object that isn't one is as it is", object({ someName: text() }), "a", {}, "a", "a"],
    [
      "of a wrapped object is what is inside",
      object({ a: text() }, { response: { wrapper: "data" } }),
      { data: { a: "b" } },
      {},
      { a: "b" },
      { a: "b" },
    ],
    [
      "of an object that could be wrapped is read without that, too",
      object({ a: text() }, { response: { wrapper: "data" } }),
      { a: "b" },
      {},
      { a: "b" },
      { a: "b" },
    ],
    [
      "of a map keeps its keys",
      record(object({ someName: text() })),
      { someKey: { some_name: "a" } },
      {},
      { someKey: { someName: "a" } },
      { someKey: { someName: "a" } },
    ],
    [
      "of pairs is a map, of which the last value counts",
      record(text(), { onWire: "pairs" }),
      [["a", "1"], ["b", "2"], ["a", "3"], "c", [4, "5"], null],
      {},
      { a: "3", b: "2" },
      { a: "3", b: "2" },
    ],
    ["of a list has null for items without a value", array(text()), ["a", null], [], ["a", null], ["a", null]],
    ["of a list is in order if that matters", array(text()), ["b", "a"], ["a", "b"], ["b", "a"], ["b", "a"]],
    [
      "of a list has the item inside of each object",
      array(text(), { response: { item: "id" } }),
      [{ id: "a" }, "b"],
      [],
      ["a", "b"],
      ["a", "b"],
    ],
    [
      "of free-form JSON is as it is",
      json({ shape: "any" }),
      { some_name: { a: [1, null] } },
      {},
      { some_name: { a: [1, null] } },
      { some_name: { a: [1, null] } },
    ],
  ])("%s", (_, field, response, known, kept, absent) => {
    expect([fromWire(field, response, known), fromWire(field, response, known, "absent")]).toEqual([kept, absent]);
  });

  it("of a list whose order doesn't matter has the known items first, in their order", () => {
    const field = array(object({ name: text(), token: text({ secret: true }) }), { items: { key: "name" } });
    const item = (name: string, token = "REDACTED") => ({ name, token });
    const known = [item("c", "3"), item("a", "1"), item("gone", "0")];
    expect(
      fromWire(
        field,
        ["z", "a", "b", "c"].map((name) => item(name)),
        known,
      ),
    ).toEqual([item("c", "3"), item("a", "1"), item("z"), item("b")]);
  });

  it("of members has neither what is kept apart, nor the alternatives that aren't used", () => {
    const body = object(
      {
        apart: record(text(), { apart: "open" }),
        local: text({ local: true }),
        http: text(),
        tcp: text(),
        https: text(),
      },
      { alternatives: [["http", "https"], ["tcp"]] },
    );
    const known = { apart: { a: "b" }, local: "c", http: "d", tcp: "e", https: "f" };
    expect(membersFromWire(body, { apart: { x: "y" }, local: "z", tcp: "1" }, known)).toEqual({
      apart: { a: "b" },
      local: "c",
      tcp: "1",
    });
    expect(membersFromWire(body, {}, known)).toEqual(known);
    expect(membersFromWire(body, { http: "2" }, known)).toEqual({
      apart: { a: "b" },
      local: "c",
      http: "2",
      https: "f",
    });
  });

  it("of members has those that only responses have", () => {
    const body = object({ name: text() }, { responseOnly: { createdAt: text() } });
    expect(membersFromWire(body, { name: "a", created_at: "b" }, {})).toEqual({ name: "a", createdAt: "b" });
  });

  it("may be elsewhere, or in another member if its own has none", () => {
    const body = object({
      placeId: text({ response: { path: "place.id" } }),
      port: text({ response: { orElse: "service_port" } }),
    });
    expect(membersFromWire(body, { place: { id: "a" }, port: "1", service_port: "2" }, {})).toEqual({
      placeId: "a",
      port: "1",
    });
    expect(membersFromWire(body, { place_id: "b", port: null, service_port: "2" }, {})).toEqual({
      placeId: "b",
      port: "2",
    });
    expect(membersFromWire(body, { port: null }, { port: "3" })).toEqual({});
    expect(membersFromWire(body, {}, { port: "3", placeId: "c" })).toEqual({ port: "3", placeId: "c" });
  });

  it("that a sibling says is secret is the known one if the response hides it", () => {
    const secretly = (secret: NonNullable<Field["secret"]>) => object({ value: text({ secret }), isSecret: flag() });
    for (const secret of [{ if: "isSecret" }, { unless: "isSecret" }]) {
      const read = (response: Values) => membersFromWire(secretly(secret), response, { value: "a" }, "absent").value;
      expect(["REDACTED", undefined, "b"].map((value) => read({ is_secret: true, ...(value && { value }) }))).toEqual([
        "a",
        "a",
        "b",
      ]);
      expect(read({ is_secret: false, value: "REDACTED" })).toBe("REDACTED");
      expect(read({ is_secret: false })).toBeUndefined();
    }
  });

  it("in one place for several members is of the one that the program sets, or of the type that the response has", () => {
    const at = (as?: string) => ({ response: { path: "value", ...(as && { typed: { by: "kind", as } }) } });
    const body = object({
      flag: flag(at("BOOLEAN")),
      word: text(at("STRING")),
      other: text(at()),
      single: text({ response: { path: "one" } }),
    });
    const read = (kind: string, known: Values = {}) => membersFromWire(body, { kind, value: "v", one: "1" }, known);
    expect([read("BOOLEAN"), read("STRING"), read("NEW")]).toEqual([
      { flag: "v", single: "1" },
      { word: "v", single: "1" },
      { other: "v", single: "1" },
    ]);
    expect(read("BOOLEAN", { word: "w" })).toEqual({ word: "v", single: "1" });
  });

  it("of an alternative is beside the others, if the program has chosen it", () => {
    const body = object({
      mode: text(),
      one: object({ someName: text() }, { onWire: { chosenBy: "mode" } }),
      two: object({ someName: text() }, { onWire: { chosenBy: "mode" } }),
    });
    const response = { mode: "two", some_name: "a" };
    expect(membersFromWire(body, response, { mode: "two" })).toEqual({ mode: "two", two: { someName: "a" } });
    expect(membersFromWire(body, response, {})).toEqual({ mode: "two" });
  });

  it("of free-form JSON is what is known of it", () => {
    const body = object({
      args: json({ shape: "object", onWire: "inline" }),
      never: json({ shape: "object", onWire: "inline", returned: "never" }),
    });
    expect(membersFromWire(body, { a: 2, b: 3 }, { args: { a: 1 }, never: { c: 1 } })).toEqual({
      args: { a: 2 },
      never: { c: 1 },
    });
    expect(membersFromWire(body, {}, { args: { a: 1 } }, "absent")).toEqual({ args: {} });
  });

  it("may be the whole response, which a write may omit, without secret arguments", () => {
    const body = object({
      token: text({ secret: true, local: true }),
      all: json({ shape: "object", response: { whole: { without: ["big"] } } }),
    });
    const known = { token: "hunter2-hunter2", all: { a: 0 } };
    expect(membersFromWire(body, { a: "x hunter2-hunter2", big: 1 }, known).all).toEqual({ a: "x ***" });
    expect(membersFromWire(body, {}, known).all).toEqual({ a: 0 });
    expect(membersFromWire(body, {}, known, "absent").all).toEqual({});
    expect(membersFromWire(body, {}, {})).toEqual({});
  });
});

describe("a path in a response", () => {
  const chosen = (name: string) =>
    object({ [name]: text(), sharedName: object({ [`of${name}`]: text() }) }, { onWire: { chosenBy: "mode" } });
  const body = object(
    {
      someList: array(object({ someName: text() })),
      someMap: record(object({ someName: text() })),
      first: chosen("oneName"),
      sharedName: object({ own: text() }),
      second: chosen("twoName"),
    },
    { responseOnly: { createdAt: text() } },
  );
  it.each([
    ["some_list[12].some_name", "someList[12].someName"],
    ["some_map.someKey.some_name", "someMap.someKey.someName"],
    ["created_at", "createdAt"],
    ["unknown_name.inner_name", "unknown_name.inner_name"],
    ["[0].some_name", "[0].some_name"],
    ["two_name", "second.twoName"],
    ["shared_name", "sharedName"],
    ["shared_name.own", "sharedName.own"],
  ])("%s is %s in the program", (wire, path) => {
    expect(programPath(body, wire)).toBe(path);
  });

  it("is inside of free-form JSON if the request consists of that", () => {
    const free = object({ name: text(), args: json({ shape: "object", onWire: "inline" }) });
    expect(programPath(free, "some_name[0].x")).toBe("args.some_name[0].x");
  });
});

it("names on the wire are in snake_case, unless a fact says otherwise", () => {
  const names = ["a", "someLongName", "someLongName", "aURL"].map((name) => wireName(name, {}));
  expect([...names, wireName("a", { wire: "B" })]).toEqual(["a", "some_long_name", "some_long_name", "a_u_r_l", "B"]);
});

it("outputs without a value are left away", () => {
  expect(withoutEmptyOutputs({ a: null, b: false, c: "", d: 0 })).toEqual({ b: false, c: "", d: 0 });
});

/** How arguments become requests, and responses become values, by the facts of their fields. */
import { describe, expect, it } from "vitest";
import type { Decoding } from "../../../provider/schema/facts.js";
import {
  fromWire,
  membersFromWire,
  membersToWire,
  programPath,
  toWire,
  withoutEmptyOutputs,
} from "../../../provider/values/wire.js";
import type { Field, Fields, Value, Values } from "../../support/provider.js";
import { array, flag, integer, json, object, record, text } from "../support/any-fields.js";

describe("value in a request", () => {
  const choice = object(
    { http: object({ port: text() }), tcp: object({ port: text() }), exec: text() },
    { codec: { encode: (usual) => ({ kind: Object.keys(usual as Values).join(), ...(usual as Values) }) } },
  );
  const named = object({ someName: text(), other: text({ wire: "OTHER" }) });
  const listed = record(text(), { codec: { encode: (usual) => Object.entries(usual as Values) as Value } });
  const unsent = text({ nullable: true, codec: { encode: (usual) => usual ?? undefined } });
  it.each<[what: string, field: Field, value: Value | undefined, sent: Value | undefined]>([
    ["is sent unchanged", text(), "a", "a"],
    ["isn't sent if it is undefined", text(), undefined, undefined],
    ["isn't sent if it is null", text(), null, undefined],
    ["is sent as null if null clears it", text({ nullable: true }), null, null],
    ["has the API's names", named, { someName: "a", other: "b", more: "c" }, { some_name: "a", OTHER: "b" }],
    ["has the API's names in items, except null", array(named), [{ someName: "a" }, null], [{ some_name: "a" }, null]],
    ["keeps the keys of a map", record(named), { someKey: { someName: "a" } }, { someKey: { some_name: "a" } }],
    ["is encoded by its codec from its usual form", listed, { a: "1" }, [["a", "1"]]],
    ["is encoded by its codec from its members", choice, { tcp: { port: "1" } }, { kind: "tcp", tcp: { port: "1" } }],
    ["isn't sent if its codec omits it", unsent, null, undefined],
    ["isn't encoded if it is undefined", listed, undefined, undefined],
    ["isn't converted if it has another type", named, "a", "a"],
    ["isn't converted if it isn't a list", array(named), { someName: "a" }, { someName: "a" }],
  ])("%s", (_, field, value, sent) => {
    expect(toWire(field, value)).toEqual(sent);
  });
});

describe("body of a request", () => {
  const fields: Fields = {
    plainName: text(),
    local: text({ local: true }),
    apart: record(text(), { separate: "open" }),
    size: integer({ default: 5, whenOmitted: { isSent: true } }),
    unsent: integer({ default: 5 }),
    token: text({ secret: true, returned: { mask: { text: "***", isPreserved: true } } }),
    password: text({ secret: true, returned: { mask: { text: "***" } } }),
    value: text({ secret: { if: "isOpen" }, returned: { mask: { isPreserved: true } } }),
    isOpen: flag(),
    mode: text(),
  };
  const body = object(fields);

  const always = { size: 5, token: "***" };
  it.each<[what: string, values: Values, sent: Values]>([
    ["has members that are set or must be sent", { plainName: "a" }, { plain_name: "a", ...always }],
    ["lacks members that only the provider uses or separate calls send", { local: "a", apart: { a: "b" } }, always],
    ["has the program's secret", { token: "t", password: "p" }, { size: 5, token: "t", password: "p" }],
    ["has the mask if its sibling makes it secret", { isOpen: true }, { ...always, is_open: true, value: "REDACTED" }],
    ["has no mask of a value that isn't secret", { isOpen: false }, { ...always, is_open: false }],
  ])("%s", (_what, values, sent) => {
    expect(membersToWire(body, values)).toEqual(sent);
  });

  it("is encoded by its codec without excluded members", () => {
    const codec = { encode: (usual: Value) => ({ wrapped: usual }) };
    expect(membersToWire({ ...body, codec }, { plainName: "a", mode: "b" }, ["mode"])).toEqual({
      wrapped: { plain_name: "a", ...always },
    });
  });

  it("lacks members that its caller excludes", () => {
    expect(membersToWire(body, { plainName: "a", mode: "b" }, ["plainName", "size", "token"])).toEqual({ mode: "b" });
  });
});

describe("value in a response", () => {
  const secret = text({ secret: true });
  const named = object({ someName: text() });
  const wrapped = object({ a: text() }, { codec: { decode: (response) => (response as Values).data ?? response } });
  const never = text({ returned: "never" });
  const choice = { ...text(), type: "enum", values: ["a"] } as Field;
  const masked = (mask: string | null) => text({ secret: true, returned: { mask: { text: mask } } });
  const parsed = { codec: { decode: (response: Value) => JSON.parse(String(response)) as Value } };
  const free = { some_name: { a: [1, null] } };

  it.each<[what: string, field: Field, response: unknown, known: Value | undefined, value: Value | undefined]>([
    ["is the platform's", text(), "a", "b", "a"],
    ["is nothing if it is null", text(), null, "b", undefined],
    ["is the platform's value if its enum lacks the value", choice, "c", "a", "c"],
    ["is the known one if it is null and only sometimes returned", text({ returned: "sometimes" }), null, "b", "b"],
    ["is the known one if it is null and null is its mask", masked(null), null, "b", "b"],
    ["is the known one if it is in a path and isn't a string", text({ inPath: true }), { id: "a" }, "b", "b"],
    ["is the known one if it is never returned", never, "a", "b", "b"],
    ["is the platform's if it is never returned and nothing is known", never, "a", undefined, "a"],
    ["is the known one if it is masked", secret, "REDACTED", "b", "b"],
    ["is the mask if nothing is known", secret, "REDACTED", undefined, "REDACTED"],
    ["is the platform's if it looks masked and isn't secret", text(), "REDACTED", "b", "REDACTED"],
    ["is the platform's if it looks like another mask", masked("xxx"), "REDACTED", "b", "REDACTED"],
    ["has the program's names in an object", named, { some_name: "a", more: 1 }, {}, { someName: "a" }],
    ["is unchanged if it isn't an object", named, "a", {}, "a"],
    ["is decoded by the codec of an object", wrapped, { data: { a: "b" } }, {}, { a: "b" }],
    ["is decoded by a map's codec", record(named, parsed), '{"k":{"some_name":"a"}}', {}, { k: { someName: "a" } }],
    ["is decoded by the codec of a list", array(named, parsed), '[{"some_name":"a"}]', [], [{ someName: "a" }]],
    ["is decoded by the codec of a text", text(parsed), '"a"', "b", "a"],
    ["isn't decoded if it is null", text(parsed), null, "b", undefined],
    ["keeps the keys of a map", record(named), { someKey: { some_name: "a" } }, {}, { someKey: { someName: "a" } }],
    ["has null for items without a value", array(text()), ["a", null], [], ["a", null]],
    ["keeps the order of a list if it matters", array(text()), ["b", "a"], ["a", "b"], ["b", "a"]],
    ["is unchanged if it is free-form JSON", json({ shape: "any" }), free, {}, free],
  ])("%s, after a write and after a read", (_, field, response, known, value) => {
    expect([fromWire(field, response, known), fromWire(field, response, known, "absent")]).toEqual([value, value]);
  });

  it.each<[what: string, field: Field]>([
    ["only the provider uses it", text({ local: true })],
    ["it is secret", secret],
    ["it is in the path", text({ inPath: true })],
    ["it identifies the resource", text({ identifies: true })],
    ["another value would replace the resource", text({ onUpdate: "replace" })],
    ["it is usually omitted", text({ returned: "sometimes" })],
    ["separate calls send it", text({ separate: "open" })],
    ["it is never returned", never],
  ])("is the program's after a write and the state's after a read if the response omits it and %s", (_, field) => {
    expect([fromWire(field, undefined, "b"), fromWire(field, undefined, "b", "absent")]).toEqual(["b", "b"]);
  });

  it.each<[what: string, field: Field]>([
    ["by default", text()],
    ["even if it is secret in some cases", text({ secret: { if: "x" } })],
    ["even if a deployment would apply another one", text({ onUpdate: "deploy" })],
  ])("is the program's after a write whose response omits it, and nothing after a read, %s", (_, field) => {
    expect([fromWire(field, undefined, "b"), fromWire(field, undefined, "b", "absent")]).toEqual(["b", undefined]);
  });

  it("has the program's items of an unordered list first, in the program's order", () => {
    const field = array(object({ name: text(), token: text({ secret: true }) }), { items: { key: "name" } });
    const item = (name: string, token = "REDACTED") => ({ name, token });
    const known = [item("c", "3"), item("a", "1"), item("gone", "0")];
    const response = ["z", "a", "b", "c"].map((name) => item(name));
    expect(fromWire(field, response, known)).toEqual([item("c", "3"), item("a", "1"), item("z"), item("b")]);
  });

  it("is the value in the state if a member such as `isSecret` makes it secret, and the response masks or omits it", () => {
    const secretly = (secret: NonNullable<Field["secret"]>) => object({ value: text({ secret }), isSecret: flag() });
    for (const secret of [{ if: "isSecret" }, { if: "isSecret", isRequired: true as const }]) {
      const read = (response: Values) => membersFromWire(secretly(secret), response, { value: "a" }, "absent").value;
      expect(["REDACTED", undefined, "b"].map((value) => read({ is_secret: true, ...(value && { value }) }))).toEqual([
        "a",
        "a",
        "b",
      ]);
      expect(read({ is_secret: false, value: "REDACTED" })).toBe("REDACTED");
      expect(read({ is_secret: false })).toBeUndefined();
    }
    const alone = object({ value: text({ secret: { if: "isSecret" } }) });
    expect(membersFromWire(alone, { value: "REDACTED" }, {})).toEqual({ value: "REDACTED" });
  });

  it("is decoded by a codec that gets the program's or the state's value, whether omitted values are kept or absent, and a function that redacts secrets", () => {
    const decode = (response: Value, { known, omitted, redact: hide }: Decoding) => ({
      ...{ ...(response as Values), known: known ?? null, omitted, hidden: hide("a hunter2-hunter2") },
    });
    const body = object(
      { token: text({ secret: true }), known: json(), omitted: text(), hidden: text() },
      { codec: { decode } },
    );
    const known = { token: "hunter2-hunter2" };
    expect(membersFromWire(body, {}, known)).toEqual({ ...known, known, omitted: "kept", hidden: "a ***" });
    expect(fromWire(body, {}, known, "absent")).toEqual({ ...known, known, omitted: "absent", hidden: "a ***" });
  });
});

describe("response", () => {
  const body = object(
    {
      ...{ apart: record(text(), { separate: "open" }), local: text({ local: true }) },
      ...{ http: text(), tcp: text(), https: text() },
      placeId: text({ response: { path: "place.id" } }),
      port: text({ response: { orElse: "service_port" } }),
    },
    { alternatives: [["http", "https"], ["tcp"]], responseOnly: { createdAt: text() } },
  );
  const own = { apart: { a: "b" }, local: "c" };
  const both = { http: "d", tcp: "e", https: "f" };
  it.each<[what: string, response: Values, known: Values, values: Values]>([
    ["has no members that only the provider uses or separate calls send", { apart: { x: "y" }, local: "z" }, own, own],
    ["drops alternatives that it lacks", { tcp: "1" }, both, { tcp: "1" }],
    ["keeps omitted members of the alternative that it has", { http: "2" }, both, { http: "2", https: "f" }],
    ["keeps all alternatives if it has none", {}, both, both],
    ["has members that only responses have", { created_at: "b" }, {}, { createdAt: "b" }],
    ["has a value from another member", { place: { id: "a" } }, {}, { placeId: "a" }],
    ["has a value from its own member if it is there", { place_id: "b" }, {}, { placeId: "b" }],
    ["prefers a value's own member", { port: "1", service_port: "2" }, {}, { port: "1" }],
    ["has a value from the other member if its own is null", { port: null, service_port: "2" }, {}, { port: "2" }],
    ["has no value if both members are null", { port: null }, { port: "3" }, {}],
    ["keeps values that are omitted in both members", {}, { port: "3", placeId: "c" }, { port: "3", placeId: "c" }],
  ])("%s", (_, response, known, values) => {
    expect(membersFromWire(body, response, known)).toStrictEqual(values);
  });
});

describe("programPath of a response's path", () => {
  const chosen = (name: string) => object({ [name]: text(), sharedName: object({ [`of${name}`]: text() }) });
  const body = object(
    {
      someList: array(object({ someName: text() })),
      someMap: record(object({ someName: text() })),
      json: json(),
      subnets: object({ subnetIds: text() }, { wire: "value" }),
      network: object({ networkName: text() }, { wire: "value" }),
      first: chosen("oneName"),
      sharedName: object({ own: text() }),
      second: chosen("twoName"),
    },
    { responseOnly: { createdAt: text() }, codec: { encode: (usual) => usual } },
  );
  it.each([
    ["some_list[12].some_name", "someList[12].someName"],
    ["some_map.someKey.some_name", "someMap.someKey.someName"],
    ["created_at", "createdAt"],
    ["json.my_key", "json.my_key"],
    ["unknown_name[0].x", "unknown_name[0].x"],
    ["value.network_name", "network.networkName"],
    ["value.other_name", "subnets.other_name"],
    ["", ""],
    ["unknown_name.inner_name", "unknown_name.inner_name"],
    ["[0].some_name", "[0].some_name"],
    ["two_name", "second.twoName"],
    ["shared_name", "sharedName"],
    ["shared_name.own", "sharedName.own"],
  ])("turns the path of a violation (%s) into the argument's path in a program: %s", (wire, path) => {
    expect(programPath(body, wire)).toBe(path);
  });

  it("finds members of any name in an open object", () => {
    const free = object({ name: text(), args: json({ shape: "members" }) });
    expect(programPath(free, "some_name[0].x")).toBe("args.some_name[0].x");
  });
});

it("withoutEmptyOutputs drops null and keeps false, empty and zero values", () => {
  expect(withoutEmptyOutputs({ a: null, b: false, c: "", d: 0 })).toEqual({ b: false, c: "", d: 0 });
});

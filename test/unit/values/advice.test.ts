import { describe, expect, it } from "vitest";
import {
  correctionAdvice,
  describe as described,
  exampleAdvice,
  exampleOf,
  insteadOf,
  meantArgument,
  moveAdvice,
  showField,
} from "../../../provider/values/advice.js";
import { validate } from "../../../provider/values/validate.js";
import { fixtures } from "../../kinds/fixtures.js";
import { type Field, show, UNKNOWN, type Values } from "../../support/provider.js";
import { array, flag, integer, json, object, record, text } from "../support/any-fields.js";
import { definitionOf } from "../support/fake-platform.js";

describe("show", () => {
  it.each<[value: unknown, text: string]>([
    [Number.NaN, "NaN"],
    [0.5, "0.5"],
    ["a", '"a"'],
    ["x".repeat(200), `"${"x".repeat(59)}… (200 characters)`],
    ["https://me:hunter2@acme.io", '"https://***@acme.io"'],
  ])("prints %s as %s, or as a secret value if it is secret", (value, text) => {
    expect(show(value, false)).toBe(text);
    expect(show(value, true)).toBe("a secret value");
  });

  it.each<[value: unknown, text: string]>([
    [null, "nothing"],
    [undefined, "nothing"],
    [["hunter2"], "a list of 1 item"],
    [[1, 2], "a list of 2 items"],
    [[], "an empty list"],
    [{ a: "hunter2" }, "an object"],
  ])("prints %j as %s, also if it is secret", (value, text) => {
    expect(show(value, false)).toBe(text);
    expect(show(value, true)).toBe(text);
  });
});

describe("showField", () => {
  const field = object({
    name: text(),
    password: text({ secret: true }),
    variables: array(object({ value: text({ secret: { if: "secret", isRequired: true } }), secret: flag() })),
    labels: record(text({ secret: true })),
    free: json({ shape: "object" }),
    words: array(text()),
  });
  const open = { value: "b", secret: false };
  it.each<[title: string, value: object, text: string]>([
    ["without members", {}, "{}"],
    ["with members", { name: "a" }, '{ name: "a" }'],
    ["with null", { name: null }, "{}"],
    ["with an unknown value", { name: UNKNOWN }, "{ name: not known yet }"],
    ["with a secret", { password: "hunter2" }, "{ password: a secret value }"],
    ["with a secret in an array", { variables: [{ value: "b" }] }, "{ variables: [{ value: a secret value }] }"],
    ["with a value that isn't secret", { variables: [open] }, '{ variables: [{ value: "b", secret: false }] }'],
    ["with a map of secrets", { labels: { a: "hunter2" } }, "{ labels: { a: a secret value } }"],
    ["with free JSON", { free: { token: "hunter2" } }, "{ free: an object }"],
    ["with an object instead of a list", { words: { a: "b" } }, "{ words: an object }"],
    ["with a list instead of a text", { name: ["a"] }, "{ name: a list of 1 item }"],
    ["with unknown members", { other: "hunter2" }, "{}"],
  ])("prints an object %s", (_, value, text) => {
    expect(showField(field, value, false)).toBe(text);
    expect(showField(field, value, true)).toBe("an object");
  });

  it.each([record(text()), array(text()), text()])(
    "prints an object without its members if the field is a $type",
    (other) => {
      expect(showField(other, { a: "b" }, false)).toBe("an object");
    },
  );

  it("cuts a long object to 161 characters", () => {
    const long = { variables: Array.from({ length: 50 }, () => ({ value: "x", secret: false })) };
    expect(showField(field, long, false)).toHaveLength(161);
  });
});

it.each<[text: string, facts: object]>([
  ["a string", { type: "string" }],
  ["a string that matches /^a$/", { type: "string", pattern: "^a$" }],
  ["an integer", { type: "integer" }],
  ["an integer of at least 0", { type: "integer", min: 0 }],
  ["an integer of at most 0", { type: "integer", max: 0 }],
  ["an integer from 0 to 9", { type: "integer", min: 0, max: 9 }],
  ["true or false", { type: "boolean" }],
  ["one of A, B", { type: "enum", values: ["A", "B"] }],
  ["A", { type: "enum", values: ["A"] }],
  ["an object", { type: "object", members: {} }],
  ["a list", { type: "array" }],
  ["a service itself, such as `web` or its output `deployable`, or one with a version", { type: "service" }],
  ["any value", { type: "json", shape: "any" }],
  ['true or false, or "auto"', { type: "json", shape: "flagOrWord", words: ["auto"] }],
])('describe returns "%s"', (text, facts) => {
  expect(described(facts as Field)).toBe(text);
});

describe("exampleOf", () => {
  it.each<[what: string, field: Field, example: unknown]>([
    ["a string with a default", text({ default: "a" }), "a"],
    ["a string with the default null", text({ default: null }), "..."],
    ["an integer of at least 5", integer({ min: 5 }), 5],
    ["an integer of at least 0", integer({ min: 0 }), 1],
    ["a flag", flag(), true],
    ["a list of free JSON", array(json()), undefined],
    ["a map of integers", record(integer()), { name: 1 }],
    ["a map of free JSON", record(json()), undefined],
    ["a JSON object", json({ shape: "object" }), {}],
    ["an open JSON object", json({ shape: "members" }), {}],
    ["free JSON", json(), undefined],
  ])("returns a value or nothing for %s", (_, field, example) => {
    expect(exampleOf(field)).toEqual(example);
  });

  it.each(fixtures)(
    "returns valid required arguments of $kind, except for arguments that depend on others",
    ({ kind }) => {
      const { body } = definitionOf(kind);
      const issues = validate(definitionOf(kind), exampleOf(body) as Values, "create");
      const dependent = /^(?:is required, (?:since|unless)|must have exactly one of)/;
      expect(issues.filter(({ expected }) => !dependent.test(expected))).toEqual([]);
    },
  );
});

const id = "3fa85f64-5717-4562-b3fc-2c963f66afa6";
const must = { required: true };
const choice = (...values: string[]): Field => ({ ...flag(must), type: "enum", name: "", values }) as Field;
const image = object({ imageName: text(must), tag: text({ ...must, example: { value: "1.27" } }) });
const port = (facts: object = {}) => object({ port: integer({ ...must, ...facts }) });
const from2to5 = { min: 2, max: 5 };
const command = (item: Field = text()) => array(item, { items: "ordered" });
const write = (value: string) => `write \`size: ${value}\``;
const suchAs = (value: string) => `write a value such as \`size: ${value}\``;
const quoted = (value: string) => `put it in quotes: \`size: "${value}"\``;

describe("correctionAdvice", () => {
  const rows: readonly [what: string, field: Field, value: unknown, advice: string][] = [
    ["an integer from 2 to 5", integer(from2to5), "2", write("2")],
    ["an integer from 2 to 5", integer(from2to5), "5", write("5")],
    ["an integer in millicores", integer({ unit: "millicores" }), "1.25", write("1250")],
    ["an integer in MB", integer({ unit: "MB" }), "512 MB ", write("512")],
    ["one of some words", choice("MYSQL", "POSTGRESQL"), "pg", write('"POSTGRESQL"')],
    ["a string", text(), true, quoted("true")],
    ["a string", text(), ["a"], write('"a"')],
    ["a string of 2 or 3 characters", text({ minLength: 2, maxLength: 3 }), 12, quoted("12")],
    ["a string of 2 or 3 characters", text({ minLength: 2, maxLength: 3 }), 123, quoted("123")],
    ["a string of digits", text({ pattern: "^[0-9]+$" }), 12, quoted("12")],
    ["a UUID", text({ format: "guid" }), [{ id }], write(`"${id}"`)],
    ["an https URL", text({ format: "httpsUrl" }), " https://acme.io ", write('"https://acme.io"')],
    ["an https URL", text({ format: "httpsUrl" }), "acme.io", write('"https://acme.io"')],
    ["an https URL", text({ format: "httpsUrl" }), "http://acme.io", write('"https://acme.io"')],
    ["a git URL", text({ format: "gitUrl" }), "git://acme.io/shop", write('"https://acme.io/shop"')],
    ["a git URL", text({ format: "gitUrl" }), "git@acme.io:shop", write('"ssh://git@acme.io/shop"')],
    ["a domain name", text({ format: "domain" }), "http://acme.io//", write('"acme.io"')],
    ["a domain name", text({ format: "domain" }), "www.https://acme.io", write('"acme.io"')],
    ["a domain name", text({ format: "domain" }), "https://acme.io/docs/shop.io", write('"shop.io"')],
    ["an image name", text({ format: "imageName" }), "https://ghcr.io/acme/", write('"ghcr.io/acme"')],
    ["an image name", text({ format: "imageName" }), "nginx@sha256:abc", write('"nginx"')],
    ["an image name", text({ format: "imageName" }), "nginx:1@sha256:abc", write('"nginx"')],
    ["an object with an image", image, " acme/api:1.2 ", write('{ imageName: "acme/api", tag: "1.2" }')],
    ["an object with an image", image, "ghcr.io/nginx", write('{ imageName: "nginx", tag: "1.27" }')],
    ["a list of strings", array(text()), "npm start", write('["npm start"]')],
    ["a list of strings", array(text()), {}, "put it in a list: `size: [{ ... }]`"],
    ["a list of integers", array(integer(from2to5)), "3", write("[3]")],
    ["a list of integers", array(integer(from2to5)), 1, suchAs("[2]")],
    ["a command", command(), " npm   start ", write('["npm", "start"]')],
    ["a list of integers in order", command(integer()), "5", write("[5]")],
    ["an object with a port", port(), 7, write("{ port: 7 }")],
    ["an object with a port from 2 to 5", port(from2to5), 2, write("{ port: 2 }")],
    ["an object with a port from 2 to 5", port(from2to5), 5, write("{ port: 5 }")],
    ["an object with a port from 2 to 5", port(from2to5), 1, suchAs("{ port: 2 }")],
    ["an object with a port from 2 to 5", port(from2to5), 6, suchAs("{ port: 2 }")],
    ["an object with a port from 2 to 5", port(from2to5), "3", suchAs("{ port: 2 }")],
    ["an object with a flag", object({ isOn: flag(must) }), false, write("{ isOn: false }")],
    ["a map of strings", record(text()), ["A=b", "C=d=e"], write('{ A: "b", C: "d=e" }')],
  ];
  it.each(rows.map(([what, field, value, advice]) => [what, value, advice, field] as const))(
    "suggests for %s with the value %j: %s",
    (_, value, advice, field) => {
      expect(correctionAdvice("size", field, value, false)).toBe(advice);
    },
  );

  const wrongPairs = [[{ name: "A" }], [{ name: "A", value: 5 }], [{ name: "A", value: null }]];
  it.each<[what: string, field: Field, values: readonly unknown[]]>([
    ["an integer from 2 to 5", integer(from2to5), ["1", "6"]],
    ["an integer", integer(), ["a12", "12 34", "12%", "5k"]],
    ["one of some words", choice("DOCKER_HUB", "QUAY"), ["acr"]],
    ["a string", text(), [["a", "b"], { id }]],
    ["a string of 2 or 3 characters", text({ minLength: 2, maxLength: 3 }), [1234]],
    ["a string of letters", text({ pattern: "^[a-z]+$" }), [12]],
    ["a UUID", text({ format: "guid" }), [{ id: 5 }, `${id} ${id.replace("3", "4")}`]],
    ["a list of strings", array(text({ example: { value: "a" } })), [["a", "b"]]],
    ["an object with a port", port(), [[1]]],
    ["an object with an object", object({ inner: object({}, must) }), [[1]]],
    ["an object with a string without an example", object({ name: text(must) }), [true]],
    ["a map of strings", record(text()), [["A=b", 5], [{ value: "b" }], ...wrongPairs]],
    ["a map of strings", record(text({ example: { value: "a" } })), [[]]],
    ["a map of short strings", record(text({ maxLength: 1 })), [["A=b", "C=long"]]],
  ])("suggests nothing for %s if it isn't obvious what the value means", (_, field, values) => {
    const suggested = values.filter((value) => correctionAdvice("size", field, value, false) !== undefined);
    expect(suggested).toEqual([]);
  });

  it("returns the value without a name for an item of a list", () => {
    expect(correctionAdvice("", array(text()), {}, false)).toBe("put it in a list: `[{ ... }]`");
    expect(correctionAdvice("", integer(), "5", false)).toBe("write `5`");
  });

  it.each([true, 4711])("suggests quotes for a secret string without showing it: %s", (value) => {
    expect(correctionAdvice("pin", text({ secret: true }), value, true)).toBe("put it in quotes");
  });
});

describe("exampleAdvice", () => {
  const guid = text({ format: "guid" });
  const registry = { kind: "Registry" };
  const reference = text({ format: "guid", idOf: registry });
  const idOf = (name: string, resource: string) => `use the ID of a resource, such as \`${name}: ${resource}.id\``;
  it.each<[what: string, name: string, field: Field, advice: string | undefined]>([
    ["a placeholder for a string", "title", text(), 'write `title: "..."`'],
    ["nothing for free JSON", "free", json(), undefined],
    ["the environment command for an environment", "environmentId", guid, "use the ID of an environment: `npx"],
    ["the resource for its ID", "registryId", reference, idOf("registryId", "registry")],
    ["the resource for a name with two Id", "userIdentityId", reference, idOf("userIdentityId", "userIdentity")],
    ["an example for a UUID of no resource", "externalId", guid, `write a value such as \`externalId: "${id}"\``],
    ["an example for a UUID without Id in its name", "registry", reference, "write a value such as `registry: "],
    ["an example for a UUID with Id within its name", "isIdle", reference, "write a value such as `isIdle: "],
    ["a placeholder for an ID that isn't a UUID", "registryId", text({ idOf: registry }), 'write `registryId: "..."`'],
  ])("returns %s", (_, name, field, advice) => {
    const found = exampleAdvice(name, field);
    expect(found?.slice(0, advice?.length)).toBe(advice);
  });
});

describe("meantArgument", () => {
  const members = {
    size: integer(),
    title: text(),
    token: text({ secret: true }),
    password: text({ secret: { if: "isOpen" } }),
    variables: record(text({ secret: true })),
  };
  it.each<[near: string, value: unknown, meant: string]>([
    ["size", "5", "size: 5"],
    ["size", 5, "size"],
    ["title", null, "title"],
    ["title", undefined, "title"],
    ["other", "5", "other"],
    ["token", 4711, "token"],
    ["password", 4711, "password"],
    ["variables", ["PIN=4711"], "variables"],
  ])("returns for %s with %j: %s", (near, value, meant) => {
    expect(meantArgument(near, value, object(members))).toBe(meant);
  });
});

describe("moveAdvice", () => {
  const lid = object({ lid: text() });
  const deep = object({ inner: lid });
  it("suggests only the nearest objects that have the argument", () => {
    const all = object({ deep, box: lid, can: array(lid) });
    expect(moveAdvice("lid", all, [])).toBe("move `lid` into `box` or `can[0]`");
  });

  it("suggests an object two levels below, not one three levels below", () => {
    expect(moveAdvice("lid", object({ deep }), [])).toBe("move `lid` into `deep.inner`");
    expect(moveAdvice("lid", object({ outer: object({ deep }) }), [])).toBeUndefined();
  });

  it("suggests the object around it, with the name that the argument has there", () => {
    const around = [{ field: object({ memory: integer(), box: lid }), path: "" }];
    expect(moveAdvice("ram", lid, around, ["memory"])).toBe("use `memory` in the resource's arguments");
    expect(moveAdvice("memory", lid, around)).toBe("move `memory` up, to the resource's arguments");
  });
});

describe("insteadOf", () => {
  const names = ["cpu", "accessibility", "ports"];
  it.each([
    ["use `cpu` (in millicores) and `memory` (in MB)", ["resources", "limits", "requests"]],
    ["omit it: the platform chooses it, and the output `credentials` has it", ["user", "username", "password"]],
    ["declare a CustomDomain, whose `on` is this resource", ["customDomain", "domains", "hostname", "hosts", "host"]],
  ])("returns `%s` for %j, and nothing if the resource lacks such arguments", (advice, wrong) => {
    expect(wrong.map((name) => insteadOf(name, names))).toEqual(wrong.map(() => advice));
    expect(wrong.map((name) => insteadOf(name, []))).toEqual(wrong.map(() => undefined));
  });

  it("returns nothing for a name that only contains such a name", () => {
    const others = [
      "cpuLimits",
      "limitsPerNode",
      "superuser",
      "usernamePrefix",
      "subdomain",
      "domainCheck",
      "hostPath",
    ];
    expect(others.filter((name) => insteadOf(name, names) !== undefined)).toEqual([]);
  });
});

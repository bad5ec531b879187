import * as pulumi from "@pulumi/pulumi";
import { beforeAll, describe, expect, it } from "vitest";
import * as sdk from "../../../sdk/index.js";
import { plainArguments } from "../../../sdk/programArguments.js";
import { fixtures, ids } from "../../kinds/fixtures.js";
import { failureIn, mockResources } from "../support/mocked-engine.js";

beforeAll(mockResources);

const circular: Record<string, unknown> = {};
circular.self = { circular };

/** Values that programs pass by mistake, with what the message says. */
const mistakes: readonly (readonly [what: string, value: unknown, says: string])[] = [
  ["a function", () => "x", "must not be a function: pass the value that it returns, or omit the argument"],
  ["a symbol", Symbol("x"), "must not be a symbol: pass a string"],
  ["a BigInt", 1n, "must not be a BigInt: pass a number or a string"],
  ["NaN", Number.NaN, "must be a finite number; got NaN"],
  ["infinity", Number.NEGATIVE_INFINITY, "must be a finite number; got -Infinity"],
  ["a date", new Date(0), "must not be a Date: pass a string"],
  ["binary data", Buffer.from("x"), "must not be binary data: pass a string"],
  ["an asset", new pulumi.asset.StringAsset("x"), "must not be an asset: read the file and pass its text"],
  ["an archive", new pulumi.asset.FileArchive("."), "must not be an asset"],
  ["a map", new Map([["a", 1]]), "must be a plain object or an array; got a Map"],
  ["a regular expression", /x/, "must be a plain object or an array; got a RegExp"],
  ["an object without a prototype", Object.create(null), "must be an object with a prototype: copy it"],
];

/** Where in the arguments it is. */
const places: readonly (readonly [path: string, args: (value: unknown) => Record<string, unknown>])[] = [
  ["description", (value) => ({ description: value })],
  ["arguments[1]", (value) => ({ arguments: ["--port", value] })],
  ["healthchecks.readinessProbe.type", (value) => ({ healthchecks: { readinessProbe: { type: value } } })],
  ["unknownArgument.a[0]", (value) => ({ unknownArgument: { a: [value] } })],
];

/** Where it is only known later, and what then fails. */
const laterPlaces: readonly (readonly [path: string, failing: (value: unknown) => unknown])[] = [
  ["description", (value) => failureIn(plain({ description: pulumi.output(1).apply(() => value) }).description)],
  ["arguments[0].a", (value) => (plain({ arguments: [Promise.resolve({ a: value })] }).arguments as [unknown])[0]],
  ["ports", (value) => plain({ ports: Promise.resolve(value) }).ports],
];

const plain = (args: Record<string, unknown>) => plainArguments('Container "web"', args);

describe("plainArguments", () => {
  it.each(mistakes)("refuses %s anywhere with AP1203, the resource and the argument", (_, value, says) => {
    for (const [path, args] of places) {
      expect(() => plain(args(value))).toThrow(`AP1203: Container "web": ${path} ${says}`);
      expect(() => plain(args(value))).toThrow(/^[^\n]*\n {2}More: [^\n]*$/);
      expect(() => plain(args(value))).toThrow(pulumi.RunError);
    }
  });

  it.each(mistakes)("refuses %s in an output or promise with AP1203", async (_, value, says) => {
    for (const [path, failing] of laterPlaces) {
      await expect(failing(value)).rejects.toThrow(`AP1203: Container "web": ${path} ${says}`);
    }
  });

  it("refuses a circular value", () => {
    expect(() => plain({ healthchecks: circular })).toThrow("healthchecks.self.circular must not contain itself");
  });

  it("accepts a value that occurs twice", () => {
    const port = { internalPort: 80 };
    expect(plain({ ports: [port, port] })).toEqual({ ports: [port, port] });
  });

  it.each(fixtures)("returns the arguments of $kind unchanged", ({ kind, program, path }) => {
    expect(plainArguments(kind, { ...program, ...path })).toEqual({ ...program, ...path });
  });
});

describe("arguments that aren't an object", () => {
  const { environment: environmentId } = ids;
  const database = (name: string, args: unknown) => new sdk.Database(name, args as sdk.DatabaseArgs);

  it.each<[what: string, args: () => unknown, says: string]>([
    ["nothing", () => undefined, "must be an object; got undefined"],
    ["null", () => null, "must be an object; got null"],
    ["a string", () => "web", "must be an object; got web"],
    ["an array", () => [], "must be an object; got an array"],
    ["an output", () => pulumi.output({ environmentId }), "must be an object, not an output or a promise"],
    ["a promise", () => Promise.resolve({ environmentId }), "must be an object, not an output or a promise"],
    ["another resource", () => database("other", { environmentId }), "must not be those of another resource"],
    ["another resource, spread", () => ({ ...database("spread", { environmentId }) }), "must not be those of another"],
  ])("fail with AP1203: %s", (_, args, says) => {
    expect(() => database("db", args())).toThrow(`AP1203: Database "db": the arguments ${says}`);
  });
});

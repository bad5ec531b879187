import { describe, expect, it } from "vitest";
import { callsOf } from "../../../provider/definition/kind.js";
import { definitions } from "../../../provider/kinds/index.js";
import {
  type Endpoint,
  fillPath,
  extended as inExtended,
  isServed,
  pathMembers,
  stated,
  statedDelete,
} from "../../../provider/platform/endpoint.js";
import { documentedEndpoints } from "../../engine/support/journal.js";
import { anonymous, linkedCalls } from "../../kinds/documentedCalls.js";

/** The table of endpoints of the API document (§4), row by row; a member of a path is written `{}`. */
const documented = documentedEndpoints.map(anonymous);

const own = definitions.filter(({ concrete }) => concrete === undefined);
const calls = own.flatMap((definition) => {
  const all = [...Object.values(callsOf(definition)), ...linkedCalls(definition)];
  return all.map((call) => ({ kind: definition.kind, definition, call }));
});
const general = ({ method, path }: Endpoint<boolean>) => `${method} ${path.replace(/\{\w+\}/g, "{}")}`;

describe("calls of all kinds", () => {
  it.each(documented.map((line, index) => ({ row: index + 1, line })))(
    "include row $row of the API document: $line",
    ({ row, line }) => {
      const found = calls.filter(({ call }) => call.row === row);
      expect(found.length).toBeGreaterThan(0);
      expect(found.map(({ call }) => general(call)).filter((each) => each !== line)).toEqual([]);
    },
  );

  it("are all served on extended endpoints, and on documented ones if the API document has them", () => {
    for (const { call } of calls) {
      expect(isServed(call, "documented")).toBe(documented.includes(general(call)));
      expect(isServed(call, "extended")).toBe(true);
    }
    expect(isServed(undefined, "extended")).toBe(false);
  });

  it("include those of ApiObject with both sets of endpoints", () => {
    for (const { api } of definitions.filter((each) => !own.includes(each))) {
      for (const call of Object.values<Endpoint<boolean>>({ ...api })) {
        expect([isServed(call, "documented"), isServed(call, "extended")]).toEqual([true, true]);
      }
    }
  });

  it("need only arguments, outputs and the ID of their kind in their path", () => {
    for (const { definition, call } of calls) {
      const known = Object.keys({ ...definition.args, ...definition.outputs });
      expect(pathMembers(call).filter((member) => member !== "id" && !known.includes(member))).toEqual([]);
    }
  });
});

describe("pathMembers", () => {
  const parent = { member: "on", query: (on: string) => ({ on }), holds: () => true };
  it.each<[what: string, call: () => Endpoint<boolean>, members: string[]]>([
    ["those of the path", () => inExtended("GET /environment/{environmentId}/thing/{id}"), ["environmentId", "id"]],
    [
      "those of the path, and then the parent in the query",
      () => inExtended("GET /{region}/variable", parent),
      ["region", "on"],
    ],
    ["no member whose value the definition sets", () => stated("GET /{region}/thing/{id}", { region: "eu" }), ["id"]],
  ])("returns %s", (_, call, members) => {
    expect(pathMembers(call())).toEqual(members);
  });
});

it("statedDelete makes any method destructive, and stated makes none", () => {
  expect(statedDelete("POST /thing/{id}/remove").isDestructive).toBe(true);
  expect(stated("POST /thing/{id}/stop").isDestructive).toBe(false);
});

describe("fillPath", () => {
  const call = inExtended("GET /environment/{environmentId}/thing/{id}");

  it("encodes each member, so that no value changes the path", () => {
    expect(fillPath(call, { environmentId: "../admin", id: "a b?c#d/é" })).toBe(
      "/environment/..%2Fadmin/thing/a%20b%3Fc%23d%2F%C3%A9",
    );
  });

  it.each(["", ".", ".."])("fails with AP1203 for a member that a path can't contain: %o", (value) => {
    const fill = () => fillPath(call, { environmentId: "e", id: value });
    expect(fill).toThrow(
      "AP1203: GET /environment/{environmentId}/thing/{id}: id must be a text that a path can contain",
    );
    expect(fill).toThrow(`got "${value}"`);
  });

  it("fails with AP1203 for one bad segment among several", () => {
    const several = inExtended("GET /file/{+path}");
    expect(fillPath(several, { path: "a b/c" })).toBe("/file/a%20b/c");
    expect(() => fillPath(several, { path: "a/../c" })).toThrow("AP1203: GET /file/{+path}: path must be");
  });

  it.each([undefined, null, 7, {}])("fails if a member is missing or isn't a string: %o", (value) => {
    expect(() => fillPath(call, { environmentId: "e", id: value })).toThrow(
      "GET /environment/{environmentId}/thing/{id} needs id",
    );
  });
});

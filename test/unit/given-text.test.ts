import { describe, expect, it } from "vitest";
import { parseGiven, writeGiven } from "../../provider/dynamic/givenText.js";
import { givenMembers } from "../../provider/values/given.js";
import { kindNames, records } from "../kinds/index.js";
import type { Field, ObjectField, Values } from "../provider.js";
import { definitionOf } from "./pretend-platform.js";

/** The members that the text omits where they are given: `?` precedes an optional one that contains such members. */
function required(field: Field): string {
  if (field.type === "array") return required(field.item);
  if (field.type !== "object") return "";
  const parts = Object.entries(field.members).flatMap(([name, member]) => {
    const isOmitted = member.wasRequired || (member.required && !isAlternative(field, name));
    const inner = required(member);
    if (!isOmitted && inner === "") return [];
    return [`${isOmitted ? "" : "?"}${name}${inner === "" ? "" : `(${inner})`}`];
  });
  return parts.sort().join(",");
}

function isAlternative({ alternatives = [] }: ObjectField, name: string): boolean {
  return alternatives.flat().includes(name);
}

describe("the text of what a program gives", () => {
  const { body } = definitionOf("Container");
  const web: Values = {
    ...{ environmentId: "e", name: "web", registryId: "r", imageName: "nginx", tag: "1.27" },
    healthchecks: { readinessProbe: { type: { http: { port: 80 } } } },
    ports: [{ internalPort: 80, publiclyAccessible: true }],
  };
  const { ports: _, ...bare } = web;
  const textOf = (args: Values) => writeGiven(body, givenMembers(body, args));

  it("is read as the first release wrote it", () => {
    const text = "name,healthchecks(readinessProbe(type(http()))),ports(@80)";
    expect(parseGiven(body, text)).toEqual(givenMembers(body, web));
    // An object that is given without members is omitted like any other required argument.
    expect(parseGiven(body, "name")).toEqual(givenMembers(body, { ...bare, healthchecks: {} }));
  });

  it("omits what every resource gives", () => {
    expect(textOf(web)).toBe("name,healthchecks(readinessProbe(type(http()))),ports(@80)");
    expect(parseGiven(body, textOf(web))).toEqual(givenMembers(body, web));
  });

  it("names a required argument that is missing", () => {
    const { tag: _, healthchecks: __, ...copy } = web;
    expect(textOf({ ...copy, cloneFrom: "c" })).toContain("!tag,!healthchecks");
    expect(parseGiven(body, textOf(copy))).toEqual(givenMembers(body, copy));
  });

  it("omits the same members forever: a text in a state would mean something else", () => {
    // A member that becomes optional, or required, needs a new mark in givenText.ts: such texts are in states.
    for (const kind of kindNames) expect(records[kind].givenText, kind).toBe(required(definitionOf(kind).body));
  });
});

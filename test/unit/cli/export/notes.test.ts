import { describe, expect, it } from "vitest";
import { typeNotes } from "../../../../cli/export/notes.js";

const errors = (count: number) => Array.from({ length: count }, (_, index) => `index.ts:${index + 1}:1: wrong`);

describe("typeNotes", () => {
  it("lists all errors of a program that doesn't compile if there are at most ten", () => {
    const [note, ...others] = typeNotes(errors(10));
    expect(note?.split("\n  ")).toEqual(["The program doesn't compile:", ...errors(10)]);
    expect(others).toEqual([]);
  });

  it("lists the first ten errors of a program that doesn't compile, and counts the others", () => {
    const [note, ...others] = typeNotes(errors(13));
    expect(note?.split("\n  ")).toEqual(["The program doesn't compile:", ...errors(10), "and 3 more"]);
    expect(others).toEqual([]);
  });

  it("says how to compile the program if TypeScript isn't installed", () => {
    expect(typeNotes(undefined)).toEqual([expect.stringMatching(/isn't compiled\..*npx tsc --noEmit$/)]);
  });

  it("is empty for a program that compiles", () => {
    expect(typeNotes([])).toEqual([]);
  });
});

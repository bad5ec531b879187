import { readdirSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import { figuresOf } from "../../tools/measured/figures.js";
import { type MatrixName, matrices } from "../../tools/measured/matrices.js";
import { recordPath } from "../../tools/measured/record-file.js";
import { linesOf } from "../recording.js";
import { figuresFrom } from "../reliability/figures.js";

const stamp = { measured: "2026-11-21", commit: "abc1234" };
const names = Object.keys(matrices) as MatrixName[];

describe("the figures of a matrix", () => {
  it("count equal outcomes per row, and name the unmet cells", () => {
    const cells = {
      viewer: { read: { outcome: "200" }, create: { outcome: "403" }, update: { outcome: "403" } },
      editor: { read: { outcome: "500", unmet: "the platform fails" } },
    };
    expect(figuresFrom(stamp, cells, { requests: 4 })).toEqual({
      ...stamp,
      rows: { viewer: { 200: 1, 403: 2 }, editor: { 500: 1 } },
      unmet: [{ row: "editor", column: "read", reason: "the platform fails" }],
      facts: { requests: 4 },
    });
  });

  it("are written with one line per row, unmet cell and fact", () => {
    const figures = { ...stamp, rows: { viewer: { 200: 1, 403: 2 } }, unmet: [{ row: "a" }], facts: {} };
    const lines = linesOf(figures, 2);
    expect(JSON.parse(lines)).toEqual(figures);
    expect(lines.split("\n")).toContain('  "viewer": {"200":1,"403":2}');
    expect(lines.split("\n")).toContain('  {"row":"a"}');
  });

  it.each(names)("are recorded for %s, with the commit", (name) => {
    expect(figuresOf(name), `run FULL=1 RECORD=1 npx vitest run with the tests of ${name}`).toMatchObject({
      measured: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      commit: expect.stringMatching(/^[0-9a-f]{7,}$/),
    });
  });

  it("belong to a matrix of the page", () => {
    const files = readdirSync(dirname(recordPath("reliability", "any")));
    expect(files.sort()).toEqual(names.map((name) => `${name}.json`).sort());
  });
});

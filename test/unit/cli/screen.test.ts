import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { control, jsonText, printable, screenOn } from "../../../cli/screen.js";
import { holds } from "../../support/seeds.js";

describe("screen", () => {
  // As with the unit "binary", which takes a second to list what it contains.
  const anyText = fc.string({ unit: fc.nat({ max: 0x10ffff }).map((code) => String.fromCodePoint(code)) });
  const hostile = "\u001b]0;title\u0007web\u009b31m\u202e\r\u2028\u{e0041}\ud800";

  it("printable replaces all control characters but the command's own by spaces, for any text", async () => {
    expect(printable(`${control("\u001b[1m")}${hostile}${control("\u001b[0m")}\n\tfür 🎉`)).toBe(
      "\u001b[1m ]0;title web 31m     \u001b[0m\n\tfür 🎉",
    );
    await holds(
      fc.property(anyText, (text) => {
        expect(printable(text)).not.toMatch(/[^\P{Cc}\n\t]|\p{Cf}/u);
      }),
      100,
    );
  });

  it.each([
    ["writes data unchanged to standard output if it isn't a terminal", { isTTY: false, isData: true }],
    ["replaces control characters in data by spaces on a terminal", { isTTY: true, isData: true }],
    ["replaces control characters in messages by spaces, also without a terminal", { isTTY: false, isData: false }],
  ])("%s", (_, { isTTY, isData }) => {
    let written = "";
    const write = (text: string) => {
      written += text;
    };
    screenOn({ isTTY, write }, isData).write(`${control("\u001b[1m")}${hostile}\u{1f469}\u200d\u{1f4bb}`);
    expect(written).toBe(
      isTTY || !isData
        ? "\u001b[1m ]0;title web 31m     \u{1f469} \u{1f4bb}"
        : `\u001b[1m${hostile}\u{1f469}\u200d\u{1f4bb}`,
    );
  });

  it("jsonText writes any value with printable characters that JSON.parse reads back", async () => {
    await holds(
      fc.property(anyText, (text) => {
        const document = jsonText({ [text]: [hostile, text] }, 2);
        expect(document).not.toMatch(/[^\P{Cc}\n]|\p{Cf}/u);
        expect(JSON.parse(document)).toEqual({ [text]: [hostile, text] });
      }),
      100,
    );
  });

  it("is the only module of cli/ that writes to stdout or stderr", () => {
    const root = join(__dirname, "../../../cli");
    const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
    const writes = /\bstd(out|err)\.write|console\.\w+\(/;
    expect(files.filter((file) => writes.test(readFileSync(join(root, file), "utf8")))).toEqual([]);
  });
});

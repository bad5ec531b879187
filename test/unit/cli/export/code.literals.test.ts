/** Texts of the platform in generated programs: what runs is what people read. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { commentText, memberName, stringLiteral, templateText } from "../../../../cli/export/code.js";
import { holds } from "../../../support/seeds.js";

/** Control and format characters, other spaces, and what fonts don't show; line breaks are layout. */
const unseen = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/u;
const samples = [
  ...["\u202e", "\u2066", "\u200d", "\u200b", "\ufeff", "\u00ad", "\u2028", "\u2029", "\ud800", "\udc00", "\u0000"],
  ...["\u001b", "\u009b", "\r", "\t", "\u00a0", "\u3000", "\ufe0f", "\u{e0100}", "\u{e0041}", "\u115f", "\u3164"],
  ...['"', "'", "`", "\\", "\n", "\u0024{", "a", "\u{1f469}\u200d\u{1f4bb}"],
];
const text = fc.oneof(
  fc.array(fc.constantFrom(...samples), { maxLength: 6 }).map((parts) => parts.join("")),
  fc.string({ unit: fc.nat({ max: 0x10ffff }).map((code) => String.fromCodePoint(code)), maxLength: 8 }),
);
const evaluated = (code: string): unknown => new Function(`return (${code})`)();

describe("text in a generated program", () => {
  it.each<[place: string, code: (text: string) => string, read: (value: unknown) => unknown]>([
    ["a string", stringLiteral, (value) => value],
    ["a template", (each) => `\`${templateText(each)}\``, (value) => value],
    ["a member's name", (each) => `{ ${memberName(each)}: 1 }`, (value) => Object.keys(value as object)[0]],
  ])("escapes each invisible character and keeps its value, in %s", async (_, code, read) => {
    const property = fc.property(text, (each) => {
      expect(code(each).replaceAll("\n", "")).not.toMatch(unseen);
      expect(read(evaluated(code(each)))).toBe(each);
    });
    await holds(property, 300);
  });

  it("stays on one line as a comment, without invisible characters", async () => {
    const property = fc.property(text, (each) => {
      expect(commentText(each)).not.toMatch(/\n/);
      expect(commentText(each)).not.toMatch(unseen);
    });
    await holds(property, 300);
  });
});

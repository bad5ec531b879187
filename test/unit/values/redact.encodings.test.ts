import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { finderOf, redactTexts } from "../../../provider/values/redact.js";
import { holds } from "../../support/seeds.js";

const inJson = (text: string) => JSON.stringify(text).slice(1, -1);
const escaped = (pattern: RegExp, write: (unit: number) => string) => (text: string) =>
  text.replace(pattern, (unit) => write(unit.charCodeAt(0)));
const hex = (unit: number, length: number) => unit.toString(16).padStart(length, "0");
const bytesOf = (text: string, write: (byte: number) => string) => [...Buffer.from(text)].map(write).join("");

/** How programs write a text into another one. */
const formats: Readonly<Record<string, (text: string) => string>> = {
  JSON: inJson,
  "JSON in ASCII": (text) => escaped(/[^\x20-\x7e]/g, (unit) => `\\u${hex(unit, 4)}`)(inJson(text)),
  "JSON in ASCII, in uppercase": (text) =>
    escaped(/[^\x20-\x7e]/g, (unit) => `\\u${hex(unit, 4).toUpperCase()}`)(inJson(text)),
  "JSON of PHP": (text) => inJson(text).replaceAll("/", "\\/"),
  "JSON of Go": (text) => escaped(/[<>&]/g, (unit) => `\\u${hex(unit, 4)}`)(inJson(text)),
  "every character in JSON": escaped(/[\s\S]/g, (unit) => `\\u${hex(unit, 4)}`),
  "a string of Python": (text) => inJson(text).replaceAll('\\"', '"').replaceAll("'", "\\'"),
  "bytes of Python": (text) =>
    bytesOf(text.replaceAll("\\", "\\\\"), (byte) => (byte < 0x80 ? String.fromCharCode(byte) : `\\x${hex(byte, 2)}`)),
  "a string of C": (text) =>
    bytesOf(text.replaceAll("\\", "\\\\"), (byte) =>
      byte < 0x80 ? String.fromCharCode(byte) : `\\${byte.toString(8)}`,
    ),
  "a URL": encodeURIComponent,
  "a URL in lowercase": (text) => encodeURIComponent(text).replace(/%[\dA-F]{2}/g, (byte) => byte.toLowerCase()),
  "a whole URL": encodeURI,
  "a form": (text) => new URLSearchParams([["", text]]).toString().slice(1),
  HTML: (text) =>
    text.replace(/[&<>"']/g, (sign) => `&${{ "&": "amp", "<": "lt", ">": "gt", '"': "quot", "'": "apos" }[sign]};`),
  "HTML with numbers": escaped(/[&<>"']/g, (unit) => `&#${unit};`),
  "HTML with hexadecimal numbers": escaped(/[&<>"']/g, (unit) => `&#x${hex(unit, 2)};`),
};
const names = Object.keys(formats);

/** At least eight characters, with some that formats escape. */
const secrets = fc
  .array(fc.oneof(fc.constantFrom(..."\"'\\/\n%&<>+ =é€😀`:{}"), fc.constantFrom(..."abnrtux0129")), {
    minLength: 8,
    maxLength: 20,
  })
  .map((characters) => `s${characters.join("").replace(/\s+/g, " ")}t`);

describe("redactTexts", () => {
  it.each(names)("removes a secret written as %s (JSON, Python, HTML, URL …), also inside JSON in JSON", (name) => {
    const write = formats[name] as (text: string) => string;
    const secret = `he said: "it's 50% & <more>\\n/é"`;
    const redact = redactTexts([secret]);
    expect(redact(`got ${write(secret)}!`)).toBe("got ***!");
    expect(redact(`got ${inJson(inJson(write(secret)))}!`)).toBe("got ***!");
  });

  it("removes a secret in up to three nested formats", async () => {
    const several = fc.array(fc.constantFrom(...names), { minLength: 1, maxLength: 3 });
    const property = fc.property(secrets, several, (secret, chosen) => {
      const written = chosen.reduce((text, name) => (formats[name] as (text: string) => string)(text), secret);
      expect(redactTexts([secret])(`(${written})`)).toBe("(***)");
    });
    await holds(property, 1_000);
  });

  it("removes a secret in Base64 of a text that contains it", async () => {
    const property = fc.property(secrets, fc.constantFrom(...names), fc.nat(3), (secret, name, before) => {
      const written = `${"x".repeat(before)}${(formats[name] as (text: string) => string)(secret)}:x`;
      for (const encoding of ["base64", "base64url"] as const) {
        const shown = redactTexts([secret])(`/${Buffer.from(written).toString(encoding)} `);
        expect(shown).toMatch(/^\/\S{0,5}\*\*\*\S{0,6} $/);
      }
    });
    await holds(property, 500);
  });

  it("removes a secret that an ellipsis cuts off after six characters or more", async () => {
    const property = fc.property(secrets, fc.constantFrom(...names), fc.nat(40), (secret, name, more) => {
      // Decoding makes a secret shorter that looks as if it were encoded itself.
      fc.pre(!/[%&\\]/.test(secret));
      const write = formats[name] as (text: string) => string;
      const written = write(secret);
      const least = write([...secret].slice(0, 6).join("")).length;
      expect(redactTexts([secret])(`(${written.slice(0, least + more)}…`)).toBe("(***…");
    });
    await holds(property, 500);
  });
});

describe("finderOf", () => {
  it("finds nothing in any text that doesn't contain the secret", async () => {
    const property = fc.property(fc.string(), (text) => {
      expect(finderOf(["hunter2-hunter2"])(text)).toEqual([]);
    });
    await holds(property, 500);
  });

  it("returns nothing for a text that is URL-encoded a hundred times", () => {
    const text = Array.from({ length: 100 }).reduce<string>((each) => each.replaceAll("%", "%25"), "%41");
    expect(finderOf(["hunter2"])(text)).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import { addressOf, namesIn, shellArgument } from "../../../../cli/terraform/address.js";

describe("Terraform address", () => {
  const deep = 'module.a["x.y"].module.b[2]';
  it.each([
    ["neither a module nor a key", "", undefined, "t.n", ["n"], "t.n"],
    ["a number as the key", "", 0, "t.n[0]", ["n", "0"], "'t.n[0]'"],
    ["a space in the key", "", "a b", 't.n["a b"]', ["n", "a b"], `'t.n["a b"]'`],
    ["quotes and a backslash in the key", "", 'a"b\\c', 't.n["a\\"b\\\\c"]', ["n", 'a"b\\c'], `'t.n["a\\"b\\\\c"]'`],
    ["an apostrophe in the key", "", "it's", `t.n["it's"]`, ["n", "it's"], `'t.n["it'\\''s"]'`],
    [
      "template signs in the key",
      "",
      "\u0024{x}%{y}",
      `t.n["$\u0024{x}%%{y}"]`,
      ["n", "\u0024{x}%{y}"],
      `'t.n["$\${x}%%{y}"]'`,
    ],
    [
      "a line break and an invisible character in the key",
      "",
      "a\nb\u200b",
      't.n["a\\nb\\u200b"]',
      ["n", "a\nb\u200b"],
      `'t.n["a\\nb\\u200b"]'`,
    ],
    ["shell signs in the key", "", "é`$x", 't.n["é`$x"]', ["n", "é`$x"], `'t.n["é\`$x"]'`],
    ["a module", "module.a", undefined, "module.a.t.n", ["a", "n"], "module.a.t.n"],
    ["a module called module", "module.module", undefined, "module.module.t.n", ["module", "n"], "module.module.t.n"],
    ["modules with keys", deep, "k", `${deep}.t.n["k"]`, ["a", "x.y", "b", "2", "n", "k"], `'${deep}.t.n["k"]'`],
  ])("is built with %s", (_what, module, key, address, names, shell) => {
    const parts = { module, type: "t", name: "n", key };
    expect(addressOf(parts)).toBe(address);
    expect(namesIn(parts)).toEqual(names);
    expect(shellArgument(address)).toBe(shell);
  });
});

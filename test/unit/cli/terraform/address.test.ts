import { describe, expect, it } from "vitest";
import { addressOf, namesIn, shellArgument } from "../../../../cli/terraform/address.js";

describe("Terraform address", () => {
  const deep = 'module.a["x.y"].module.b[2]';
  it.each([
    ["", undefined, "t.n", ["n"], "t.n"],
    ["", 0, "t.n[0]", ["n", "0"], "'t.n[0]'"],
    ["", "a b", 't.n["a b"]', ["n", "a b"], `'t.n["a b"]'`],
    ["", 'a"b\\c', 't.n["a\\"b\\\\c"]', ["n", 'a"b\\c'], `'t.n["a\\"b\\\\c"]'`],
    ["", "it's", `t.n["it's"]`, ["n", "it's"], `'t.n["it'\\''s"]'`],
    ["", "\u0024{x}%{y}", `t.n["$\u0024{x}%%{y}"]`, ["n", "\u0024{x}%{y}"], `'t.n["$\${x}%%{y}"]'`],
    ["", "a\nb\u200b", 't.n["a\\nb\\u200b"]', ["n", "a\nb\u200b"], `'t.n["a\\nb\\u200b"]'`],
    ["", "é`$x", 't.n["é`$x"]', ["n", "é`$x"], `'t.n["é\`$x"]'`],
    ["module.a", undefined, "module.a.t.n", ["a", "n"], "module.a.t.n"],
    ["module.module", undefined, "module.module.t.n", ["module", "n"], "module.module.t.n"],
    [deep, "k", `${deep}.t.n["k"]`, ["a", "x.y", "b", "2", "n", "k"], `'${deep}.t.n["k"]'`],
  ])("is built from the module %j and the key %j: %s", (module, key, address, names, shell) => {
    const parts = { module, type: "t", name: "n", key };
    expect(addressOf(parts)).toBe(address);
    expect(namesIn(parts)).toEqual(names);
    expect(shellArgument(address)).toBe(shell);
  });
});

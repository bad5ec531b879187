import { describe, expect, it } from "vitest";
import { stateValues } from "../../../../cli/diff/compareResource.js";
import { UNKNOWN } from "../../../support/provider.js";

describe("stateValues", () => {
  const signature = "4dabf18193072939515e22adb298388d";
  const mark = { [signature]: "1b47061264138c4ac30d75fd1eb44270" };

  it("returns UNKNOWN for encrypted values at any depth, and names their arguments", () => {
    const encrypted = { ...mark, ciphertext: "v1:x" };
    expect(stateValues({ cpu: 500, arguments: ["--a", encrypted], token: encrypted })).toEqual({
      values: { cpu: 500, arguments: ["--a", UNKNOWN], token: UNKNOWN },
      secrets: ["arguments", "token"],
      encrypted: ["arguments", "token"],
    });
  });

  it("returns decrypted values, and names their arguments as secret", () => {
    const inner = JSON.stringify({ a: [1], b: { ...mark, plaintext: "2" } });
    const specified = { nested: { list: [{ ...mark, plaintext: inner }] }, text: { ...mark, plaintext: '"s"' } };
    expect(stateValues(specified)).toEqual({
      values: { nested: { list: [{ a: [1], b: 2 }] }, text: "s" },
      secrets: ["nested", "text"],
      encrypted: [],
    });
  });

  it("returns UNKNOWN for assets", () => {
    const asset = { [signature]: "c44067f5952c0a294b673a41bacd8c17", hash: "x" };
    expect(stateValues({ asset })).toEqual({ values: { asset: UNKNOWN }, secrets: [], encrypted: [] });
  });
});

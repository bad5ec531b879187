/** Values found nowhere else, and the search for them in whatever spelling a text may have them. */
import { randomBytes } from "node:crypto";

/** A secret value: what stands around its core is spelled otherwise in JSON, URLs, HTML and shells. */
export interface Canary {
  readonly value: string;
  /** Letters and digits, which no escape changes. */
  readonly core: string;
}

export function canary(): Canary {
  const core = randomBytes(12).toString("hex");
  return { core, value: `"${core}"\\/+&<ü %20 $(x) ${core}\n` };
}

/** A secret that is what it is, such as a token: the part that nobody could guess is its core. */
export function canaryOf(value: string, core = value): Canary {
  return { value, core };
}

/**
 * What the core looks like when a text that holds it anywhere was encoded. Base64 takes three bytes at a time, so there are
 * three ways, of which the characters count that do not hang on what stands before and after.
 */
function spellings(core: string): string[] {
  const base64 = [0, 1, 2].map((before) => {
    const encoded = Buffer.from("x".repeat(before) + core)
      .toString("base64")
      .replace(/=+$/, "");
    return encoded.slice(before === 0 ? 0 : before + 1, (encoded.length >> 2) * 4 - 4);
  });
  const urls = base64.map((text) => text.replaceAll("+", "-").replaceAll("/", "_"));
  const bytes = Buffer.from(core);
  return [
    core,
    bytes.toString("hex"),
    bytes.toString("utf16le"),
    core.split("").reverse().join(""),
    ...base64,
    ...urls,
  ];
}

/** Those of the canaries that the text holds, in plain text or encoded. */
export function leaksIn(text: string, canaries: readonly Canary[]): Canary[] {
  const lower = text.toLowerCase();
  return canaries.filter(({ core }) =>
    spellings(core).some((each) => text.includes(each) || lower.includes(each.toLowerCase())),
  );
}

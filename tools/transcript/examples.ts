/** Values that differ in every run, and the example values that stand for them on the page. */
import { createHash } from "node:crypto";

const UUID = /\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/g;
const TOKEN = /\beyJ[\w-]+\.[\w-]+\.[\w-]+/g;
const SHOWN_TOKEN = "eyJhbGciOi…";

/** A UUID that looks like any other, the same in every run. */
function exampleUuid(index: number): string {
  const digits = createHash("sha256").update(`example ${index}`).digest("hex");
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `4${digits.slice(13, 16)}`,
    `a${digits.slice(17, 20)}`,
    digits.slice(20, 32),
  ].join("-");
}

/** Translates between what the page shows and what this run has. */
export interface Examples {
  /** Adds a text that the page shows and this run replaces with its own, such as a port. */
  add(shown: string, actual: string): void;
  /** Leaves the UUIDs of this text as they are: they are the same in every run. */
  keepUuids(text: string): void;
  /** A text of this run, as the page shows it. A UUID that is new gets the next example value. */
  toPage(text: string): string;
  /** Commands or a file of the page, with the values of this run. */
  fromPage(text: string): string;
}

export function createExamples(): Examples {
  const pairs = new Map<string, string>();
  const kept = new Set<string>();
  let uuids = 0;
  const shownUuid = (actual: string) => {
    if (kept.has(actual)) return actual;
    const known = pairs.get(actual);
    if (known !== undefined) return known;
    const shown = exampleUuid(uuids);
    uuids += 1;
    pairs.set(actual, shown);
    return shown;
  };
  return {
    add(shown, actual) {
      pairs.set(actual, shown);
    },
    keepUuids(text) {
      for (const [uuid] of text.matchAll(UUID)) kept.add(uuid);
    },
    toPage(text) {
      const shown = text.replace(UUID, shownUuid).replace(TOKEN, SHOWN_TOKEN);
      return [...pairs].reduce((result, [actual, example]) => result.replaceAll(actual, example), shown);
    },
    fromPage(text) {
      return [...pairs].reduce((result, [actual, example]) => result.replaceAll(example, actual), text);
    },
  };
}

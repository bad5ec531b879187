/** The English of what people read: documentation, descriptions, messages, help texts and comments. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(__dirname, "..", "..");

const thing = "(?:it|them|this|that|(?:the|another) [\\w-]+(?: [\\w-]+)?)";

/** Wordings that read as translated, each with what a native speaker writes, and a sentence with it. */
const wordings: readonly [pattern: RegExp, native: string, sentence: string][] = [
  [/\bmend(s|ed|ing)?\b/i, "fix", "Mend the program."],
  [/\b(tell|tells|told|telling)\b[^.]{0,40}\bapart\b/i, "distinguish", "The ID tells the two services apart."],
  [
    new RegExp(`\\b(take|takes|took|taken|taking) (?:${thing} )?for\\b`, "i"),
    "treat as",
    "It takes the engine for unreachable.",
  ],
  [/\blook-ups?\b/i, "lookup", "Look-ups share requests."],
  [/\bit is said\b/i, "the sentence itself", "Where that helps, it is said."],
  [/\bno [\w-]+ but\b/i, "only, or nothing except", "It sends no request but the list."],
  [/\bafter this page\b/i, "what the page is about", "After this page, you know how to deploy."],
  [/\bbelongs? into\b/i, "goes in", "Everything else belongs into the repository."],
  [/\bso (it )?does (it|with)\b/i, "also", "So it does with changes of a name."],
  [
    /(?<!\bthere |\bwhere )\b(is|are|was|were) no (?!longer|more|worse|better|such|less|matter|`)(?=\w)/i,
    "isn't a",
    "A warning is no failure.",
  ],
  [/\b(say|says|said) of\b(?! which)/i, "say about", "What the document says of the argument."],
  [/\bfor ever\b/i, "forever", "The stack stays locked for ever."],
  [/\bside by side\b/i, "in parallel", "The services of a stage are deployed side by side."],
  [/\bas far as\b[^.]{0,40}\btells?\b/i, "if it returns that", "Those that failed, as far as the endpoints tell."],
  [/\b(do|does)(n't| not) tell (it|them)\b/i, "doesn't return", "The address, which the API does not tell it."],
];

/** Folders and files with texts by people. What is generated from them is read, too: it has what sources only assemble. */
const places = [
  "README.md",
  "CHANGELOG.md",
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  ".changeset",
  ".github",
  "docs",
  "examples",
  "provider",
  "sdk",
  "cli",
];
const others = ["backend/README.md", "backend/src", "backend/dashboard/src", "tools", "bench", "test"];

/** The wordings in a text, each with what to write instead. A sentence may run over the end of a line. */
function found(text: string, name: string): string[] {
  const flat = text.replace(/\s*\n\s*(?:[*>-]|\/\/|#+)?\s*/g, " ");
  return wordings.flatMap(([pattern, native]) => {
    const hit = pattern.exec(flat)?.[0];
    return hit === undefined ? [] : [`${name}: "${hit}" (write: ${native})`];
  });
}

const isText = (file: string) =>
  /\.(md|tsx?|mts|[cm]?js|json)$/.test(file) && !/(^|\/)(node_modules|dist|\.local|prose\.test\.ts)/.test(file);

it.each(wordings)("%s is found, for which people write: %s", (_, __, sentence) => {
  expect(found(`All is well. ${sentence}\n`, "page")).toHaveLength(1);
  expect(found(`All is well.\n  // ${sentence.replace(/ (?=\w+\W?$)/, "\n  // ")}\n`, "page")).toHaveLength(1);
});

it.each([...places, ...others])("nothing in %s reads as translated", (place) => {
  const files = place.endsWith(".md")
    ? [place]
    : readdirSync(join(root, place), { recursive: true, encoding: "utf8" })
        .filter(isText)
        .map((file) => join(place, file));
  expect(files.length).toBeGreaterThan(0);
  expect(files.flatMap((file) => found(readFileSync(join(root, file), "utf8"), file))).toEqual([]);
});

/** The English of what people read: documentation, descriptions, messages, help texts and comments. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(__dirname, "../../..");

const thing = "(?:it|them|this|that|(?:the|another) [\\w-]+(?: [\\w-]+)?)";

type Wording = readonly [pattern: RegExp, native: string, sentence: string];

/** Wordings that read as translated, each with what a native speaker writes, and a sentence with it. */
const wordings: readonly Wording[] = [
  [/\bmend(s|ed|ing)?\b/i, "fix", "Mend the program."],
  [/\b(tell|tells|told|telling)\b[^.]{0,40}\bapart\b/i, "distinguish", "The ID tells the two services apart."],
  [new RegExp(`\\b(takes?|took|taken|taking) (?:${thing} )?for\\b`, "i"), "treat as", "It takes that for an error."],
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
  [/\b(do|does)(n't| not) tell (it|them)\b/i, "doesn't return", "The address, which the API doesn't tell it."],
  [/\bhas a fault\b/i, "failed", "The proxy has a fault."],
  [/\bchang(e|es|ing) hands\b/i, "reuses the name", "A name changes hands."],
  [/\bin each other's way\b/i, "contend for", "Requests got in each other's way."],
  [/\b(is|are) in no state\b/i, "isn't in the state", "The resource is in no state."],
  [/\bcalled differently\b/i, "has another name", "The provider is only called differently."],
  [/\bmust be without\b/i, "no longer contains", "The list must be without it."],
  [/\b(?:wins?|won) over\b/i, "takes precedence over", "The environment wins over the configuration."],
];

/** Wordings that only people who work on the project understand, or that put the cart before the horse. */
const forReaders: readonly Wording[] = [
  [/\bstands? beside\b/i, "also shows", "A baseline stands beside it."],
  [/\bcells?\b/i, "combination", "A cell is a fault at an endpoint."],
  [/\bmatri(x|ces)\b/i, "test suite", "The matrix has all faults."],
  [/\bmust hold\b|\bholds if\b|\bdoes not hold\b/i, "must pass", "Each of them must hold."],
  [/\b(that|which) holds?\b/i, "of, or with", "The environment that holds the service."],
  [/\b(a|the) person\b/i, "you, or the test", "A person then runs it again."],
  [/\b(nobody|no one) (knows|sees|reads|sets|marks)\b/i, "the platform doesn't", "Nobody knows its state."],
  [/\bwhat only\b/i, "values that aren't known until", "What only the update knows is checked then."],
  [/\bwhere there (is|are) no(ne)?\b/i, "without", "Where there is none, run the image."],
  [/\bthe same (holds|goes)\b/i, "applies to", "The same holds for names."],
  [/(?:^|\. )Of (an?|several|the) [^.,]{3,60},/, "the subject first", "Of an API token, no expiry is read."],
  [/\bfinds neither\b/i, "say what is missing", "A program that finds neither says it."],
];

/**
 * What messages, help texts and pages contract. Commands and other programs' messages are quoted as they are, and generated files
 * begin with the usual "Do not edit".
 */
const uncontracted: readonly Wording[] = [
  [
    /\b(?:cannot(?!-)|(?:do|does|did|is|are|was|were|has|have|had|could|would|should|will) not)\b(?! (?:edit|find module|read properties))/i,
    "can't, don't, isn't …",
    "The endpoints cannot do this.",
  ],
];

/** Folders and files with texts by people. What is generated from them is read, too: it has what sources only assemble. */
const places = [
  ...["README.md", "CHANGELOG.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "template", ".changeset", ".github"],
  ...["docs", "examples", "provider", "sdk", "cli"],
];
const others = ["backend/README.md", "backend/src", "backend/dashboard/src", "tools", "bench", "test"];

/** The wordings in a text, each with what to write instead. A sentence may run over the end of a line. */
function found(text: string, name: string, all: readonly Wording[]): string[] {
  const flat = text.replace(/\s*\n\s*(?:[*>-]|\/\/|#+)?\s*/g, " ");
  return all.flatMap(([pattern, native]) => {
    const hit = pattern.exec(flat)?.[0];
    return hit === undefined ? [] : [`${name}: "${hit}" (write: ${native})`];
  });
}

const isText = (file: string) =>
  /\.(md|tsx?|mts|[cm]?js|json)$/.test(file) && !/(^|\/)(node_modules|dist|\.local|prose\.test\.ts)/.test(file);

/** What people read who use the project. */
const isForReaders = (file: string) =>
  /^(README|CHANGELOG)\.md$|^(docs|examples|template)\/.*\.md$|^sdk\/generated\//.test(file);

/** Texts that people read outside of the editor, or that an editor shows: without comments of the code, and code of the pages. */
function spoken(file: string, text: string): string {
  if (file.endsWith(".md")) return text.replace(/^ *```[\s\S]*?^ *```/gm, "").replace(/`[^`]*`/g, "");
  const isShownByEditors = /^(sdk|backend\/src\/in-process)\//.test(file);
  return isShownByEditors ? text : text.replace(/^\s*(?:\/\*\*?|\*|\/\/).*$/gm, "");
}

it.each([...wordings, ...forReaders, ...uncontracted])("prose check finds %s and suggests: %s", (_, __, sentence) => {
  const all = [...wordings, ...forReaders, ...uncontracted];
  expect(found(`All is well. ${sentence}\n`, "page", all)).toHaveLength(1);
  expect(found(`All is well.\n  // ${sentence.replace(/ (?=\w+\W?$)/, "\n  // ")}\n`, "page", all)).toHaveLength(1);
});

function filesOf(place: string): string[] {
  if (place.endsWith(".md")) return [place];
  const files = readdirSync(join(root, place), { recursive: true, encoding: "utf8" });
  return files.filter(isText).map((file) => join(place, file));
}

it.each([
  ...["provider", "cli", "sdk", "tools/generate", "backend/src", "backend/dashboard/src", "docs", "examples"],
  "template",
])("prose: messages and pages in %s use contractions", (place) => {
  const files = filesOf(place).filter((file) => /\.(md|tsx?)$/.test(file));
  expect(files.length).toBeGreaterThan(0);
  const read = (file: string) => found(spoken(file, readFileSync(join(root, file), "utf8")), file, uncontracted);
  expect(files.flatMap(read)).toEqual([]);
});

it.each([...places, ...others])("prose: texts in %s have no wording that reads as translated", (place) => {
  const files = filesOf(place);
  expect(files.length).toBeGreaterThan(0);
  const read = (file: string) =>
    found(readFileSync(join(root, file), "utf8"), file, isForReaders(file) ? [...wordings, ...forReaders] : wordings);
  expect(files.flatMap(read)).toEqual([]);
});

/** `npm run test:kind -- <Kind>`: everything in test/ that concerns one kind. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { referenceName } from "../provider/definition/references.js";
import { deployable } from "../provider/generated/deployable.js";
import { definitions } from "../provider/kinds/index.js";

const root = join(__dirname, "..");
/** The sources by their paths in the repository, without what is generated. */
const sources = new Map(
  ["provider", "cli", "sdk", "tools", "test"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .map((path) => join(folder, path))
      .filter((path) => /\.ts$/.test(path) && !/\/(generated|fixtures|node_modules)\//.test(path))
      .map((path) => [path, readFileSync(join(root, path), "utf8")] as const),
  ),
);
const tests = [...sources.keys()].filter((path) => path.endsWith(".test.ts"));

const [kind = ""] = process.argv.slice(2);
const kinds = definitions.map((definition) => definition.kind);
if (!kinds.includes(kind)) {
  console.error(`npm run test:kind needs one of ${kinds.join(", ")}; got ${JSON.stringify(kind)}`);
  process.exit(1);
}
process.exit(run());

function run(): number {
  const lists = listsWithoutIt();
  const fromRecords = fromTestRecords();
  const folder = mkdtempSync(join(tmpdir(), "test-kind-"));
  try {
    const report = join(folder, "report.json");
    const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
    const status = vitest(...fromRecords, "-t", `(^|[^A-Za-z])${kind}($|[^A-Za-z])`, ...reporters);
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, "utf8"));
    const isRun = ({ status }: { readonly status: string }) => status === "passed" || status === "failed";
    const named: string[] = testResults.flatMap((file: FileResult) =>
      file.assertionResults.some(isRun) ? [relative(root, file.name)] : [],
    );
    console.log(`${kind}: ${numPassedTests} passed that have it in their names, ${numFailedTests} failed`);
    if (lists.length > 0)
      console.log(
        ["Lists of services without it, which stay if they copy the API document or show an example:", ...lists].join(
          "\n",
        ),
      );
    if (status !== 0) {
      console.log("The tests of all kinds at once run when these pass.");
      return status;
    }
    const listing = tests.filter((path) => lists.some((list) => list.startsWith(`${path}:`)));
    return vitest(...new Set([...fromRecords, ...ofDefinitions(), ...listing].filter((path) => !named.includes(path))));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface FileResult {
  readonly name: string;
  readonly assertionResults: readonly { readonly status: string }[];
}

function vitest(...args: string[]): number {
  // Runs of the CLI wait a good part of their time.
  const command = [join(root, "node_modules/vitest/vitest.mjs"), "run", ...args, "--maxWorkers=3"];
  const env = { ...process.env, TEST_KIND: kind };
  return spawnSync(process.execPath, command, { cwd: root, stdio: "inherit", env }).status ?? 1;
}

/** The tests that import the test records, at any depth. Simulated histories, which take minutes, name no kind. */
function fromTestRecords(): string[] {
  const known = new Map<string, boolean>();
  const reaches = (path: string): boolean => {
    if (path === "test/kinds/index.ts" || path === "test/kinds/kindNames.ts") return true;
    const before = known.get(path);
    if (before !== undefined) return before;
    known.set(path, false);
    const imports = sources.get(path)?.matchAll(/^(?:import|export|\} from)(?! type) ?.*?"(\.[^"]+)\.js";$/gm) ?? [];
    const found = [...imports].some(([, to = ""]) => reaches(join(dirname(path), `${to}.ts`)));
    known.set(path, found);
    return found;
  };
  return tests.filter((path) => reaches(path) && !path.includes("/simulation/"));
}

/** The tests that import the definitions themselves, or read the examples. Those of test/unit are quick, and have a command of their own. */
function ofDefinitions(): string[] {
  return tests.filter(
    (path) =>
      !path.startsWith("test/unit/") &&
      /provider\/kinds\/index\.js"|, "\.\.\/\.\.\/examples"/.test(sources.get(path) ?? ""),
  );
}

/** The lines (`path:line`) that name four other services but not this one, if the kind is a service. */
function listsWithoutIt(): string[] {
  const wordsOf = (each: (typeof deployable)[number]) =>
    new RegExp(`\\b(${each.kind}|${referenceName(each)}s?)\\b`, "i");
  const own = deployable.find((each) => each.kind === kind);
  if (own === undefined) return [];
  const others = deployable.filter((each) => each !== own).map(wordsOf);
  return [...sources].flatMap(([path, text]) => {
    const isList = (line: string) =>
      !line.startsWith("import") && others.filter((words) => words.test(line)).length >= 4 && !wordsOf(own).test(line);
    return text.split("\n").flatMap((line, index) => (isList(line) ? [`${path}:${index + 1}`] : []));
  });
}

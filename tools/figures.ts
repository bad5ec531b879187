/** Prints the size of the code and the number of its concepts: `npm run figures`. */

import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { handlersOf } from "../provider/engine/handlers.js";
import { noSecrets } from "../provider/engine/request.js";
import { definitions } from "../provider/kinds/index.js";
import { readConfiguration } from "../provider/platform/configuration.js";
import { platformOf } from "../provider/platform/platform.js";
import { sectionsOf } from "./chapter.js";
import { coreFiles } from "./coreFiles.js";
import { factsStated, optionsStated, rareIn } from "./definitionFigures.js";
import { pagesOfSite, siteLines } from "./pageFigures.js";

const files = execFileSync("git", ["ls-files", "*.ts", "*.mts", "*.tsx"], { encoding: "utf8" }).trim().split("\n");
const linesOf = (file: string) => readFileSync(file, "utf8").split("\n").slice(0, -1);
const isGenerated = (file: string) => file.includes("/generated/");

interface Size {
  readonly files: number;
  readonly lines: number;
  /** Lines that are neither blank nor only a comment. */
  readonly code: number;
  readonly short: number;
}

const isCode = (line: string) => !/^\s*($|\/[/*]|\*)/.test(line);

function sizeOf(under: string): Size {
  const texts = files.filter((file) => file.startsWith(under) && !isGenerated(file)).map(linesOf);
  return {
    files: texts.length,
    lines: texts.flat().length,
    code: texts.flat().filter(isCode).length,
    short: texts.filter(({ length }) => length <= 40).length,
  };
}

const rooms = [
  ...new Set(files.filter((file) => file.startsWith("provider/")).map((file) => file.split("/")[1] ?? "")),
];
const shown = ["provider/", ...rooms.filter((room) => !room.includes(".")).map((room) => `provider/${room}/`)];
const rows = [...shown, "sdk/", "cli/", "backend/src/", "test/", "tools/"].map((under) => ({
  under,
  ...sizeOf(under),
}));
for (const { under, files: count, lines, code, short } of rows.filter((row) => row.files > 0)) {
  process.stdout.write(
    `${under.padEnd(22)}${String(count).padStart(5)} files${String(lines).padStart(7)} lines, ${String(code).padStart(5)} without comments and blank lines, ${short} files of at most 40\n`,
  );
}
const [facts, options] = [factsStated(definitions), optionsStated(definitions)];
process.stdout.write(`forms of facts: ${facts.size}, stated by fewer than three kinds: ${rareIn(facts).join(", ")}\n`);
process.stdout.write(
  `options of definitions: ${options.size}, stated by fewer than three kinds: ${rareIn(options).join(", ")}\n`,
);
const byHand = sectionsOf(readFileSync("provider/kinds/README.md", "utf8")).map(
  ({ title, files: written }) => `${written.length} for ${title[0]?.toLowerCase()}${title.slice(1)}`,
);
process.stdout.write(`files by hand: ${byHand.join(", ")}\n`);
const core = coreFiles(readFileSync("ARCHITECTURE.md", "utf8"));
process.stdout.write(`the core: ${core.length} files, ${core.flatMap(linesOf).length} lines\n`);
const pages = pagesOfSite("docs");
const shownPages = process.argv.includes("pages")
  ? pages.map(({ page, words }) => `  ${String(words).padStart(6)} ${page}`)
  : [];
for (const line of [...siteLines(pages), ...shownPages]) process.stdout.write(`${line}\n`);
void printPlan();

/** Prints what runs to plan an update of a container and a variable of it. */
async function printPlan(): Promise<void> {
  const address = { APP_PLATFORM_BASE_URL: "http://127.0.0.1:9", APP_PLATFORM_ENDPOINTS: "extended" };
  const environment = { ...address, APP_PLATFORM_TOKEN: "eyJhbGciOiJSUzI1NiJ9.e30.figures" };
  const platform = platformOf(readConfiguration(() => undefined, undefined, environment));
  const definitionOf = (name: string) => definitions.find(({ kind }) => kind === name);
  const definition = definitionOf("Container");
  if (definition === undefined) throw new Error("there is no Container");
  const before = { environmentId: "e", name: "web", cpu: 500, variables: { A: "1" } };
  const state = { values: before, revision: undefined };
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Debugger.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  await handlersOf(definition, () => platform, { definitionOf }).diff({
    ...{ secrets: noSecrets, log: { warn() {}, info() {} }, id: "c", state, oldInputs: before },
    inputs: { ...before, cpu: 750, variables: { A: "2" } },
  });
  const { result } = await session.post("Profiler.takePreciseCoverage");
  const planFile = result.find(({ url }) => url.includes("/provider/resource/plan"));
  const { scriptSource } = await session.post("Debugger.getScriptSource", { scriptId: planFile?.scriptId ?? "" });
  session.disconnect();
  // The innermost range tells how often a place ran.
  const ranges = (planFile?.functions.flatMap((each) => each.ranges) ?? []).sort(
    (one, other) => one.endOffset - one.startOffset - (other.endOffset - other.startOffset),
  );
  const returns = [...scriptSource.matchAll(/\breturn\b/g)].map(({ index }) =>
    ranges.find(({ startOffset, endOffset }) => startOffset <= index && index < endOffset),
  );
  const returned = returns.filter((range) => (range?.count ?? 0) > 0).length;
  // Getters of exports are named like what they return.
  const isGetter = ({ startOffset, endOffset }: { readonly startOffset: number; readonly endOffset: number }) =>
    endOffset - startOffset < 40;
  const ran = (path: string) =>
    result
      .filter(({ url }) => url.includes(`/provider/${path}`))
      .flatMap(({ functions }) => functions.map(({ functionName: name, ranges: [range] }) => ({ name, range })))
      .flatMap(({ name, range }) =>
        range === undefined || range.count === 0 || isGetter(range) || /^(__name|get)?$/.test(name)
          ? []
          : [{ name, count: range.count }],
      );
  const comparisons = ran("values/compare").find(({ name }) => name === "compare")?.count;
  process.stdout.write(
    `a plan of an update runs ${ran("resource/").length} functions of provider/resource, ${ran("resource/plan").length} of them in plan.ts, with ${returned} of its ${returns.length} return statements; comparisons: ${comparisons}\n`,
  );
}

/** Where tests are: a test has the name of what it tests. */
import { existsSync, readFileSync } from "node:fs";
import { basename, join, posix } from "node:path";
import { expect, it } from "vitest";
import { filesBelow } from "./support/files-below.js";

const root = join(__dirname, "../..");
const files = filesBelow(join(root, "test"), ".ts").map((file) => `test/${file}`);
const testFiles = files.filter((file) => file.endsWith(".test.ts"));
const unitTests = testFiles.filter((file) => file.startsWith("test/unit/"));
const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), "utf8")]));

/** `provider/resource/update.ts` of `test/unit/resource/update.removedArguments.test.ts`. */
function sourceOf(test: string): string {
  const path = test.slice("test/unit/".length);
  const source = join(posix.dirname(path), `${basename(path).split(".")[0]}.ts`);
  if (/^(sdk|cli|tools|examples)\//.test(path)) return source;
  return join(path.startsWith("support/") ? "test" : "provider", source);
}

/** The sources in the `Covers` line of a test's first comment. */
const coveredBy = (file: string) =>
  texts
    .get(file)
    ?.match(/^[/ ]\*+ Covers .*/m)?.[0]
    .match(/provider\/[\w/*]+\.ts/g) ?? [];

it("test/unit: each file is named after a source (update.removedArguments.test.ts)", () => {
  expect(unitTests.filter((test) => !existsSync(join(root, sourceOf(test))))).toEqual([]);
});

it.each(["engine", "cli", "platform", "package"])("test/%s: no two test files have the same name", (room) => {
  const names = testFiles.filter((file) => file.startsWith(`test/${room}/`)).map((file) => basename(file));
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

it("provider/: each file has a test of its name, an import in a test, or a `Covers` line", () => {
  const named = new Set(unitTests.map(sourceOf));
  const covered = testFiles.flatMap(coveredBy);
  const imported = new Set(
    files.flatMap((file) =>
      [...(texts.get(file)?.matchAll(/"(\.\.?\/[^"]+)\.js"/g) ?? [])].map(
        ([, path]) => `${posix.join(posix.dirname(file), path ?? "")}.ts`,
      ),
    ),
  );
  const isCovered = (source: string) =>
    covered.includes(source) || covered.includes(join(posix.dirname(source), "*.ts"));
  const sources = filesBelow(join(root, "provider"), ".ts").map((file) => `provider/${file}`);
  const others = sources.filter((source) => !source.startsWith("provider/generated/") && !named.has(source));
  expect(others.filter((source) => !imported.has(source) && !isCovered(source))).toEqual([]);
});

it("test/unit: `Covers` names only sources that exist", () => {
  const named = testFiles.flatMap(coveredBy).filter((source) => !source.endsWith("*.ts"));
  expect(named.filter((source) => !existsSync(join(root, source)))).toEqual([]);
});

it("test/: every vi.waitFor and vi.waitUntil has a long time limit (by default, it's one second)", () => {
  // The calls that pass no second argument, with arguments of any length.
  const brief = /\bvi\.wait(?:For|Until)\((?:[^()]|\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\))*\)/g;
  const calls = files.flatMap((file) => [...(texts.get(file)?.matchAll(brief) ?? [])].map(([call]) => [file, call]));
  const isLimited = (call = "") => /(?:timeout: |polling|, \d+_000)[^)]*\)$/.test(call);
  expect(calls.filter(([, call]) => !isLimited(call))).toEqual([]);
  expect(calls.length).toBeGreaterThan(0);
});

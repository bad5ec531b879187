/**
 * `npm run test:assertions -- test/unit/values test/platform/http.test.ts`: reports assertions (`expect(…).toBe(…)`) that no test runs:
 * in a callback that is never called, or for the rows of an empty table. It also turns each assertion of a quick unit test into its
 * opposite, and reports those with which all tests still pass: nothing waits for them, or something catches their error.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import ts from "typescript";
import { executed, noticed, turned } from "./marks.js";

const root = join(__dirname, "../..");
const paths = process.argv.slice(2);
if (paths.length === 0) {
  console.error("npm run test:assertions needs folders or files, such as test/unit/values");
  process.exit(1);
}
void run();

async function run(): Promise<void> {
  const listed = execFileSync("git", ["ls-files", ...paths], { cwd: root, encoding: "utf8" }).split("\n");
  const files = listed.filter((path) => path.endsWith(".ts"));
  const locations: string[] = [];
  const texts = new Map(files.map((file) => [file, instrumented(file, locations)]));
  const marks = new Uint8Array(new SharedArrayBuffer(locations.length));
  const isPassed = await runTests(texts, marks);
  const found = locations.flatMap((location, id) => {
    const mark = marks[id] ?? 0;
    if ((mark & executed) === 0) return [`${location}: no test runs it`];
    return (mark & turned) > 0 && (mark & noticed) === 0 ? [`${location}: all tests pass with its opposite`] : [];
  });
  const turns = marks.filter((mark) => (mark & turned) > 0).length;
  console.log([...found, `${locations.length} assertions, ${turns} turned, ${found.length} found`].join("\n"));
  process.exitCode = isPassed && found.length === 0 ? 0 : 1;
}

/** The text of a test, on the same lines, which says whenever it runs an assertion. Those that are retried are left as they are. */
function instrumented(file: string, locations: string[]): string {
  const text = readFileSync(join(root, file), "utf8");
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const edits: { readonly at: number; readonly end: number; readonly text: string }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node)) {
      const called = node.expression.getText(source);
      if (/\b(waitFor|waitUntil|poll)$/.test(called)) return;
      if (called === "expect") {
        const not = notAfter(node);
        const at = node.getStart(source);
        edits.push({ at, end: at, text: `__assertion__(${locations.length}, ` });
        edits.push({ at: node.end, end: node.end, text: `, ${not !== undefined})` });
        if (not !== undefined) edits.push({ at: not.expression.end, end: not.end, text: "" });
        locations.push(`${file}:${source.getLineAndCharacterOfPosition(at).line + 1}`);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  // Of two edits at one place, the outer one was added first.
  const ordered = edits.map((edit, index) => ({ ...edit, index })).sort((a, b) => b.at - a.at || b.index - a.index);
  return ordered.reduce((done, edit) => done.slice(0, edit.at) + edit.text + done.slice(edit.end), text);
}

function notAfter(node: ts.Node): ts.PropertyAccessExpression | undefined {
  const { parent } = node;
  if (!ts.isPropertyAccessExpression(parent) || parent.expression !== node) return undefined;
  return parent.name.text === "not" ? parent : notAfter(parent);
}

async function runTests(texts: ReadonlyMap<string, string>, marks: Uint8Array): Promise<boolean> {
  const { startVitest } = await import("vitest/node");
  const plugin = {
    name: "assertions",
    enforce: "pre" as const,
    load: (id: string) => texts.get(relative(root, id)),
  };
  const isUnit = [...texts.keys()].every((file) => file.startsWith("test/unit/"));
  const vitest = await startVitest(
    "test",
    [],
    {
      ...{ config: false, root, watch: false, pool: "threads", reporters: ["default"] },
      include: [...texts.keys()].filter((file) => file.endsWith(".test.ts")),
      runner: join(__dirname, "runner.ts"),
      ...{ testTimeout: 600_000, hookTimeout: 600_000 },
      expect: { poll: { timeout: 120_000, interval: 20 } },
      // Tests of other rooms change what they share.
      provide: { assertions: { marks, longestTest: isUnit ? 100 : 0 } },
      // The opposite of an assertion may fail a test long after it has ended.
      dangerouslyIgnoreUnhandledErrors: isUnit,
    },
    { plugins: [plugin] },
  );
  await vitest.close();
  return vitest.state.getCountOfFailedTests() === 0;
}

import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { CHECKOUT } from "../../../tools/fetch/pulumi-cli/search.js";
import { script } from "./fake-machine.js";

/** A checkout in which only the entry of the quickstart is real. `npm` is a script that logs its arguments. */
let checkout: string;

function write(path: string): void {
  mkdirSync(dirname(join(checkout, path)), { recursive: true });
  writeFileSync(join(checkout, path), "{}");
  // Older than what the fake npm writes.
  utimesSync(join(checkout, path), 1, 1);
}

function fakeNpm({
  ci = "touch node_modules/.package-lock.json",
  build = "touch backend/dist/page/index.html",
} = {}): void {
  const body = `PATH=/usr/bin:/bin\necho "$*" >> npm.log\ncase "$1" in ci) ${ci};; run) ${build};; esac`;
  script(join(checkout, "bin"), "npm", body);
}

beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), "checkout-"));
  for (const file of ["start.mjs", "posix.cjs"])
    cpSync(join(CHECKOUT, "tools/quickstart", file), join(checkout, "tools/quickstart", file));
  writeFileSync(
    join(checkout, "tools/quickstart/main.ts"),
    `exports.main = (args) => console.log("main", args.join(" "));`,
  );
  for (const file of ["sdk/index.ts", "backend/src/main.ts", "backend/dist/page/other", "package-lock.json"])
    write(file);
  mkdirSync(join(checkout, "node_modules/tsx/cjs"), { recursive: true });
  writeFileSync(join(checkout, "node_modules/tsx/cjs/api.js"), "exports.register = () => undefined;");
  fakeNpm();
});
afterEach(() => rmSync(checkout, { recursive: true, force: true }));

function start(...args: string[]) {
  const program = join(checkout, "tools/quickstart/start.mjs");
  const options = { env: { PATH: join(checkout, "bin") }, cwd: tmpdir(), encoding: "utf8" } as const;
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], options);
  const log = join(checkout, "npm.log");
  const calls = existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : [];
  rmSync(log, { force: true });
  return { code: status, out: stdout + stderr, calls };
}

const INSTALL = "ci --no-audit --no-fund";
const BUILD = "run build";

describe("start of the quickstart", () => {
  it("installs and builds in a fresh clone, and continues with its arguments", () => {
    const out = "main preview --port 5000\n";
    expect(start("preview", "--port", "5000")).toEqual({
      code: 0,
      out: `Running \`npm ${INSTALL}\` (about a minute)\nRunning \`npm ${BUILD}\` (seconds)\n${out}`,
      calls: [INSTALL, BUILD],
    });
    expect(start("preview", "--port", "5000")).toEqual({ code: 0, out, calls: [] });
  });

  it.each([
    { change: "package-lock.json", calls: [INSTALL, BUILD] },
    { change: "sdk/index.ts", calls: [BUILD] },
    { change: "backend/src/main.ts", calls: [BUILD] },
  ])("runs $calls again after a change of $change", ({ change, calls }) => {
    start();
    const later = new Date(Date.now() + 1_000);
    fakeNpm({ build: `touch -d '+1 minute' backend/dist/page/index.html` });
    utimesSync(join(checkout, change), later, later);
    expect(start().calls).toEqual(calls);
  });

  it.each([
    {
      title: "an installation that fails",
      does: { ci: "echo ENOTFOUND; exit 1" },
      says: ["npm ci", "ENOTFOUND", "npm ping"],
    },
    {
      title: "a build that fails",
      does: { build: "echo 'error TS1'; exit 2" },
      says: ["npm run build", "error TS1", "fix the"],
    },
    { title: "a missing npm", does: undefined, says: ["npm ci", "ENOENT"] },
  ])("fails with what to do for $title", ({ does, says }) => {
    if (does) fakeNpm(does);
    else rmSync(join(checkout, "bin/npm"));
    const { code, out } = start();
    for (const part of says) expect(out).toContain(part);
    expect(out).not.toMatch(/^\s+at |main/m);
    expect(code).toBe(1);
  });
});

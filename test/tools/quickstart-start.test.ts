import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isAlive } from "../../tools/pulumi-cli/processes.js";
import { CHECKOUT } from "../../tools/pulumi-cli/search.js";
import { script } from "./fake-machine.js";

/** A checkout in which only the entry of the quickstart is real. `npm` is a script that logs its arguments. */
let checkout: string;
const inCheckout = (path: string) => join(checkout, path);

function write(path: string, content: string): void {
  mkdirSync(dirname(inCheckout(path)), { recursive: true });
  writeFileSync(inCheckout(path), content);
}

function lock(packages: Record<string, object>): string {
  return JSON.stringify({ packages: { "": { name: "root" }, ...packages } });
}

const TSX = { "node_modules/tsx": { version: "4.0.0", integrity: "sha512-tsx" } };

function fakeNpm(does: { ci?: string; build?: string } = {}): void {
  const ci = does.ci ?? "cp package-lock.json node_modules/.package-lock.json";
  const build =
    does.build ??
    "for file in dist/sdk/index.js backend/dist/main.js backend/dist/page/index.html; do echo built > $file; done";
  const body = `PATH=/usr/bin:/bin\necho "$*" >> npm.log\ncase "$1" in ci) ${ci};; run) ${build};; esac`;
  script(inCheckout("bin"), "npm", body);
}

const npmCalls = () =>
  existsSync(inCheckout("npm.log")) ? readFileSync(inCheckout("npm.log"), "utf8").trim().split("\n") : [];

beforeEach(() => {
  checkout = mkdtempSync(join(tmpdir(), "checkout-"));
  for (const file of ["start.mjs", "steps.cjs", "posix.cjs"]) {
    mkdirSync(inCheckout("tools/quickstart"), { recursive: true });
    copyFileSync(join(CHECKOUT, "tools/quickstart", file), inCheckout(`tools/quickstart/${file}`));
  }
  write("tools/quickstart/main.ts", `exports.main = (args) => console.log("main", args.join(" "));`);
  write("node_modules/tsx/cjs/api.js", "exports.register = () => undefined;");
  write("package-lock.json", lock(TSX));
  for (const source of [
    "sdk/index.ts",
    "provider/runtime.ts",
    "backend/src/main.ts",
    "backend/tsconfig.json",
    "backend/dashboard/index.html",
  ])
    write(source, "");
  for (const folder of ["dist/sdk", "backend/dist/page"]) mkdirSync(inCheckout(folder), { recursive: true });
  fakeNpm();
});
afterEach(() => rmSync(checkout, { recursive: true, force: true }));

function start(...args: string[]) {
  const env = { PATH: inCheckout("bin") };
  const child = spawn(process.execPath, [inCheckout("tools/quickstart/start.mjs"), ...args], { env, cwd: tmpdir() });
  let out = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      out += chunk;
    });
  }
  return { child, ended: once(child, "close").then(([code]) => ({ code: code as number, out })) };
}

describe("the entry of the quickstart", () => {
  it("installs and builds in a fresh clone, then continues with its arguments", async () => {
    const { code, out } = await start("preview", "--port", "5000").ended;
    expect(out).toMatch(
      /✓ installing the dependencies \(\d\.\d s\)\n {2}✓ building the provider and the platform .*\nmain preview --port 5000\n$/,
    );
    expect(code).toBe(0);
    expect(npmCalls()).toEqual(["ci --no-audit --no-fund", "run build"]);
  });

  it("neither installs nor builds when both are done", async () => {
    await start().ended;
    expect((await start().ended).out).toBe("main \n");
    expect(npmCalls()).toHaveLength(2);
  });

  const later = () => new Date(Date.now() + 60_000);
  it.each([
    {
      title: "installs again when the lock file names another version",
      change: () =>
        write("package-lock.json", lock({ "node_modules/tsx": { version: "5.0.0", integrity: "sha512-new" } })),
      // The lock file is also newer than the build.
      calls: ["ci --no-audit --no-fund", "run build"],
    },
    {
      title: "does not install again for a package that npm skips on this system",
      change: () => {
        write("package-lock.json", lock({ ...TSX, "node_modules/other-system": { version: "1.0.0", optional: true } }));
        utimesSync(inCheckout("package-lock.json"), 0, 0);
      },
      calls: [],
    },
    {
      title: "builds again when a source of the provider is newer",
      change: () => utimesSync(inCheckout("provider/runtime.ts"), later(), later()),
      calls: ["run build"],
    },
    {
      title: "builds again when a source of the platform is newer",
      change: () => utimesSync(inCheckout("backend/src/main.ts"), later(), later()),
      calls: ["run build"],
    },
    {
      title: "builds again when the compiled program is missing",
      change: () => rmSync(inCheckout("backend/dist/main.js")),
      calls: ["run build"],
    },
  ])("$title", async ({ change, calls }) => {
    await start().ended;
    rmSync(inCheckout("npm.log"));
    change();
    expect((await start().ended).code).toBe(0);
    expect(npmCalls()).toEqual(calls);
  });

  it.each([
    {
      title: "an installation",
      does: { ci: "echo 'npm error network ENOTFOUND'; exit 1" },
      says: ["npm ci", "ENOTFOUND", "npm ping"],
    },
    {
      title: "a build",
      does: { build: "echo 'index.ts(1,1): error TS1'; exit 2" },
      says: ["npm run build", "error TS1", "fix the compiler's errors"],
    },
    { title: "a missing npm", does: undefined, says: ["npm ci", "ENOENT"] },
  ])("says what failed and what to do for $title, without a stack trace", async ({ does, says }) => {
    if (does) fakeNpm(does);
    else rmSync(inCheckout("bin/npm"));
    const { code, out } = await start().ended;
    for (const part of says) expect(out).toContain(part);
    expect(out).not.toMatch(/^\s+at /m);
    expect(out).not.toContain("main");
    expect(code).toBe(1);
  });

  it("builds again after a failed build, although the compiler has written its files", async () => {
    const built =
      "for file in dist/sdk/index.js backend/dist/main.js backend/dist/page/index.html; do echo built > $file; done";
    fakeNpm({ build: `${built}; exit 2` });
    expect((await start().ended).code).toBe(1);
    fakeNpm();
    expect((await start().ended).code).toBe(0);
    expect(npmCalls()).toEqual(["ci --no-audit --no-fund", "run build", "run build"]);
  });

  it.each(["SIGINT", "SIGTERM"] as const)("stops the installation too after %s", async (signal) => {
    fakeNpm({ ci: "echo $$ > npm.pid; exec /bin/sleep 30" });
    const { child, ended } = start();
    while (!existsSync(inCheckout("npm.pid")) || readFileSync(inCheckout("npm.pid"), "utf8") === "") await sleep(10);
    child.kill(signal);
    expect((await ended).code).toBe(130);
    expect(isAlive(Number(readFileSync(inCheckout("npm.pid"), "utf8")))).toBe(false);
  });
});

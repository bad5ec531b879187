// The first half of the quickstart: plain JavaScript without dependencies, because a fresh clone has only Node.js and npm.
// It installs and builds what is missing, then runs main.ts in the same process.
import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync, utimesSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { requirePosix } from "./posix.cjs";
import { beginStep } from "./steps.cjs";

const checkout = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const SHOWN_LINES = 15;
const OLDEST_NODE = [20, 19];

function fail(...lines) {
  process.stderr.write(`\n${lines.join("\n")}\n`);
  process.exit(1);
}

function checkNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1]))
    fail(
      `Node.js must be ${OLDEST_NODE.join(".")} or newer; got ${process.versions.node}. Install it from https://nodejs.org`,
    );
}

function checkSystem() {
  try {
    requirePosix();
  } catch (error) {
    fail(error.message);
  }
}

function readLock(file) {
  try {
    return JSON.parse(readFileSync(join(checkout, file), "utf8")).packages;
  } catch {
    return undefined;
  }
}

/** Whether node_modules has the packages of the lock file. npm writes a lock file of its own there. */
function isInstalled() {
  const wanted = readLock("package-lock.json");
  const present = readLock("node_modules/.package-lock.json");
  if (wanted === undefined || present === undefined) return false;
  return Object.entries(wanted).every(([place, entry]) => {
    if (place === "") return true;
    const found = present[place];
    // npm skips packages for other systems, and the packages that only they need.
    if (found === undefined) return Boolean(entry.optional || entry.devOptional || entry.peer);
    return found.version === entry.version && found.integrity === entry.integrity;
  });
}

function changed(path) {
  try {
    return statSync(join(checkout, path)).mtimeMs;
  } catch {
    return 0;
  }
}

function newest(folder) {
  return Math.max(
    0,
    ...readdirSync(join(checkout, folder), { recursive: true }).map((file) => changed(join(folder, file))),
  );
}

/** Each build writes every file, so one file shows when the last build was. */
const BUILT = { provider: "dist/sdk/index.js", backend: "backend/dist/main.js", page: "backend/dist/page/index.html" };

function isBuilt() {
  const settings = ["tsconfig.build.json", "tsconfig.base.json", "package-lock.json"].map(changed);
  const provider = Math.max(newest("sdk"), newest("provider"), ...settings);
  const backend = Math.max(newest("backend/src"), changed("backend/tsconfig.json"), ...settings);
  const page = Math.max(newest("backend/dashboard"), ...settings);
  return changed(BUILT.provider) > provider && changed(BUILT.backend) > backend && changed(BUILT.page) > page;
}

/** The compiler writes its files even if it finds errors; the next run must build again. */
function distrustBuild() {
  for (const file of Object.values(BUILT).map((path) => join(checkout, path))) {
    if (existsSync(file)) utimesSync(file, 0, 0);
  }
}

/** Runs npm without output; shows the end of its output only if it fails. */
function npm(title, args, advice, onFailure = () => undefined) {
  const step = beginStep(title);
  let child;
  let interrupted = false;
  const interrupt = () => {
    interrupted = true;
    child.kill("SIGTERM");
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
  // Before npm starts: from then on, a signal must not end this process alone.
  for (const name of signals) process.on(name, interrupt);
  const npmProgram = process.env.npm_execpath;
  const [command, first] = npmProgram ? [process.execPath, [npmProgram]] : ["npm", []];
  child = spawn(command, [...first, ...args], { cwd: checkout, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk) => {
      output += chunk;
    });
  }
  return new Promise((finish) => {
    const failed = (reason) => {
      step.fail();
      onFailure();
      if (interrupted) process.exit(130);
      fail(`\`npm ${args.join(" ")}\` failed:`, "", reason, "", advice);
    };
    child.on("error", (error) => failed(error.message));
    child.on("close", (code) => {
      for (const name of signals) process.off(name, interrupt);
      if (code !== 0 || interrupted) return failed(output.trim().split("\n").slice(-SHOWN_LINES).join("\n"));
      step.done();
      finish();
    });
  });
}

checkSystem();

checkNode();
if (!isInstalled()) {
  await npm(
    "installing the dependencies",
    ["ci", "--no-audit", "--no-fund"],
    "Check that the npm registry can be reached (`npm ping`), then run `npm run quickstart` again.",
  );
}
if (!isBuilt()) {
  await npm(
    "building the provider and the platform",
    ["run", "build"],
    "If you changed the sources, fix the compiler's errors; otherwise run `npm ci` for a clean start. Then run `npm run quickstart` again.",
    distrustBuild,
  );
}

const require = createRequire(import.meta.url);
require("tsx/cjs/api").register();
require("./main.ts").main(process.argv.slice(2));

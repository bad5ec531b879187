// The first half of the quickstart: plain JavaScript without dependencies, because a fresh clone has only Node.js and npm.
// It installs and builds what is missing, then runs main.ts in the same process.
import { spawnSync } from "node:child_process";
import { readdirSync, statSync, utimesSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { requirePosix } from "./posix.cjs";

const checkout = resolve(dirname(fileURLToPath(import.meta.url)), "../..");

function fail(message) {
  process.stderr.write(`\n${message}\n`);
  process.exit(1);
}

/** When a file was written, or the latest file of a folder; 0 if there is none. */
function changed(path) {
  const stat = statSync(join(checkout, path), { throwIfNoEntry: false });
  if (!stat?.isDirectory()) return stat?.mtimeMs ?? 0;
  return Math.max(
    0,
    ...readdirSync(join(checkout, path), { recursive: true }).map((file) => changed(join(path, file))),
  );
}

function npm(args, duration, advice) {
  process.stdout.write(`Running \`npm ${args.join(" ")}\` (${duration})\n`);
  // npm gets Ctrl-C from the terminal too, and ends.
  const { status, error } = spawnSync("npm", args, { cwd: checkout, stdio: "inherit" });
  if (status !== 0) fail(`\`npm ${args.join(" ")}\` failed${error ? `: ${error.message}` : ""}. ${advice}`);
}

const INSTALLED = "node_modules/.package-lock.json";
/** The build writes this file last. */
const BUILT = "backend/dist/page/index.html";
const SOURCES = ["sdk", "provider", "cli", "backend/src", "backend/dashboard", "package-lock.json"];

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19))
  fail(`Node.js must be 20.19 or newer; got ${process.versions.node}. Install it from https://nodejs.org`);
try {
  requirePosix();
} catch (error) {
  fail(error.message);
}
if (changed(INSTALLED) < changed("package-lock.json")) {
  npm(
    ["ci", "--no-audit", "--no-fund"],
    "about a minute",
    "Check that the npm registry can be reached (`npm ping`), then run the command again.",
  );
  utimesSync(join(checkout, INSTALLED), new Date(), new Date());
}
if (changed(BUILT) <= Math.max(...SOURCES.map(changed)))
  npm(
    ["run", "build"],
    "seconds",
    "If you changed the sources, fix the compiler's errors; otherwise run `npm ci` first. Then run the command again.",
  );

const require = createRequire(import.meta.url);
require("tsx/cjs/api").register();
require("./main.ts").main(process.argv.slice(2));

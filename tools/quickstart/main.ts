import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline/promises";
import { parseArgs, promisify } from "node:util";
import { isRunning } from "../../provider/engine/process.js";
import { runPulumi } from "../fetch/pulumi-cli/command.js";
import { pulumiEnvironment } from "../fetch/pulumi-cli/environment.js";
import { interruptible } from "../fetch/pulumi-cli/interruptible.js";
import { CHECKOUT, localFolder } from "../fetch/pulumi-cli/search.js";

const USAGE = `npm run quickstart                 creates or updates the example's resources
npm run quickstart -- preview      shows what would change
npm run quickstart -- destroy      removes everything that the quickstart has created
npm run quickstart -- --keep       keeps the platform running until Ctrl-C
npm run quickstart -- --port 5000  uses another port than 4310
`;
const NEXT = `
Next, try:
  npm run quickstart               again: nothing changes
  edit examples/quickstart/index.ts, for example the tag of the image, then npm run quickstart: the new tag is deployed
  npm run quickstart -- preview    shows what an edit would change, without changing anything
  npm run quickstart -- --keep     keeps the platform running, so that you can use it
  npm run quickstart -- destroy    removes everything
`;
const VERBS = ["up", "preview", "destroy"] as const;
const STACK = "quickstart";

/** The files and folders of the quickstart. Tests use their own, so that they do not disturb the real ones. */
export interface Folders {
  /** The folder of Pulumi.yaml. */
  readonly project: string;
  /** The state of the stack. */
  readonly state: string;
  /** The data of the platform. */
  readonly local: string;
}

const FOLDERS: Folders = {
  project: CHECKOUT,
  state: join(localFolder(process.env), "state"),
  local: join(localFolder(process.env), "quickstart"),
};

interface Command {
  readonly verb: (typeof VERBS)[number];
  readonly port: string;
  readonly keep: boolean;
}

interface Platform {
  readonly url: string;
  readonly token: string;
  readonly process: ChildProcess;
}

const report = (text: string) => process.stdout.write(`${text}\n`);

function parse(args: readonly string[]): Command | undefined {
  const options = {
    port: { type: "string", default: "4310" },
    keep: { type: "boolean", default: false },
    help: { type: "boolean", short: "h" },
  } as const;
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options });
  if (values.help) return undefined;
  const verb = VERBS.find((known) => known === (positionals[0] ?? "up"));
  if (verb === undefined || positionals.length > 1)
    throw new Error(`The command must be one of ${VERBS.join(", ")}; got "${positionals.join(" ")}"`);
  return { verb, port: values.port, keep: values.keep };
}

/** What the platform prints once it listens, or why it does not. */
interface Ready {
  readonly url?: string;
  readonly tokens?: { readonly admin: string };
  readonly error?: { readonly message: string };
}

/** Starts `app-platform backend` on the data of the quickstart. It reports wrong options itself. */
async function startPlatform(data: string, port: string): Promise<Platform> {
  const program = [join(CHECKOUT, "bin/app-platform.js"), "--json", "backend", "--port", port, "--data", data];
  // A process group of its own: Ctrl-C must not stop the platform while Pulumi finishes its requests.
  const child = spawn(process.execPath, program, { detached: true, stdio: ["ignore", "pipe", "inherit"] });
  const lines = createInterface(child.stdout);
  const ready = await Promise.race([once(lines, "line"), once(lines, "close")]);
  const { url, tokens, error } = JSON.parse(ready[0] ?? "{}") as Ready;
  if (url === undefined || tokens === undefined)
    throw new Error(
      [error?.message ?? "The platform didn't start.", "To use another port: npm run quickstart -- --port 5000"].join(
        "\n",
      ),
    );
  return { url, token: tokens.admin, process: child };
}

async function stopPlatform({ process: child }: Platform): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

/** Removes the locks of runs that have ended without it: Pulumi leaves its lock if it's interrupted while it starts. */
function removeLeftLocks(state: string): void {
  const locks = join(state, ".pulumi/locks");
  if (!existsSync(locks)) return;
  for (const name of readdirSync(locks, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".json")) continue;
    const lock = JSON.parse(readFileSync(join(locks, name), "utf8")) as {
      readonly pid: number;
      readonly hostname: string;
    };
    if (lock.hostname === hostname() && !isRunning(lock.pid)) rmSync(join(locks, name));
  }
}

async function pulumi(
  { verb }: Command,
  parents: Folders,
  platform: Platform,
  isNewPlatform: boolean,
  signal: AbortSignal,
): Promise<void> {
  const environment = await pulumiEnvironment({ state: parents.state, search: { signal } });
  const env = {
    ...process.env,
    ...environment,
    APP_PLATFORM_BASE_URL: platform.url,
    APP_PLATFORM_TOKEN: platform.token,
  };
  const quietly = (...args: string[]) =>
    promisify(execFile)("pulumi", [...args, "--non-interactive"], { cwd: parents.project, env });
  removeLeftLocks(parents.state);
  // The resources in the state were on a platform whose data is gone.
  if (isNewPlatform) await quietly("stack", "rm", STACK, "--yes", "--force").catch(() => undefined);
  await quietly("stack", "select", STACK, "--create");
  signal.throwIfAborted();
  const unasked = verb === "preview" ? [] : ["--yes", "--skip-preview"];
  const color = `--color=${process.stdout.isTTY ? "always" : "never"}`;
  const args = [verb, ...unasked, ...(verb === "destroy" ? ["--remove"] : []), "--non-interactive", color];
  const onOutput = (text: Buffer) => void process.stdout.write(text);
  const code = await runPulumi(args, { cwd: parents.project, env, signal, onOutput });
  signal.throwIfAborted();
  if (code !== 0)
    throw new Error(
      `pulumi ${verb} failed; see Pulumi's message above.\nTo start over with an empty platform: npm run quickstart -- destroy`,
    );
}

async function quickstart(command: Command, parents: Folders, signal: AbortSignal): Promise<void> {
  const data = join(parents.local, "platform.db");
  const isNewPlatform = !existsSync(data);
  if (command.verb === "destroy" && isNewPlatform) return void report("There is nothing to remove.");
  mkdirSync(parents.local, { recursive: true });
  const platform = await startPlatform(data, command.port);
  const dashboard = `${platform.url}/_local/`;
  try {
    signal.throwIfAborted();
    report(`Platform:  ${platform.url}\nDashboard: ${dashboard}\n`);
    await pulumi(command, parents, platform, isNewPlatform, signal);
    if (command.verb === "up") report(NEXT);
    if (command.keep && command.verb !== "destroy") {
      report(`The platform runs until Ctrl-C. To use it with Pulumi yourself, in another terminal:
  export APP_PLATFORM_BASE_URL=${platform.url}
  export APP_PLATFORM_TOKEN=${platform.token}
  npm run pulumi -- up`);
      await once(signal, "abort");
    }
  } finally {
    await stopPlatform(platform);
    // Also after a failure: `destroy` is how to start over.
    if (command.verb === "destroy" && !signal.aborted) rmSync(parents.local, { recursive: true, force: true });
  }
}

/** The second half of the quickstart, once everything is installed and built. */
export function main(args: readonly string[], parents: Folders = FOLDERS): void {
  // The reader of the output may stop reading, as `head` does; the work is finished anyway.
  process.stdout.on("error", () => undefined);
  void interruptible(async (signal) => {
    const command = parse(args);
    if (command === undefined) process.stdout.write(USAGE);
    else await quickstart(command, parents, signal);
    return 0;
  });
}

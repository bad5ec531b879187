import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { pulumiEnvironment, pulumiInstallation } from "../pulumi-cli/environment.js";
import { withLock } from "../pulumi-cli/lock.js";
import { openInBrowser } from "./browser.js";
import type { CommandLine } from "./command-line.js";
import { destroy, preview, type Session, up } from "./commands.js";
import { during, say, shortPath } from "./output.js";
import type { Places } from "./places.js";
import {
  ANY_PORT,
  adminToken,
  DEFAULT_PORT,
  hasData,
  removeData,
  startPlatform,
  stopPlatform,
  tokenCommand,
} from "./platform.js";
import { QuickstartProblem } from "./quickstart-problem.js";
import { findPlatform, type Platform, record } from "./running-platform.js";
import { openStack, type QuickstartStack } from "./stack.js";
import { beginStep } from "./steps.cjs";

const NOTHING_TO_REMOVE = "There is nothing to remove.";

async function getCli(signal: AbortSignal): Promise<void> {
  const step = beginStep("Pulumi CLI");
  const progress = {
    begin(text: string) {
      step.say(text);
      return () => step.say();
    },
  };
  await during(
    step,
    () => pulumiInstallation({ signal, progress }),
    ({ version }) => version,
  );
}

async function getPlatform({ verb, port }: CommandLine, places: Places, signal: AbortSignal): Promise<Platform> {
  return during(
    beginStep("platform"),
    async () =>
      (await findPlatform(places.local)) ??
      startPlatform(places.local, port ?? (verb === "destroy" ? ANY_PORT : DEFAULT_PORT), signal),
    ({ url, kept }) => (kept ? `${url}, left running by an earlier quickstart` : url),
  );
}

const dashboard = ({ url }: Platform) => `${url}/_local/`;

function sayHowToUse({ local }: Places, platform: Platform): void {
  const { url } = platform;
  const token = `node ${tokenCommand(local).map(shortPath).join(" ")}`;
  say(
    "",
    `The platform keeps running at ${url}. To stop it: npm run quickstart -- stop`,
    `Its dashboard: ${dashboard(platform)}`,
    "To use it with Pulumi yourself, in this folder:",
    `  export APP_PLATFORM_BASE_URL=${url}`,
    `  export APP_PLATFORM_TOKEN="$(${token})"`,
    "  npm run pulumi -- up",
  );
}

async function perform({ verb }: CommandLine, { local }: Places, session: Omit<Session, "connection">): Promise<void> {
  const connection = { APP_PLATFORM_BASE_URL: session.platform.url, APP_PLATFORM_TOKEN: await adminToken(local) };
  const command = verb === "destroy" ? destroy : verb === "preview" ? preview : up;
  await command({ ...session, connection });
}

async function withPlatform(
  command: CommandLine,
  places: Places,
  stack: QuickstartStack,
  stackExists: boolean,
  signal: AbortSignal,
): Promise<void> {
  const isNewPlatform = !hasData(places.local);
  const platform = await getPlatform(command, places, signal);
  const isDestroy = command.verb === "destroy";
  if (!isDestroy) say(`    dashboard: ${dashboard(platform)}`);
  // A platform that was left running on purpose keeps running after a failure and after Ctrl-C too.
  let keep = platform.kept && !isDestroy;
  try {
    await perform(command, places, { stack, stackExists, platform, isNewPlatform, signal });
    keep ||= command.keep && !isDestroy;
  } finally {
    if (keep) record(places.local, { ...platform, kept: true });
    else await stopPlatform(places.local, platform);
  }
  if (isDestroy) removeData(places.local);
  if (keep) sayHowToUse(places, platform);
  if (keep && command.keep) openInBrowser(dashboard(platform));
}

async function withStack(command: CommandLine, places: Places, signal: AbortSignal): Promise<void> {
  await getCli(signal);
  const stack = await openStack(places, await pulumiEnvironment({ state: places.state }));
  const stackExists = await stack.exists();
  if (command.verb === "destroy" && !stackExists && !hasData(places.local)) return say(NOTHING_TO_REMOVE);
  await withPlatform(command, places, stack, stackExists, signal);
}

async function stop({ local }: Places): Promise<void> {
  const platform = await findPlatform(local);
  if (platform === undefined) return say("No platform of the quickstart is running.");
  await stopPlatform(local, platform);
  say(`Stopped the platform at ${platform.url}. The next run continues with its data.`);
}

/** Runs one command of the quickstart. Only one runs at a time. */
export async function quickstart(command: CommandLine, places: Places, signal: AbortSignal): Promise<void> {
  // Known without the CLI, which may have to be built first.
  if (command.verb === "destroy" && !hasData(places.local) && !existsSync(places.state)) return say(NOTHING_TO_REMOVE);
  mkdirSync(places.local, { recursive: true });
  const refuse = (pid: number): never => {
    throw new QuickstartProblem(
      `Another quickstart is running (process ${pid}).`,
      "Wait until it ends, or stop it with Ctrl-C, then run the command again.",
    );
  };
  await withLock(join(places.local, "run.lock"), signal, refuse, () =>
    command.verb === "stop" ? stop(places) : withStack(command, places, signal),
  );
}

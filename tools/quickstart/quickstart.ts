import { mkdirSync } from "node:fs";
import { join, relative } from "node:path";
import { pulumiEnvironment, pulumiInstallation } from "../pulumi-cli/environment.js";
import { withLock } from "../pulumi-cli/lock.js";
import { CHECKOUT } from "../pulumi-cli/search.js";
import type { CommandLine } from "./command-line.js";
import { summary, table } from "./made.js";
import type { Places } from "./places.js";
import {
  ANY_PORT,
  adminToken,
  DEFAULT_PORT,
  emptyPlatform,
  findPlatform,
  hasData,
  type Platform,
  record,
  removeData,
  startPlatform,
  stopPlatform,
  tokenCommand,
} from "./platform.js";
import { QuickstartProblem } from "./quickstart-problem.js";
import { hasStack, openStack, START_OVER, type Stack } from "./stack.js";
import { beginStep, openStep, type Step } from "./steps.cjs";

function say(...lines: string[]): void {
  process.stdout.write(`${lines.join("\n")}\n`);
}
const shortPath = (path: string) => relative(CHECKOUT, path);

/** Ends a step's line as the work ends; the line says what came of it when there is something to say. */
async function during<T>(
  step: Pick<Step, "done" | "fail">,
  work: () => Promise<T>,
  result?: (value: T) => string,
): Promise<T> {
  try {
    const value = await work();
    step.done(result?.(value) || undefined);
    return value;
  } catch (error) {
    step.fail();
    throw error;
  }
}

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
  const step = beginStep("platform");
  return during(
    step,
    async () =>
      (await findPlatform(places.local)) ??
      startPlatform(places.local, port ?? (verb === "destroy" ? ANY_PORT : DEFAULT_PORT), signal),
    ({ url, kept }) => (kept ? `${url}, left running by an earlier quickstart` : url),
  );
}

async function environment(places: Places, platform: Platform): Promise<NodeJS.ProcessEnv> {
  return {
    ...process.env,
    ...(await pulumiEnvironment({ state: places.state })),
    APP_PLATFORM_BASE_URL: platform.url,
    APP_PLATFORM_TOKEN: await adminToken(places.local),
  };
}

async function show(stack: Stack, title: string, signal: AbortSignal, ...args: string[]): Promise<void> {
  const step = openStep(title);
  await during(step, async () => {
    const code = await stack.show(...args);
    signal.throwIfAborted();
    if (code !== 0) throw new QuickstartProblem(`${title} failed; Pulumi says above why.`, START_OVER);
  });
}

async function up(stack: Stack, places: Places, signal: AbortSignal): Promise<void> {
  const program = shortPath(places.program);
  await show(stack, `pulumi up in ${program}`, signal, "up", "--yes", "--skip-preview");
  const [changes, resources] = await Promise.all([stack.lastChanges(), stack.resources()]);
  say("", summary(changes), "", "On the platform:", table(resources), "");
  say(
    "To try next:",
    "  npm run quickstart               once more: nothing changes",
    `  edit ${join(program, "index.ts")}, say another tag of the image, then npm run quickstart: it is deployed`,
    "  npm run quickstart -- preview    shows what an edit would change, and changes nothing",
    "  npm run quickstart -- --keep     leaves the platform running, to work on it yourself",
    "  npm run quickstart -- destroy    removes all of it",
  );
}

async function destroy(stack: Stack, places: Places, platform: Platform, signal: AbortSignal): Promise<void> {
  if (hasStack(places)) {
    const title = `pulumi destroy in ${shortPath(places.program)}`;
    try {
      await stack.unlock();
      await show(stack, title, signal, "destroy", "--yes", "--skip-preview", "--remove");
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof QuickstartProblem)) throw error;
      // The platform is emptied in any case; then there is nothing that the state could still be about.
      await during(beginStep("removing the stack all the same"), () => stack.removeFromState());
    }
  }
  await during(beginStep("emptying the platform, which its API cannot"), () => emptyPlatform(platform));
}

function tellOfKept(places: Places, { url }: Platform): void {
  const token = `node ${tokenCommand(places.local).map(shortPathOf).join(" ")}`;
  say(
    "",
    `The platform runs on at ${url} until: npm run quickstart -- stop`,
    "To work on it with Pulumi yourself:",
    `  export APP_PLATFORM_BASE_URL=${url}`,
    `  export APP_PLATFORM_TOKEN="$(${token})"`,
    `  npm run pulumi -- preview -C ${shortPath(places.program)}`,
  );
}

const shortPathOf = (argument: string) => (argument.startsWith(CHECKOUT) ? shortPath(argument) : argument);

/** The stack, free to be worked on. */
async function getStack(stack: Stack, isNewPlatform: boolean, places: Places): Promise<void> {
  const orphaned = isNewPlatform && hasStack(places);
  await during(
    beginStep("stack"),
    async () => {
      // Somebody removed the platform's data: what the state names is gone.
      if (orphaned) await stack.removeFromState();
      await stack.create();
      await stack.unlock();
    },
    () => (orphaned ? "made anew, as the platform is new" : ""),
  );
}

async function perform(
  command: CommandLine,
  places: Places,
  platform: Platform,
  isNew: boolean,
  signal: AbortSignal,
): Promise<void> {
  const stack = openStack(places, await environment(places, platform));
  if (command.verb === "destroy") return destroy(stack, places, platform, signal);
  await getStack(stack, isNew, places);
  signal.throwIfAborted();
  if (command.verb === "up") return up(stack, places, signal);
  return show(stack, `pulumi preview in ${shortPath(places.program)}`, signal, "preview");
}

async function withPlatform(command: CommandLine, places: Places, signal: AbortSignal): Promise<void> {
  await getCli(signal);
  const isNew = !hasData(places.local);
  const platform = await getPlatform(command, places, signal);
  // One that was left running on purpose survives a failure and a Ctrl-C as well.
  let keep = platform.kept && command.verb !== "destroy";
  try {
    await perform(command, places, platform, isNew, signal);
    keep ||= command.keep && command.verb !== "destroy";
  } finally {
    if (keep) record(places.local, { ...platform, kept: true });
    else await stopPlatform(places.local, platform);
  }
  if (command.verb === "destroy") removeData(places.local);
  if (keep) tellOfKept(places, platform);
}

async function stop(places: Places): Promise<void> {
  const platform = await findPlatform(places.local);
  if (platform === undefined) return say("No platform of the quickstart is running.");
  await stopPlatform(places.local, platform);
  say(`The platform at ${platform.url} was stopped. Its data is kept for the next run.`);
}

/** Runs one command of the quickstart, while no other does. */
export async function quickstart(command: CommandLine, places: Places, signal: AbortSignal): Promise<void> {
  if (command.verb === "destroy" && !hasData(places.local) && !hasStack(places))
    return say("There is nothing to remove.");
  mkdirSync(places.local, { recursive: true });
  const refuse = (pid: number): never => {
    throw new QuickstartProblem(
      `Another quickstart is at work (process ${pid}).`,
      "Wait for it to end, or end it with Ctrl-C, then run the command again.",
    );
  };
  await withLock(join(places.local, "run.lock"), signal, refuse, () =>
    command.verb === "stop" ? stop(places) : withPlatform(command, places, signal),
  );
}

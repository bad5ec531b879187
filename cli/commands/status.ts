import { InvalidArgumentError, Option } from "commander";
import { z } from "zod";
import { statuses } from "../../provider/deployment/statuses.js";
import type { Platform } from "../../provider/platform/platform.js";
import { type CliCommand, type CommandContext, exitCodes } from "../command.js";
import { requireServed } from "../deployment/call.js";
import { type EnvironmentView, isFailed, isIdle, readView, withSettings } from "../environment/environmentView.js";
import { otherKinds, serviceKinds, unlistedKinds } from "../environment/services.js";
import { statusLines } from "../environment/statusTable.js";
import { printingChanges, printingDocuments, rewriting, type Show, watch } from "../environment/watch.js";
import { environmentArgument, environmentOf } from "../environmentArgument.js";
import type { Screen } from "../screen.js";
import { secondsOf } from "../usage.js";

const statusOptions = z.object({
  kind: z.array(z.string()).optional(),
  failed: z.boolean().optional(),
  watch: z.boolean().optional(),
  untilDone: z.boolean().optional(),
  interval: z.number(),
  exitStatus: z.boolean().optional(),
  settings: z.boolean().optional(),
});

type StatusOptions = z.output<typeof statusOptions>;

const kinds = [...serviceKinds, ...otherKinds];
const kindNames = kinds.map(({ kind }) => kind);

function collectKinds(text: string, before: readonly string[] = []): readonly string[] {
  const found = kinds.find(({ kind }) => kind.toLowerCase() === text.toLowerCase());
  if (found === undefined) throw new InvalidArgumentError(`It must be one of ${kindNames.join(", ")}; got "${text}".`);
  return [...before, found.kind];
}

const help = `
With --exit-status, the exit code is 1 if the environment or a service in the list is in an error state. Without it, states
don't affect the exit code.

With --json and --watch, each change prints the whole status as one JSON document on a line.

The documented endpoints don't return states. With them, the command lists only services and versions.

Examples:
  app-platform status 7f0c2a4e-1d53-4b8a-9c66-2f1f0a7d9b31
  app-platform status staging --kind Container --failed --exit-status
  app-platform status shop/staging --until-done`;

export const status: CliCommand = {
  define: (program) =>
    program
      .command("status")
      .description("Show what is in an environment, with the states and versions of its services.")
      .addArgument(environmentArgument())
      .addOption(
        new Option("--kind <kind>", "show only this kind; can be repeated").choices(kindNames).argParser(collectKinds),
      )
      .option("--failed", "show only services in an error state")
      .option("--watch", "show changes until Ctrl+C")
      .addOption(
        new Option("--until-done", "like --watch, and end as soon as nothing is in progress").implies({ watch: true }),
      )
      .option("--interval <seconds>", "with --watch: time between two updates", secondsOf, 2)
      .option("--exit-status", "exit with 1 if something is in an error state")
      .addOption(
        new Option("--settings", "also show the advanced settings that differ from the platform's defaults").conflicts(
          "watch",
        ),
      )
      .addHelpText("after", help),
  async run(context, [environment], specified) {
    const options = statusOptions.parse(specified);
    const { id, name } = await environmentOf(context, environment, "app-platform status");
    const { platform } = await context.connect();
    if (options.failed || options.exitStatus || options.watch)
      requireServed(platform, statuses, "Reading the states of services");
    if (options.settings) requireServed(platform, statuses, "Reading advanced settings");
    const read = async () => {
      const view = selected(await readView(platform, id), options);
      return options.settings ? withSettings(platform, view) : view;
    };
    const view = options.watch
      ? await watchStatus(context, platform, read, options, name)
      : await showOnce(context, platform, read, name);
    if (context.signal.aborted) return exitCodes.interrupted;
    return options.exitStatus && view !== undefined && hasFailed(view) ? exitCodes.failure : exitCodes.success;
  },
};

function selected(view: EnvironmentView, { kind, failed }: StatusOptions): EnvironmentView {
  const isChosen = (each: { readonly kind: string }) => kind === undefined || kind.includes(each.kind);
  const services = view.services.filter((each) => isChosen(each) && (failed !== true || isFailed(each)));
  return { ...view, services, others: failed ? [] : (view.others ?? []).filter(isChosen) };
}

function hasFailed({ environment, services }: EnvironmentView): boolean {
  return [environment, ...services].some((each) => each !== null && isFailed(each));
}

async function showOnce(
  { output, progress, screen }: CommandContext,
  platform: Platform,
  read: () => Promise<EnvironmentView>,
  name: string,
): Promise<EnvironmentView> {
  const view = await progress.during("Reading the environment", read);
  const width = output.isTerminal ? screen.columns : undefined;
  output.result(view, () => statusLines({ ...view, environmentId: name }, Date.now(), width).join("\n"));
  if (view.environment === null) {
    const unlisted = unlistedKinds(platform).map((each) => each.kind);
    const missing = unlisted.length === 0 ? "" : `, nor list services of the kind ${unlisted.join(" or ")}`;
    output.note(
      `The documented endpoints don't return states${missing}. Use the extended endpoints, if your platform serves them.`,
    );
  }
  return view;
}

function watchStatus(
  { output, progress, screen, signal }: CommandContext,
  platform: Platform,
  read: () => Promise<EnvironmentView>,
  { interval, untilDone = false }: StatusOptions,
  name: string,
): Promise<EnvironmentView | undefined> {
  const readOnce = () => progress.during("Reading the environment", read);
  let states: string | undefined;
  // Lists are cached. When a state changes, names and versions may have changed too.
  const readAgain = async () => {
    const view = await readOnce();
    const now = JSON.stringify([
      view.environment,
      view.services.map(({ id, state, deploymentRequestId }) => [id, state, deploymentRequestId]),
    ]);
    const isFirst = states === undefined;
    if (now === states) return view;
    states = now;
    if (isFirst) return view;
    platform.lists.forget();
    return readOnce();
  };
  const isDone = (view: EnvironmentView) => untilDone && isIdle(view);
  const options = { seconds: interval, isDone, isAlways: output.isTerminal, signal };
  return watch(readAgain, showOn(screen, output, name), options);
}

/** How to show each look: rewritten on a terminal, otherwise as lines, or as one JSON document on a line. */
function showOn(screen: Screen, { isJson, isTerminal }: CommandContext["output"], name: string): Show<EnvironmentView> {
  if (isJson) return printingDocuments(screen);
  const lines = (view: EnvironmentView, width?: number) =>
    statusLines({ ...view, environmentId: name }, Date.now(), width);
  return isTerminal ? rewriting(screen, lines) : printingChanges(screen, lines, Date.now);
}

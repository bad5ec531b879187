import { z } from "zod";
import { type ManagedResource, managedResourcesIn } from "../../provider/engine/stackState.js";
import type { Platform } from "../../provider/platform/platform.js";
import { type CliCommand, type CommandContext, type ExitCode, exitCodes } from "../command.js";
import { countsOf, diffStack, diffText, isDifferent } from "../diff/stackDiff.js";
import { PulumiFailedError, PulumiNotFoundError } from "../errors.js";
import { runPulumi } from "../pulumi/runPulumi.js";
import { openSession } from "../session.js";

const diffOptions = z.object({ compareSecrets: z.boolean().default(false) });

const help = `
Reads every resource in the state of the stack, and shows the arguments that differ: the value in the state, then the value
on the platform. It doesn't run the program, and changes neither the state nor the platform.

Settings come from environment variables and the stack's configuration. A resource with a connection is read from that
platform.

The exit code is 0 if nothing differs, and 1 if a resource differs or no longer exists. Services that the stack doesn't manage
are listed too. They don't count as differences, and neither do resources that the endpoints can't read.

Examples:
  app-platform diff
  app-platform diff production --json`;

export const diff: CliCommand = {
  define: (program) =>
    program
      .command("diff")
      .description("Compare the platform with the state of a stack.")
      .argument("[stack]", "name of the stack (default: the selected one)")
      .option("--compare-secrets", "also compare secrets, which Pulumi decrypts for that; they are never shown")
      .addHelpText("after", help),
  async run(context, [stack], specified): Promise<ExitCode> {
    const { compareSecrets } = diffOptions.parse(specified);
    const { output, progress } = context;
    const options = typeof stack === "string" ? { ...context.options, stack } : context.options;
    const resources = await progress.during("Reading the state of the stack", () =>
      readState({ ...context, options }, compareSecrets),
    );
    const opened = new Map<string | undefined, Promise<Platform>>();
    const platformFor = (connection = options.connection) => {
      const open = async () => {
        const own = connection === undefined ? options : { ...options, connection };
        return (await openSession(own, context)).platform;
      };
      const known = opened.get(connection) ?? open();
      opened.set(connection, known);
      return known;
    };
    const found = await progress.during(`Reading ${resources.length} resources`, () =>
      diffStack(resources, platformFor),
    );
    const text = resources.length === 0 ? "The stack has no resources of this provider." : diffText(found);
    output.result({ ...found, summary: countsOf(found) }, () => text);
    const secrets = found.resources.filter(({ notCompared }) => notCompared.length > 0).map(({ label }) => label);
    if (secrets.length > 0) {
      output.note(`Secrets weren't compared: ${secrets.join(", ")}. --compare-secrets compares them.`);
    }
    return isDifferent(found) ? exitCodes.failure : exitCodes.success;
  },
};

/** This provider's resources in the state of the stack. */
async function readState(
  { options: { cwd, stack }, environment, signal }: Pick<CommandContext, "options" | "environment" | "signal">,
  showSecrets: boolean,
): Promise<readonly ManagedResource[]> {
  const args = ["stack", "export", ...(showSecrets ? ["--show-secrets"] : [])];
  try {
    const text = await runPulumi({ purpose: "Reading the state of the stack", args, cwd, stack, environment, signal });
    return managedResourcesIn(text);
  } catch (error) {
    if (error instanceof PulumiNotFoundError)
      throw error.advising("install Pulumi: https://www.pulumi.com/docs/install/");
    if (!(error instanceof PulumiFailedError)) throw error;
    throw error.advising([
      `run the command in the folder of the Pulumi project, or pass it with --cwd; this is ${cwd}`,
      "select the stack (pulumi stack select <name>), or name it: app-platform diff <name>",
      "make sure that `pulumi stack export` works in this terminal",
    ]);
  }
}

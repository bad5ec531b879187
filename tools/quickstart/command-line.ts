import { parseArgs } from "node:util";

export type Verb = "up" | "preview" | "destroy" | "stop" | "help";

export interface CommandLine {
  readonly verb: Verb;
  /** Undefined when omitted: a platform that already runs may then have any port. */
  readonly port: number | undefined;
  readonly keep: boolean;
}

export const USAGE = `npm run quickstart                 creates or updates the example's resources
npm run quickstart -- preview      shows what would change
npm run quickstart -- destroy      removes everything that the quickstart has created
npm run quickstart -- --keep       leaves the platform running, and opens its dashboard
npm run quickstart -- stop         stops it
npm run quickstart -- --port 5000  uses another port than 4310
npm run quickstart -- --quiet      says nothing of what takes long until it is done, as in CI
`;

const VERBS: readonly string[] = ["up", "preview", "destroy", "stop", "help"] satisfies Verb[];

/** A command line that is not valid; the message says why. */
export class CommandLineError extends Error {
  override readonly name = "CommandLineError";
}

function readPort(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = /^\d+$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65_535)
    throw new CommandLineError(`--port must be an integer from 1 to 65535; got ${JSON.stringify(text)}`);
  return port;
}

export function parseCommandLine(args: readonly string[]): CommandLine {
  const { values, positionals } = parseOrExplain(args);
  const [verb = "up", ...more] = positionals;
  if (!VERBS.includes(verb) || more.length > 0) {
    throw new CommandLineError(`The command must be one of ${VERBS.join(", ")}; got "${positionals.join(" ")}"`);
  }
  return { verb: values.help ? "help" : (verb as Verb), port: readPort(values.port), keep: values.keep ?? false };
}

/** `--quiet` is read where steps are shown: the first ones run before this module is loaded. */
function parseOrExplain(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        port: { type: "string" },
        keep: { type: "boolean" },
        quiet: { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    throw new CommandLineError((error as Error).message);
  }
}

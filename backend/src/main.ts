#!/usr/bin/env node
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { isSpeed, type Speed } from "./clock.js";
import { CommandError } from "./command-error.js";
import { parseDuration } from "./duration.js";
import type { TokenCommandOptions } from "./print-token.js";
import { roles, schemes } from "./roles.js";
import type { EndpointSet } from "./routes/route.js";
import { version } from "./version.js";

const defaultData = ".local/app-platform.db";

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new InvalidArgumentError("It must be a number from 0 to 65535.");
}

function readSpeed(text: string): Speed {
  // Number("") is 0, which isn't a speed either.
  const speed = text === "instant" || text === "manual" ? text : Number(text);
  if (isSpeed(speed)) return speed;
  throw new InvalidArgumentError("It must be instant, manual, or a factor above 0.");
}

function readTtl(text: string): number {
  const seconds = parseDuration(text);
  if (seconds !== undefined) return seconds;
  throw new InvalidArgumentError("It must be a duration such as 90s, 15m, 1h or 7d.");
}

/** What a header can carry unchanged. */
const headerText = /^[!-~](?:[ -~]*[!-~])?$/;

function readSecret(text: string): string {
  if (headerText.test(text)) return text;
  throw new InvalidArgumentError("It must be printable ASCII, not empty, without a space at either end.");
}

const shortestKey = 32;

function readSigningKey(text: string): string {
  if (text.length >= shortestKey && headerText.test(text)) return text;
  throw new InvalidArgumentError(`It must be at least ${shortestKey} printable ASCII characters.`);
}

function readToken(text: string): string {
  if (/^[\w.~+/=-]+$/.test(text)) return text;
  throw new InvalidArgumentError("It must consist of letters, digits, and -._~+/=.");
}

const args = process.argv.slice(2);
/** What commander prints: help, or the version. */
let printed = "";

/** Each option is a variable as well: `--local-secret` is APP_PLATFORM_BACKEND_LOCAL_SECRET. */
class BackendCommand extends Command {
  override createCommand(name?: string): BackendCommand {
    return new BackendCommand(name);
  }

  override addOption(option: Option): this {
    return super.addOption(option.env(`APP_PLATFORM_BACKEND_${option.name().replaceAll("-", "_").toUpperCase()}`));
  }
}

const program = new BackendCommand("app-platform-backend")
  .description("A local Application Platform, for tests and offline work.")
  .version(version)
  // Before the commands are added: they inherit it.
  .exitOverride()
  .configureOutput({
    writeOut: (text) => {
      printed += text;
    },
    writeErr: () => undefined,
  });

// Each command imports what it runs, so that help and wrong arguments load nothing else.
const endpointsOption = new Option("--endpoints <set>", "set of endpoints")
  .choices(["documented", "extended"])
  .default("documented");

const signingKeyOption = new Option(
  "--signing-key <text>",
  "key that signs access tokens, instead of the one in the data file",
).argParser(readSigningKey);

program
  .command("serve")
  .description("start the platform")
  .option("--port <number>", "port to listen on; 0 picks a free one", readPort, 4310)
  .option("--host <address>", "address to listen on", "127.0.0.1")
  .option("--data <file>", "data file", defaultData)
  .option("--memory", "keep the data in memory only")
  .addOption(endpointsOption)
  .option("--speed <speed>", "speed of deployments: instant, manual, or a factor", readSpeed, 1)
  .option("--seed <file>", "JSON file with records to add at the start")
  .option("--local-secret <text>", "secret that requests to the local paths must send", readSecret)
  .option("--token <text>", "access token with the role admin that is always valid", readToken)
  .addOption(signingKeyOption)
  .option("--verbose", "log every request to standard error", false)
  .option("--json", "print one line of JSON once the platform is ready", false)
  .action(async (options: ServeCommandOptions, command: Command) => {
    const { serve } = await import("./serve.js");
    await serve({
      ...options,
      seed: options.seed,
      localSecret: options.localSecret,
      token: options.token,
      signingKey: options.signingKey,
      data: isInMemory(command) ? ":memory:" : options.data,
    });
  });

/** Of `--memory` and `--data`, the command line decides; in the environment, the memory does: an image may set a data file. */
function isInMemory(command: Command): boolean {
  const [memory, data] = ["memory", "data"].map((name) => command.getOptionValueSource(name));
  if (memory === "cli" && data === "cli") throw new CommandError("--data can't be used with --memory: choose one.");
  return memory === "cli" || (memory === "env" && data !== "cli");
}

interface ServeCommandOptions {
  port: number;
  host: string;
  data: string;
  memory?: true;
  endpoints: EndpointSet;
  speed: Speed;
  seed?: string;
  localSecret?: string;
  token?: string;
  signingKey?: string;
  json: boolean;
  verbose: boolean;
}

program
  .command("token")
  .description("print an access token, signed with the key in the data file")
  .addOption(new Option("--role <role>", "role of the token").choices([...roles]).makeOptionMandatory())
  .addOption(
    new Option("--scheme <scheme>", "bearer for a JWT, token for an API token, which never expires")
      .choices([...schemes])
      .default("bearer"),
  )
  .option("--ttl <duration>", "time until a JWT expires (default: 1h)", readTtl)
  .option("--data <file>", "data file", defaultData)
  .addOption(signingKeyOption)
  .action(async (options: TokenCommandOptions) => {
    const { printToken } = await import("./print-token.js");
    await printToken(options);
  });

program
  .command("openapi")
  .description("print the OpenAPI 3.1 document")
  .addOption(endpointsOption)
  .action(async ({ endpoints }: { endpoints: EndpointSet }) => {
    const { openApiDocument } = await import("./openapi.js");
    process.stdout.write(`${JSON.stringify(openApiDocument(endpoints), null, 2)}\n`);
  });

/** An empty variable counts as unset. To commander, the variable of a flag sets it whatever its value is. */
function readEnvironment(): void {
  for (const { envVar: name = "", ...option } of program.commands.flatMap(({ options }) => options)) {
    const value = process.env[name];
    const isUnset = value === "" || (!option.required && ["false", "0"].includes(value ?? ""));
    if (isUnset) delete process.env[name];
    else if (value !== undefined && !option.required && !["true", "1"].includes(value)) {
      throw new CommandError(`The environment variable ${name} must be true or false; got "${value}".`);
    }
  }
}

// A reader such as `head` may have seen enough, which isn't an error.
process.stderr.on("error", () => undefined);
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") return;
  process.exitCode = 1;
  process.stderr.write(`The output can't be written: ${error.message}.\n`);
});

async function main(): Promise<void> {
  readEnvironment();
  await program.parseAsync(args, { from: "user" });
}

main().catch((error: unknown) => {
  const isJson = args.includes("--json") || process.env.APP_PLATFORM_BACKEND_JSON !== undefined;
  if (error instanceof CommanderError && error.exitCode === 0) return print(isJson, error.code);
  process.exitCode = 1;
  const message = failureOf(error);
  if (isJson) process.stdout.write(`${JSON.stringify({ error: { message } })}\n`);
  else process.stderr.write(`${message}\n`);
});

/** With `--json`, everything on standard output is a line of JSON. */
function print(isJson: boolean, what: string): void {
  const text = printed.trimEnd();
  const json = what === "commander.version" ? { version: text } : { help: text };
  process.stdout.write(`${isJson ? JSON.stringify(json) : text}\n`);
}

function failureOf(error: unknown): string {
  if (error instanceof CommandError) return error.message;
  if (!(error instanceof CommanderError)) return `The backend failed: ${error instanceof Error ? error.stack : error}`;
  return error.code === "commander.help"
    ? `A command is required.\n\n${program.helpInformation().trimEnd()}`
    : error.message;
}

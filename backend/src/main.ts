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

const args = process.argv.slice(2);
/** What commander prints: help, or the version. */
let printed = "";

const program = new Command("app-platform-backend")
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

program
  .command("serve")
  .description("start the platform")
  .option("--port <number>", "port to listen on; 0 picks a free one", readPort, 4310)
  .option("--host <address>", "address to listen on", "127.0.0.1")
  .addOption(new Option("--data <file>", "data file").default(defaultData).conflicts("memory"))
  .option("--memory", "keep the data in memory only")
  .addOption(endpointsOption)
  .option("--speed <speed>", "speed of deployments: instant, manual, or a factor", readSpeed, 1)
  .option("--seed <file>", "JSON file with records to add at the start")
  .option("--local-secret <text>", "secret that requests to the local paths must send", readSecret)
  .option("--verbose", "log every request to standard error", false)
  .option("--json", "print one line of JSON once the platform is ready", false)
  .action(async (options: ServeCommandOptions) => {
    const { serve } = await import("./serve.js");
    await serve({
      ...options,
      seed: options.seed,
      localSecret: options.localSecret,
      data: options.memory === true ? ":memory:" : options.data,
    });
  });

interface ServeCommandOptions {
  port: number;
  host: string;
  data: string;
  memory?: true;
  endpoints: EndpointSet;
  speed: Speed;
  seed?: string;
  localSecret?: string;
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

program.parseAsync(args, { from: "user" }).catch((error: unknown) => {
  const isJson = args.includes("--json");
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

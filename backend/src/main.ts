#!/usr/bin/env node
import { existsSync } from "node:fs";
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { isSpeed, type Speed } from "./clock.js";
import { CommandError } from "./command-error.js";
import { parseDuration } from "./duration.js";
import { openApiDocument } from "./openapi.js";
import type { EndpointSet } from "./routes/route.js";
import { seededIds } from "./seed.js";
import { serve } from "./serve.js";
import { openStore } from "./store/store.js";
import { type Role, roles, type Scheme, schemes, signApiToken, signToken, storedKey } from "./tokens.js";
import { unreadable } from "./unreadable-file.js";
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

interface TokenCommandOptions {
  role: Role;
  scheme: Scheme;
  ttl?: number;
  data: string;
}

async function printToken({ role, scheme, ttl, data }: TokenCommandOptions): Promise<void> {
  if (scheme === "token" && ttl !== undefined) {
    throw new CommandError("--ttl does not apply to --scheme token: an API token never expires.");
  }
  if (!existsSync(data))
    throw new CommandError(`There is no data file ${data}; serve creates one when it first starts.`);
  const key = keyIn(data);
  if (key === undefined) throw new CommandError(`The data file ${data} has no signing key.`);
  const { organization: organizationId } = seededIds;
  const token =
    scheme === "token"
      ? signApiToken(key, role, organizationId)
      : await signToken(key, { role, ttlSeconds: ttl ?? 3600, organizationId });
  process.stdout.write(`${token}\n`);
}

function keyIn(data: string): Uint8Array | undefined {
  try {
    const store = openStore(data);
    const key = storedKey(store.meta);
    store.close();
    return key;
  } catch (error) {
    throw unreadable(data, error as Error);
  }
}

const args = process.argv.slice(2);
/** What commander prints: help, or the version. */
let printed = "";

const program = new Command("app-platform-backend")
  .description("A local Application Platform, for tests and offline work.")
  .version(version)
  // Before the commands, which take it over.
  .exitOverride()
  .configureOutput({
    writeOut: (text) => {
      printed += text;
    },
    writeErr: () => undefined,
  });

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
  .action((options: ServeCommandOptions) =>
    serve({
      ...options,
      seed: options.seed,
      localSecret: options.localSecret,
      data: options.memory === true ? ":memory:" : options.data,
    }),
  );

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
  .action(printToken);

program
  .command("openapi")
  .description("print the OpenAPI 3.1 document")
  .addOption(endpointsOption)
  .action(({ endpoints }: { endpoints: EndpointSet }) => {
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

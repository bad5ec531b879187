/** The command `serve`: opens the data, starts the server, announces that it is ready, and stops on a signal. */
import type { AddressInfo } from "node:net";
import { announcement } from "./announcement.js";
import { createClock, type Speed } from "./clock.js";
import { CommandError } from "./command-error.js";
import { createFaults } from "./faults/faults.js";
import { createJournal } from "./journal.js";
import { createLogger } from "./logger.js";
import { openManualClock } from "./manual-clock.js";
import { createPlatform } from "./platform.js";
import type { EndpointSet } from "./routes/route.js";
import { routesOf } from "./routes/table.js";
import { plant, readSeedFile, type SeedFile, seededIds } from "./seed.js";
import { createServer } from "./server.js";
import { openStore, type Store } from "./store/store.js";
import { ensureKey, type Role, roles, type SigningKey, signToken } from "./tokens.js";

export interface ServeOptions {
  readonly port: number;
  readonly host: string;
  /** `:memory:` stores nothing. */
  readonly data: string;
  readonly endpoints: EndpointSet;
  readonly speed: Speed;
  readonly seed: string | undefined;
  readonly json: boolean;
  /** What requests to the local paths must send; undefined if nothing. */
  readonly localSecret: string | undefined;
  /** Whether to log every request. */
  readonly verbose: boolean;
}

const readyTokenSeconds = 24 * 3600;

/** Opens the data; a new file gets a signing key and the initial content. */
function open(file: string, seed: SeedFile | undefined): { store: Store; key: SigningKey } {
  try {
    const store = openStore(file);
    const key = store.write(() => ensureKey(store.meta));
    plant(store, seed);
    return { store, key };
  } catch (error) {
    throw new CommandError(`The data file ${file} cannot be read: ${(error as Error).message}.`);
  }
}

function readSeed(file: string | undefined): SeedFile | undefined {
  if (file === undefined) return undefined;
  try {
    return readSeedFile(file);
  } catch (error) {
    throw new CommandError(`The seed file ${file} cannot be used: ${(error as Error).message}.`);
  }
}

async function readyTokens(key: SigningKey): Promise<Record<Role, string>> {
  const request = { organizationId: seededIds.organization, ttlSeconds: readyTokenSeconds };
  const tokens = await Promise.all(roles.map(async (role) => [role, await signToken(key, { ...request, role })]));
  return Object.fromEntries(tokens) as Record<Role, string>;
}

function urlOf({ address, family, port }: AddressInfo): string {
  const host = { "0.0.0.0": "127.0.0.1", "::": "[::1]" }[address] ?? (family === "IPv6" ? `[${address}]` : address);
  return `http://${host}:${port}`;
}

function announce(options: ServeOptions, url: string, tokens: Record<Role, string>): void {
  const { localSecret } = options;
  if (options.json) {
    // JSON has no undefined: the member is omitted if there is no secret.
    process.stdout.write(`${JSON.stringify({ ready: true, url, tokens, ids: seededIds, localSecret })}\n`);
    return;
  }
  process.stdout.write(announcement({ ...options, url, adminToken: tokens.admin }));
}

function listenProblem(error: NodeJS.ErrnoException, { host, port }: ServeOptions): CommandError {
  const reason =
    error.code === "EADDRINUSE" ? "another program already listens there; choose another --port" : error.message;
  return new CommandError(`The backend cannot listen at ${host}:${port}: ${reason}.`);
}

export async function serve(options: ServeOptions): Promise<void> {
  const seed = readSeed(options.seed);
  const { store, key } = open(options.data, seed);
  const manualClock = openManualClock(store);
  const platform = createPlatform(store, createClock(options.speed, manualClock));
  const server = createServer({
    local: {
      endpoints: options.endpoints,
      routes: routesOf(options.endpoints),
      secret: options.localSecret,
      platform,
      journal: createJournal(),
      faults: createFaults(),
      key,
      manualClock,
      seed,
    },
    logger: createLogger(options.verbose),
  });
  try {
    await server.listen({ host: options.host, port: options.port });
  } catch (error) {
    throw listenProblem(error as NodeJS.ErrnoException, options);
  }
  // Before the announcement: a program that reads it may send a signal at once.
  endOnSignal(async () => {
    await server.close();
    store.close();
  });
  announce(options, urlOf(server.server.address() as AddressInfo), await readyTokens(key));
}

/** How long running requests may continue before they are cut off. */
const patienceMilliseconds = 10_000;

function endOnSignal(close: () => Promise<void>): void {
  let isEnding = false;
  const end = () => {
    // A terminal and the parent process may both send a signal; one is enough.
    if (isEnding) return;
    isEnding = true;
    setTimeout(() => process.exit(1), patienceMilliseconds).unref();
    void close();
  };
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
}

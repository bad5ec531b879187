/** Opens the data and starts the server: for the command `serve`, and for programs that start a platform in their process. */
import type { AddressInfo } from "node:net";
import type { Logger } from "pino";
import type { Speed } from "./clock.js";
import { CommandError } from "./command-error.js";
import { keepLog } from "./dashboard/requests/kept-log.js";
import type { LocalContext } from "./local/context.js";
import { createContext } from "./local/create-context.js";
import { createLogger } from "./logger.js";
import { type Role, roles } from "./roles.js";
import type { EndpointSet } from "./routes/route.js";
import { routesOf } from "./routes/table.js";
import { plant, type SeedFile, seededIds } from "./seed.js";
import { createServer } from "./server.js";
import { lockForServer } from "./store/server-lock.js";
import { openStore, type Store } from "./store/store.js";
import { ensureKey, keyOf, type SigningKey, signToken } from "./tokens.js";
import { unreadable } from "./unreadable-file.js";
import { urlOf } from "./url-of.js";

export interface RunOptions {
  readonly port: number;
  readonly host: string;
  /** `:memory:` stores nothing. */
  readonly data: string;
  readonly endpoints: EndpointSet;
  readonly speed: Speed;
  readonly seed: SeedFile | undefined;
  /** What requests to the local paths must send; undefined if nothing. */
  readonly localSecret: string | undefined;
  /** An access token with the role admin that is always valid. */
  readonly token: string | undefined;
  /** Signs access tokens instead of the key in the data file. */
  readonly signingKey: string | undefined;
  /** Whether to log every request. */
  readonly verbose: boolean;
  /** Whether the process does more than run this platform. */
  readonly sharesProcess: boolean;
}

export interface RunningPlatform {
  readonly url: string;
  readonly tokens: Record<Role, string>;
  readonly context: LocalContext;
  /** Waits for running requests, at most for `patience` milliseconds if given; then their connections are closed. */
  close(timeout?: number): Promise<void>;
}

const tokenSeconds = 24 * 3600;

interface Opened {
  readonly store: Store;
  readonly key: SigningKey;
}

/** Opens the data; a new file gets a signing key and the initial content. */
async function open(file: string, seed: SeedFile | undefined, logger: Logger): Promise<Opened> {
  try {
    const lock = await lockForServer(file);
    return whileOpen({ close: lock.release }, () => {
      const store = openStore(file, { report: (message) => logger.warn(message) });
      const close = () => {
        store.close();
        lock.release();
      };
      return { store: { ...store, close }, key: whileOpen(store, () => prepare(store, seed)) };
    });
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw unreadable(file, error as Error);
  }
}

/** Closes what was opened if the work fails. */
function whileOpen<T>(opened: { close(): void }, work: () => T): T {
  try {
    return work();
  } catch (error) {
    opened.close();
    throw error;
  }
}

function prepare(store: Store, seed: SeedFile | undefined): SigningKey {
  const key = store.write(() => ensureKey(store.meta));
  plant(store, seed);
  return key;
}

async function signTokens(key: SigningKey): Promise<Record<Role, string>> {
  const request = { organizationId: seededIds.organization, ttlSeconds: tokenSeconds };
  const tokens = await Promise.all(roles.map(async (role) => [role, await signToken(key, { ...request, role })]));
  return Object.fromEntries(tokens) as Record<Role, string>;
}

function listenProblem(error: NodeJS.ErrnoException, { host, port }: RunOptions): CommandError {
  const reason =
    error.code === "EADDRINUSE" ? "another program already listens there; choose another port" : error.message;
  return new CommandError(`The backend can't listen at ${host}:${port}: ${reason}.`);
}

async function contextOf(options: RunOptions, logger: Logger): Promise<LocalContext> {
  const { endpoints, seed, data, speed, localSecret, token, signingKey, sharesProcess } = options;
  const { store, key } = await open(data, seed, logger);
  return createContext({
    store,
    key: signingKey === undefined ? key : keyOf(signingKey),
    token,
    seed,
    data,
    endpoints,
    routes: routesOf(endpoints),
    secret: localSecret,
    sharesProcess,
    speed,
  });
}

export async function runPlatform(options: RunOptions): Promise<RunningPlatform> {
  const logger = createLogger(options.verbose);
  const context = await contextOf(options, logger);
  const storedLog =
    options.data === ":memory:" ? undefined : keepLog({ ...context, data: options.data, log: context.dashboard.log });
  const server = createServer({ local: context, logger });
  const close = async (timeout?: number) => {
    const cut = timeout === undefined ? undefined : setTimeout(() => server.server.closeAllConnections(), timeout);
    await server.close();
    clearTimeout(cut);
    await storedLog?.close();
    context.platform.store.close();
  };
  try {
    await server.listen({ host: options.host, port: options.port });
  } catch (error) {
    await close();
    throw listenProblem(error as NodeJS.ErrnoException, options);
  }
  const address = server.server.address() as AddressInfo;
  context.dashboard.address = address;
  const url = urlOf(address);
  const tokens = await signTokens(context.key);
  return { url, tokens: { ...tokens, admin: options.token ?? tokens.admin }, context, close };
}

/** One process of Pulumi's plugin: the provider's own code, in virtual time, on a network that fails. */
import type { PlatformFor } from "../../../provider/engine/call.js";
import { newShutdown } from "../../../provider/engine/process.js";
import { resourceProviderOf } from "../../../provider/frontends/dynamic/provider.js";
import { definitions } from "../../../provider/kinds/index.js";
import type { Ledger } from "../../../provider/ownership/ownership.js";
import { newRun, type Run } from "../../../provider/ownership/run.js";
import { readConfiguration } from "../../../provider/platform/configuration.js";
import { platformOf } from "../../../provider/platform/platform.js";
import type { Chance } from "../../support/chance.js";
import { dynamicFrontend, type Frontend, type FrontendName, kindIn, nativeFrontendTo } from "../../support/frontend.js";
import type { Clock, EndpointSet, Log, Owners, Transport } from "../../support/provider.js";
import { type Connection, connections, type Process } from "./program.js";
import type { Schedule } from "./schedule.js";

/** The processes of a run, each of which starts when it is needed. */
export type Plugin = ReturnType<typeof startPlugin>;

export interface PluginOptions {
  readonly schedule: Schedule;
  readonly chance: Chance;
  /** How far this machine's clock is ahead of the platform's, in milliseconds. */
  readonly skew: number;
  readonly token: string;
  readonly endpoints: EndpointSet;
  /** What the platform's settings say about deletes; the default if omitted. */
  readonly onDelete?: string;
  /** Who has which resource, by the state of the stack, as one process reads it. */
  owners(): Owners;
  /** What a process of the run reads and writes. */
  ledger(writer: string): Ledger;
  transport(isAlive: () => boolean): Transport;
  tell(severity: Severity, text: string): void;
}

export type Severity = "warning" | "info";

/** What never comes: for who waits in a process that is dead. */
export const never = new Promise<never>(() => {});

export function startPlugin(options: PluginOptions) {
  const { schedule, chance, skew, token, endpoints, onDelete, owners, ledger, tell } = options;
  const shutdown = newShutdown();
  let isDead = false;
  const isAlive = () => !isDead;

  const clock: Clock = {
    now: () => schedule.now() + skew,
    elapsed: schedule.now,
    random: chance.next,
    after: (milliseconds, call) => schedule.after(milliseconds, () => (isDead ? undefined : call()), true),
    sleep: (milliseconds, signal) =>
      new Promise((resolve, reject) => {
        const abort = () => {
          cancel();
          if (isAlive()) reject(signal?.reason);
        };
        const cancel = schedule.after(milliseconds, () => {
          signal?.removeEventListener("abort", abort);
          if (isAlive()) resolve();
        });
        if (signal?.aborted) abort();
        else signal?.addEventListener("abort", abort, { once: true });
      }),
  };

  const transport = options.transport(isAlive);
  const started = (by: Process) => {
    const run = newRun({ owners: owners(), ledger: ledger(by) });
    const connected = (connection: Connection | undefined) => {
      const prefix = connection === undefined ? "APP_PLATFORM" : `APP_PLATFORM_${connection.toUpperCase()}`;
      const configuration = readConfiguration(() => undefined, connection, {
        [`${prefix}_BASE_URL`]: `https://${connection === "alias" ? "alias" : "platform"}.example`,
        [`${prefix}_TOKEN`]: token,
        [`${prefix}_ENDPOINTS`]: endpoints,
        ...(onDelete === undefined ? {} : { [`${prefix}_ON_DELETE`]: onDelete }),
      });
      return platformOf(configuration, { clock, transport, shutdown: shutdown.signal });
    };
    const platforms = new Map([undefined, ...connections].map((each) => [each as string | undefined, connected(each)]));
    const platformFor = (connection: string | undefined) => {
      const platform = platforms.get(connection);
      if (platform === undefined) throw new Error(`no connection ${connection}`);
      return platform;
    };
    const log = { warn: (text: string) => tell("warning", text), info: (text: string) => tell("info", text) };
    return frontendOf[by === "dynamic" ? "dynamic" : "native"](log, platformFor, shutdown.track, run);
  };
  const running = new Map<Process, Frontend>();
  return {
    frontend(by: Process): Frontend {
      if (isDead) return deadFrontend;
      const frontend = running.get(by) ?? started(by);
      running.set(by, frontend);
      return frontend;
    },
    /** Tells the process to end, as a signal or the end of the engine does. */
    interrupt: (): void => shutdown.begin("the simulation ended it"),
    /** Ends the process: none of its code runs on. */
    kill(): void {
      isDead = true;
    },
  };
}

type During = <T>(work: () => Promise<T>) => Promise<T>;

const frontendOf: Readonly<
  Record<FrontendName, (log: Log, platformFor: PlatformFor, during: During, run: Run) => Frontend>
> = {
  dynamic(log, platformFor, during, run) {
    const providers = new Map(
      definitions.map((definition) => [
        definition.kind,
        resourceProviderOf(definition, platformFor, { log, during, run }),
      ]),
    );
    return dynamicFrontend((_, urn) => {
      const found = providers.get(kindIn(urn));
      if (found === undefined) throw new Error(`no kind ${kindIn(urn)}`);
      return found;
    });
  },
  native: (log, platformFor, during, run) => nativeFrontendTo(platformFor, log, { during, run }),
};

const dead = () => never;
const deadFrontend: Frontend = { check: dead, diff: dead, create: dead, read: dead, update: dead, delete: dead };

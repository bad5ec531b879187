/** One process of Pulumi's plugin: the provider's own code, in virtual time, on a network that fails. */

import { newClaims } from "../../../provider/claims/claims.js";
import type { Holders } from "../../../provider/claims/holders.js";
import type { ResourceDefinition } from "../../../provider/definition/resourceDefinition.js";
import { lifecycleOf } from "../../../provider/lifecycle/lifecycle.js";
import type { Clock } from "../../../provider/platform/clock.js";
import { readConfiguration } from "../../../provider/platform/configuration.js";
import type { EndpointSet } from "../../../provider/platform/endpoint.js";
import { platformOf } from "../../../provider/platform/platform.js";
import type { Transport } from "../../../provider/platform/transport.js";
import { newShutdown } from "../../../provider/plugin/shutdown.js";
import type { Chance } from "./chance.js";
import type { Schedule } from "./schedule.js";

export type Lifecycle = ReturnType<typeof lifecycleOf>;

export interface Plugin {
  lifecycle(kind: string): Lifecycle;
  /** Tells the process to end, as a signal or the end of the engine does. */
  interrupt(): void;
  /** Ends the process: none of its code runs on. */
  kill(): void;
  readonly isAlive: () => boolean;
}

export interface PluginOptions {
  readonly schedule: Schedule;
  readonly chance: Chance;
  /** How far this machine's clock is ahead of the platform's, in milliseconds. */
  readonly skew: number;
  readonly token: string;
  readonly endpoints: EndpointSet;
  readonly definitions: readonly ResourceDefinition[];
  /** Who has which resource, by the state of the stack. */
  readonly holders: Holders;
  transport(isAlive: () => boolean): Transport;
  warn(text: string): void;
}

/** What never comes: for who waits in a process that is dead. */
export const never = new Promise<never>(() => {});

export function startPlugin(options: PluginOptions): Plugin {
  const { schedule, chance, skew, token, endpoints, definitions, holders, warn } = options;
  const shutdown = newShutdown();
  let isDead = false;
  const isAlive = () => !isDead;

  const clock: Clock = {
    now: () => schedule.now() + skew,
    random: chance.number,
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

  const configuration = readConfiguration(() => undefined, undefined, {
    APP_PLATFORM_BASE_URL: "https://platform.example",
    APP_PLATFORM_TOKEN: token,
    APP_PLATFORM_ENDPOINTS: endpoints,
  });
  const info = () => undefined;
  const platform = platformOf(
    configuration,
    { warn, info },
    { clock, transport: options.transport(isAlive), shutdown: shutdown.signal, claims: newClaims(holders) },
  );
  const lifecycles = new Map(
    definitions.map((definition) => [definition.kind, lifecycleOf(definition, () => platform, shutdown.track)]),
  );
  return {
    isAlive,
    lifecycle(kind) {
      const found = lifecycles.get(kind);
      if (found === undefined) throw new Error(`no kind ${kind}`);
      return isDead ? deadLifecycle : found;
    },
    interrupt: () => shutdown.begin("the simulation ended it"),
    kill() {
      isDead = true;
    },
  };
}

const dead = () => never;
const deadLifecycle: Lifecycle = { check: dead, diff: dead, create: dead, read: dead, update: dead, delete: dead };

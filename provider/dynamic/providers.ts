import type * as pulumi from "@pulumi/pulumi";
import { newClaims } from "../claims/claims.js";
import { newHolders, type StackResource } from "../claims/holders.js";
import type { Log } from "../definition/log.js";
import { definitionOf } from "../generated/definitionOf.js";
import { skipsCheckpoints } from "../platform/checkpoints.js";
import type { StackConfiguration } from "../platform/configuration.js";
import { newDeployments } from "../platform/deployments.js";
import type { Platform } from "../platform/platform.js";
import { newPlatforms } from "../platform/platforms.js";
import { markSecrets } from "../values/markSecrets.js";
import { resourceProviderOf } from "./resourceProvider.js";

/** What all providers of a plugin process share. */
export interface ProcessContext {
  readonly environment: NodeJS.ProcessEnv;
  readonly log: Log;
  /** Aborts when no more requests may be sent. */
  readonly shutdown: AbortSignal;
  /** This provider's resources in the state of the stack; read at most once. */
  readStack(): Promise<readonly StackResource[]>;
  /** Runs each call of the engine. */
  during<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * The dynamic providers of one plugin process, by kind; nothing for an unknown kind. They share one connection pool and one
 * list cache for each platform, and each delete knows of the others.
 */
export function newProviders(context: ProcessContext): (kind: string) => pulumi.dynamic.ResourceProvider | undefined {
  const { environment, log, shutdown, readStack, during } = context;
  const platforms = newPlatforms(
    {
      shutdown,
      claims: newClaims(newHolders(readStack)),
      deployments: newDeployments(),
      // Like the settings, it is read when a platform is first needed.
      get skipsCheckpoints() {
        return skipsCheckpoints(environment);
      },
    },
    environment,
  );
  return (kind) => {
    const definition = definitionOf(kind);
    if (definition === undefined) return undefined;
    let stack: StackConfiguration = () => undefined;
    /** By connection: settings stay the same while the plugin runs, and reading them again costs as much as a request. */
    let held = new Map<string | undefined, Platform>();
    const platformOfConnection = (connection: string | undefined) => {
      const platform = held.get(connection) ?? platforms.of(stack, connection);
      held.set(connection, platform);
      return platform;
    };
    return {
      ...resourceProviderOf(definition, platformOfConnection, { log, during, mark: markSecrets }),
      // Pulumi caches a provider before it awaits this, so nothing may fail here: the next call reports wrong settings.
      async configure({ config }: pulumi.dynamic.ConfigureRequest) {
        stack = (key) => config.get(key);
        held = new Map();
      },
    };
  };
}

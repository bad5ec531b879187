/**
 * The entry that the provider's text in the state loads: `require("pulumi-app-platform/runtime").provider("Container")`.
 *
 * That text is kept in every user's state and evaluated by every later version, so this file and its one function stay.
 */
import type * as pulumi from "@pulumi/pulumi";
import { newClaims } from "./claims/claims.js";
import { newHolders } from "./claims/holders.js";
import { definitionOf } from "./generated/definitionOf.js";
import { lifecycleOf } from "./lifecycle/lifecycle.js";
import { readConfiguration, type StackConfiguration } from "./platform/configuration.js";
import { newDeployments } from "./platform/deployments.js";
import { type Platform, platformOf } from "./platform/platform.js";
import { skipsCheckpoints } from "./plugin/checkpoints.js";
import { engineAddress, watchEngine } from "./plugin/engine.js";
import { deliveringMessages, engineLog } from "./plugin/log.js";
import { printErrorsOnce } from "./plugin/quietErrors.js";
import { endProcess, newShutdown, shutDownOnSignals } from "./plugin/shutdown.js";
import { readStack } from "./plugin/stackState.js";
import { markSecrets } from "./schema/markSecrets.js";

const shutdown = newShutdown();
let isWatching = false;

/** From the first provider on, a signal or the end of the engine ends what is under way. */
function watch(): void {
  if (isWatching) return;
  isWatching = true;
  const engine = engineAddress();
  // Outside a plugin, signals belong to the program.
  if (engine === undefined) return;
  shutDownOnSignals(shutdown);
  watchEngine(engine, () => endProcess(shutdown, "the Pulumi engine is gone"));
}

/** One connection pool and one list cache for each platform, whatever the number of kinds; identified by all its settings. */
const platforms = new Map<string, Platform>();

/** Shared by all platforms and kinds: the stack's state is read once, and each delete knows of the others. */
const claims = newClaims(newHolders(() => readStack(shutdown.signal)));
const deployments = newDeployments();

function platformFor(stack: StackConfiguration, connection: string | undefined): Platform {
  const configuration = readConfiguration(stack, connection);
  const key = JSON.stringify(configuration);
  const held = platforms.get(key);
  if (held !== undefined) return held;
  const platform = platformOf(configuration, engineLog, {
    shutdown: shutdown.signal,
    claims,
    deployments,
    skipsCheckpoints: skipsCheckpoints(),
  });
  platforms.set(key, platform);
  return platform;
}

/**
 * The dynamic provider of one kind.
 *
 * @param kind Name of the kind, for example `Container`.
 * @throws Error when this version of the package does not know the kind.
 */
export function provider(kind: string): pulumi.dynamic.ResourceProvider {
  const definition = definitionOf(kind);
  if (definition === undefined) {
    throw new Error(
      `pulumi-app-platform does not know the kind ${kind}: install the version that created it, or a newer one.`,
    );
  }
  printErrorsOnce();
  watch();
  let stack: StackConfiguration = () => undefined;
  /** By connection: settings stay the same while the plugin runs, and reading them again costs as much as a request. */
  let held = new Map<string | undefined, Platform>();
  const platformOfConnection = (connection: string | undefined) => {
    const platform = held.get(connection) ?? platformFor(stack, connection);
    held.set(connection, platform);
    return platform;
  };
  return {
    ...lifecycleOf(
      definition,
      platformOfConnection,
      (work) => shutdown.track(() => deliveringMessages(work)),
      markSecrets,
    ),
    // Pulumi caches a provider before it awaits this, so nothing may fail here: the next call reports wrong settings.
    async configure({ config }: pulumi.dynamic.ConfigureRequest) {
      stack = (key) => config.get(key);
      held = new Map();
    },
  };
}

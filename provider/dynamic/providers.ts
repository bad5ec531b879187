import type * as pulumi from "@pulumi/pulumi";
import { definitionOf } from "../generated/definitionOf.js";
import type { StackConfiguration } from "../platform/configuration.js";
import type { Platform } from "../platform/platform.js";
import { type PluginContext, platformsOfPlugin } from "../plugin/platforms.js";
import { markSecrets } from "../values/secrets.js";
import { resourceProviderOf } from "./resourceProvider.js";

/** What all providers of a plugin process share. */
export interface ProcessContext extends PluginContext {
  /** Runs each call of the engine. */
  during<T>(work: () => Promise<T>): Promise<T>;
}

/** The dynamic providers of one plugin process, by kind; nothing for an unknown kind. */
export function newProviders(context: ProcessContext): (kind: string) => pulumi.dynamic.ResourceProvider | undefined {
  const { log, during } = context;
  const platforms = platformsOfPlugin(context);
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

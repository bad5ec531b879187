import { readConfiguration, type StackConfiguration } from "./configuration.js";
import { type Platform, type PlatformOptions, platformOf } from "./platform.js";

/** The platforms of one program or one plugin process: connections with the same settings share requests and lists. */
export interface Platforms {
  /** @throws ConfigurationError if a setting is missing or wrong. */
  of(stack: StackConfiguration, connection: string | undefined): Platform;
  /** Outdates all lists that were read, since something was created. */
  forgetLists(): void;
}

export function newPlatforms(options: PlatformOptions, environment?: NodeJS.ProcessEnv): Platforms {
  /** Identified by all settings. */
  const platforms = new Map<string, Platform>();
  return {
    of(stack, connection) {
      const configuration = readConfiguration(stack, connection, environment);
      const key = JSON.stringify(configuration);
      const platform = platforms.get(key) ?? platformOf(configuration, options);
      platforms.set(key, platform);
      return platform;
    },
    forgetLists() {
      for (const { lists } of platforms.values()) lists.forget();
    },
  };
}

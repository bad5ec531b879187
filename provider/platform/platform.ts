import type { SettingWords } from "../errors/appPlatformError.js";
import { type Address, addressOf, type Client, clientOf, type Dependencies } from "./client.js";
import { type Configuration, readConfiguration, type StackConfiguration, settingWordsOf } from "./configuration.js";
import { type Lists, listsOf } from "./lists.js";
import { networkTo } from "./network.js";
import { type CallLimits, type Clock, systemClock } from "./operation.js";
import { locationOf } from "./settings.js";

type PlatformSettings = Pick<Configuration, "endpoints" | "movedFrom" | "onDelete" | "onExisting" | "onUnsafeCreate">;

export interface Platform extends Pick<Dependencies, "shutdown">, PlatformSettings {
  readonly clock: Clock;
  readonly client: Client;
  /** When this process connected to it, by the clock's `elapsed`. */
  readonly since: number;
  readonly address: string;
  /** What the state has of the base URL: see `locationOf`. */
  readonly location: string;
  readonly lists: Lists;
  /** The deadline of a call, by the clock's `elapsed`; nothing if only the settings limit it. */
  readonly deadline?: number;
  /** Where its settings are set, for advice. */
  readonly settingWords?: SettingWords;
}

export interface PlatformOptions extends Partial<Omit<Dependencies, "address">> {
  readonly clock?: Clock;
  /** Shows the user messages about the platform as a whole. */
  readonly notify?: (text: string) => void;
  /** What connections to the same address share, by origin. */
  readonly addresses?: Map<string, Address>;
  readonly listLifetime?: number;
}

export function platformOf(configuration: Configuration, options: PlatformOptions = {}): Platform {
  const { endpoints, movedFrom, onDelete, onExisting, onUnsafeCreate } = configuration;
  const {
    clock: real = systemClock,
    transport = networkTo(configuration),
    shutdown = new AbortController().signal,
    userAgent = "pulumi-app-platform",
    listLifetime,
    notify = () => {},
    addresses = new Map(),
  } = options;
  const { origin } = configuration.baseUrl;
  const address = addresses.get(origin) ?? addressOf(origin, real, notify);
  addresses.set(origin, address);
  const { clock } = address;
  const client = clientOf(configuration, { address, transport, shutdown, userAgent });
  return {
    client,
    since: clock.elapsed(),
    address: configuration.baseUrl.href,
    location: locationOf(configuration.baseUrl),
    lists: listsOf(client, clock, listLifetime),
    ...{ endpoints, movedFrom, onDelete, onExisting, onUnsafeCreate },
    clock,
    shutdown,
  };
}

/** The platform for one call: everything begun there ends within its limits. */
export function limitedTo(platform: Platform, { seconds, signal, origin }: CallLimits): Platform {
  const deadline = seconds === undefined ? undefined : platform.clock.elapsed() + seconds * 1000;
  if (deadline === undefined && signal === undefined && origin === undefined) return platform;
  const { client, shutdown } = platform;
  return {
    ...platform,
    ...(deadline === undefined ? {} : { deadline }),
    client: {
      ...client,
      begin: (own) => client.begin({ deadline: earlier(deadline, own?.deadline), signal, origin }),
    },
    // Created when first needed: most calls never wait.
    get shutdown() {
      return signal === undefined ? shutdown : AbortSignal.any([shutdown, signal]);
    },
  };
}

function earlier(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);
}

/** The platforms of a program or plugin process. Connections with the same settings share requests and lists. */
export interface Platforms {
  /** @throws ConfigurationError if a setting is missing or invalid. */
  of(stack: StackConfiguration, connection: string | undefined): Platform;
  /** Invalidates all cached lists, since something was created. */
  forgetLists(): void;
}

/** @param provider The name of the explicit provider whose arguments the configuration has. */
export function newPlatforms(options: PlatformOptions, environment?: NodeJS.ProcessEnv, provider?: string): Platforms {
  const platforms = new Map<string, Platform>();
  const addresses = new Map<string, Address>();
  return {
    of(stack, connection) {
      const configuration = readConfiguration(stack, connection, environment);
      const key = JSON.stringify(configuration);
      const platform = platforms.get(key) ?? platformOf(configuration, { ...options, addresses });
      platforms.set(key, platform);
      return { ...platform, settingWords: settingWordsOf(stack, connection, environment, provider) };
    },
    forgetLists() {
      for (const { lists } of platforms.values()) lists.forget();
    },
  };
}

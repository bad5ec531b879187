/** The provider in this process: its lifecycle over the real client, with the times that a test needs. */

import { resourceProviderOf } from "../../../provider/dynamic/resourceProvider.js";
import { readConfiguration } from "../../../provider/platform/configuration.js";
import type { EndpointSet } from "../../../provider/platform/endpoint.js";
import { type Platform, platformOf } from "../../../provider/platform/platform.js";
import type { Values } from "../../../provider/schema/json.js";
import { steadyClock } from "../../steady-clock.js";
import { definitionOf, PROVIDER_TEXT } from "../../unit/pretend-platform.js";

export interface ProviderSettings {
  readonly url: string;
  readonly token: string;
  /** Takes the place of the token. */
  readonly tokenFile?: string | undefined;
  readonly endpoints?: EndpointSet;
  readonly requestSeconds?: number;
  readonly operationSeconds?: number;
}

/** A resource as the engine keeps it. */
export interface Kept {
  readonly id: string;
  readonly state: Values;
}

/** The verbs of one kind, as the engine calls them. */
export interface Verbs {
  create(args: Values): Promise<Kept>;
  read(id: string, state: Values): Promise<Kept>;
  update(id: string, state: Values, args: Values): Promise<Kept>;
  delete(id: string, state: Values): Promise<void>;
  /** Whether an update would change something. */
  diff(id: string, state: Values, args: Values): Promise<{ readonly changes?: boolean }>;
}

export interface Provider {
  of(kind: string): Verbs;
  readonly platform: Platform;
  readonly warnings: readonly string[];
}

export function providerAt(settings: ProviderSettings): Provider {
  const { url, token, tokenFile, endpoints = "documented", requestSeconds = 10, operationSeconds = 20 } = settings;
  const configuration = readConfiguration(() => undefined, undefined, {
    APP_PLATFORM_BASE_URL: url,
    APP_PLATFORM_ENDPOINTS: endpoints,
    ...(tokenFile === undefined ? { APP_PLATFORM_TOKEN: token } : { APP_PLATFORM_TOKEN_FILE: tokenFile }),
  });
  const warnings: string[] = [];
  const log = { warn: (text: string) => void warnings.push(text), info: () => undefined };
  const platform = platformOf(
    // Not by the environment: parts of a second are given here.
    { ...configuration, requestTimeoutSeconds: requestSeconds, operationTimeoutSeconds: operationSeconds },
    { clock: steadyClock },
  );
  const withText = (values: Values): Values => ({ ...values, __provider: PROVIDER_TEXT });
  return {
    platform,
    warnings,
    of(kind) {
      const lifecycle = resourceProviderOf(definitionOf(kind), () => platform, { log });
      return {
        async create(args) {
          const { id, outs } = await lifecycle.create(withText(args));
          return { id, state: outs ?? {} };
        },
        async read(id, state) {
          const now = await lifecycle.read?.(id, withText(state));
          return { id: now?.id ?? "", state: now?.props ?? {} };
        },
        async update(id, state, args) {
          const now = await lifecycle.update?.(id, withText(state), withText(args));
          return { id, state: now?.outs ?? {} };
        },
        async delete(id, state) {
          await lifecycle.delete?.(id, withText(state));
        },
        diff: async (id, state, args) => (await lifecycle.diff?.(id, withText(state), withText(args))) ?? {},
      };
    },
  };
}

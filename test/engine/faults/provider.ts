/** The provider in this process: its lifecycle over the real client, with the times that a test needs. */
import { resourceProviderOf } from "../../../provider/frontends/dynamic/provider.js";
import { newRun } from "../../../provider/ownership/run.js";
import { readConfiguration } from "../../../provider/platform/configuration.js";
import { type Platform, platformOf } from "../../../provider/platform/platform.js";
import { steadyClock } from "../../support/fake-clock.js";
import {
  type FrontendName,
  nativeFrontendTo,
  urnOf,
  type Verbs,
  verbsOf,
  verbsOfDynamic,
} from "../../support/frontend.js";
import type { EndpointSet } from "../../support/provider.js";
import { definitionOf } from "../../unit/support/fake-platform.js";

export interface ProviderSettings {
  /** The dynamic one if omitted. */
  readonly frontend?: FrontendName;
  readonly url: string;
  readonly token: string;
  /** Takes the place of the token. */
  readonly tokenFile?: string | undefined;
  /** If omitted, requests aren't logged. */
  readonly logFile?: string | undefined;
  readonly endpoints?: EndpointSet;
  readonly requestSeconds?: number;
  readonly operationSeconds?: number;
}

export interface Provider {
  of(kind: string): Verbs;
  readonly platform: Platform;
  readonly warnings: readonly string[];
}

export function providerAt(settings: ProviderSettings): Provider {
  const { frontend = "dynamic", url, token, tokenFile, logFile, endpoints = "documented" } = settings;
  const { requestSeconds = 10, operationSeconds = 20 } = settings;
  const configuration = readConfiguration(() => undefined, undefined, {
    APP_PLATFORM_BASE_URL: url,
    APP_PLATFORM_ENDPOINTS: endpoints,
    ...(logFile === undefined ? {} : { APP_PLATFORM_LOG_FILE: logFile }),
    ...(tokenFile === undefined ? { APP_PLATFORM_TOKEN: token } : { APP_PLATFORM_TOKEN_FILE: tokenFile }),
  });
  const warnings: string[] = [];
  const log = { warn: (text: string) => void warnings.push(text), info: () => undefined };
  const platform = platformOf(
    // Not by the environment: parts of a second are given here.
    { ...configuration, requestTimeoutSeconds: requestSeconds, operationTimeoutSeconds: operationSeconds },
    { clock: steadyClock },
  );
  const run = newRun();
  const native = nativeFrontendTo(() => platform, log, { run });
  const of = {
    dynamic: (kind: string) =>
      verbsOfDynamic(
        resourceProviderOf(definitionOf(kind), () => platform, { log, run }),
        urnOf(kind, "it"),
      ),
    native: (kind: string) => verbsOf(native, urnOf(kind, "it")),
  };
  return { platform, warnings, of: of[frontend] };
}

import { authorizationOf } from "../../provider/platform/accessToken.js";
import { systemClock, timeoutSignal } from "../../provider/platform/clock.js";
import { environmentName, userAgentOf } from "../../provider/platform/environment.js";
import { networkTo } from "../../provider/platform/network.js";
import { routeTo } from "../../provider/platform/proxy.js";
import { logging } from "../../provider/platform/requestLog.js";
import type { SettingName, TokenScheme } from "../../provider/platform/settings.js";
import type { RawResponse } from "../../provider/platform/transport.js";
import { isUuid } from "../environmentArgument.js";
import type { Examination } from "./check.js";

/** Identifies nothing on any platform: a request with it reads and changes nothing. */
export const nobody = "00000000-0000-0000-0000-000000000000";

/** A documented list that every platform serves, of an environment that does not exist. */
export const harmlessPath = `/environment/${nobody}/container`;

const command = "app-platform doctor";

/** How long a request of a check may take, in seconds, where the setting allows more. */
const maxSeconds = 15;

/**
 * Sends one GET below the base URL, with or without a token. It is not repeated: a check reports what it sees.
 *
 * @param scheme How the token is sent; by default, as the settings say.
 */
export function get(
  { facts, manifest, options, environment, signal }: Examination,
  path: string,
  token?: string,
  scheme: TokenScheme = facts.configuration?.tokenScheme ?? "bearer",
): Promise<RawResponse> {
  const baseUrl = facts.baseUrl as URL;
  const seconds = Math.min(maxSeconds, facts.settings?.requestTimeoutSeconds ?? maxSeconds);
  const { proxy } = routeTo(baseUrl, environment);
  const network = networkTo({ baseUrl, proxy, maxConcurrentRequests: 1, requestTimeoutSeconds: seconds });
  const headers = {
    accept: "application/json",
    "user-agent": userAgentOf(manifest.version, command),
    ...(token === undefined ? {} : { authorization: authorizationOf(scheme, token) }),
  };
  const limited = AbortSignal.any([signal, timeoutSignal(systemClock, seconds * 1000)]);
  const request = { method: "GET", path: `${baseUrl.pathname.replace(/\/+$/, "")}${path}`, headers };
  const logFile = facts.configuration?.logFile;
  if (logFile === undefined) return network(request, limited);
  const hide = (text: string) => (token === undefined ? text : text.replaceAll(token, "***"));
  // Whether the log can be written is part of the check of the settings.
  const origin = { name: () => command, connection: options.connection, hide, warn: () => {} };
  const route = path.replace(/[^/]*[^/a-z-][^/]*/gi, "{id}");
  const shown = path.replace(/[^/]+/g, (part) => (isUuid(part) || /^[a-z-]+$/i.test(part) ? part : "{id}"));
  const logged = { route, path: shown, attempt: 1, origin, hide };
  return logging(network, logFile, systemClock)({ ...request, logged }, limited);
}

/** How the setting is called where it comes from. */
export function namesOf(setting: SettingName): string {
  return `${environmentName(setting)} or app-platform:${setting}`;
}

import { authorizationOf } from "../../provider/platform/accessToken.js";
import { environmentName } from "../../provider/platform/environment.js";
import type { SettingName, TokenScheme } from "../../provider/platform/settings.js";
import type { RawResponse } from "../../provider/platform/transport.js";
import { sendPlain } from "../plainRequest.js";
import type { Examination } from "./check.js";

/** An ID that no platform has: requests with it read and change nothing. */
export const nobody = "00000000-0000-0000-0000-000000000000";

/** A documented list that every platform serves, in an environment that doesn't exist. */
export const harmlessPath = `/environment/${nobody}/container`;

const command = "app-platform doctor";

/** Maximum time of a check's request, in seconds, even if the setting allows more. */
const maxSeconds = 15;

/**
 * Sends one GET below the base URL, with or without a token. Doesn't retry, since a check reports what it sees.
 *
 * @param scheme How the token is sent; by default, as the settings say.
 */
export function get(
  { facts, options, environment, signal }: Examination,
  path: string,
  token?: string,
  scheme: TokenScheme = facts.configuration?.tokenScheme ?? "bearer",
): Promise<RawResponse> {
  const seconds = Math.min(maxSeconds, facts.settings?.requestTimeoutSeconds ?? maxSeconds);
  const authorization = token === undefined ? undefined : { header: authorizationOf(scheme, token), token };
  const { connection } = options;
  const { logFile } = facts.configuration ?? {};
  const to = { baseUrl: facts.baseUrl as URL, logFile, path };
  return sendPlain({ ...to, command, connection, seconds, authorization, environment, signal });
}

/** The names of a setting in its possible sources. */
export function namesOf(setting: SettingName): string {
  return `${environmentName(setting)} or app-platform:${setting}`;
}

import { tokenOf } from "../provider/platform/accessToken.js";
import type { Configuration } from "../provider/platform/configuration.js";
import { jwtPart } from "../provider/platform/settings.js";
import { isObject, type Values } from "../provider/schema/json.js";

/** The claims of a token; nothing for an API token. Only the platform decides whether they're true. */
export function claimsOf(configuration: Configuration): Values {
  if (configuration.tokenScheme === "token") return {};
  const claims = jwtPart(tokenOf(configuration).current(), 1);
  return isObject(claims) ? claims : {};
}

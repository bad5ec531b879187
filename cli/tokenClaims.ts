import { tokenOf } from "../provider/platform/accessToken.js";
import type { Configuration } from "../provider/platform/configuration.js";
import { jwtPart } from "../provider/platform/settings.js";
import { isObject, type Values } from "../provider/schema/json.js";

/** What a token says about itself; nothing if it is an API token. The platform decides what of it is true. */
export function claimsOf(configuration: Configuration): Values {
  if (configuration.tokenScheme === "token") return {};
  const claims = jwtPart(tokenOf(configuration).current(), 1);
  return isObject(claims) ? claims : {};
}

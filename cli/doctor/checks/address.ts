import { ConfigurationError } from "../../../provider/errors/plan.js";
import { networkFailure } from "../../../provider/platform/networkErrors.js";
import { type Route, routeTo } from "../../../provider/platform/proxy.js";
import type { RawResponse } from "../../../provider/platform/transport.js";
import { isObject, parseJson, type Value } from "../../../provider/schema/json.js";
import { type Check, type Finding, failureOf } from "../check.js";
import { get, harmlessPath, namesOf } from "../send.js";

/** Whether the API responds at the base URL, directly or through a proxy. Sends no token, since the address may be somebody else's. */
export const address: Check = {
  name: "address",
  needs: ["baseUrl"],
  async run(examination) {
    const { facts, environment, signal } = examination;
    const baseUrl = facts.baseUrl as URL;
    const { href } = baseUrl;
    let route: Route;
    try {
      route = routeTo(baseUrl, environment);
    } catch (error) {
      if (error instanceof ConfigurationError) return failureOf(error);
      throw error;
    }
    const details = [wayOf(route)];
    const sent = Date.now();
    let response: RawResponse;
    try {
      response = await get(examination, harmlessPath);
    } catch (error) {
      if (signal.aborted) throw signal.reason;
      return { ...unreachable(baseUrl, error, route), details };
    }
    const localTime = (sent + Date.now()) / 2;
    const wrong = whatIsWrong(response, href);
    if (wrong !== undefined) return { ...wrong, details };
    facts.contact = { response, localTime };
    return { status: "ok", message: `${href} responds in ${Date.now() - sent} ms.`, details };
  },
};

function wayOf(route: Route): string {
  if (route.proxy === undefined) return `proxy: none (${route.why})`;
  return `proxy: ${route.proxy.url} (${route.proxy.source})`;
}

function unreachable({ origin }: URL, error: unknown, { proxy }: Route): Finding {
  const isLate = error instanceof Error && ["TimeoutError", "AbortError"].includes(error.name);
  const { reason, todo } = isLate ? { reason: "no response in time" } : networkFailure(error, proxy);
  return {
    status: "failure",
    message: `${origin} doesn't respond: ${reason}.`,
    cure: [
      ...(todo === undefined ? [] : [todo.replace(/\.$/, "")]),
      `correct the base URL: ${namesOf("baseUrl")}`,
      "start the platform (`app-platform backend` starts a local one)",
    ],
  };
}

/** Why a response isn't the API's: without a token, the API responds with 401. */
function whatIsWrong({ status, headers, text }: RawResponse, href: string): Finding | undefined {
  const json = parseJson(text) as Value | undefined;
  if (status === 401 || status === 403 || ((status === 404 || status === 400) && isObject(json))) return undefined;
  if (status >= 500) {
    return {
      status: "failure",
      message: `${href} responds with an error (${status}).`,
      cure: "wait and try again; if the error persists, ask the platform's operator",
    };
  }
  const [type = "nothing"] = String(headers["content-type"] ?? "nothing").split(";");
  const to = headers.location === undefined ? "" : ` and leads to ${originOf(String(headers.location), href)}`;
  return {
    status: "failure",
    message: `${href} isn't the API: it responds with ${status} and ${type}${to} where the API requires a token (401).`,
    cure: `set the base URL to that of the API, not of a web page, a login or a proxy: ${namesOf("baseUrl")}`,
  };
}

/** Only the origin, since the rest of an address may be secret. */
function originOf(location: string, base: string): string {
  return URL.canParse(location, base) ? new URL(location, base).origin : "an unreadable address";
}

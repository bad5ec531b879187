import type { Configuration } from "../provider/platform/configuration.js";
import { userAgentOf } from "../provider/platform/environment.js";
import { networkTo, type RawResponse, routeTo } from "../provider/platform/network.js";
import { systemClock, timeoutSignal } from "../provider/platform/operation.js";
import { logging } from "../provider/platform/requestLog.js";
import { redactTexts } from "../provider/values/redact.js";
import type { Outside } from "./command.js";
import { isUuid } from "./environmentArgument.js";
import { manifest } from "./manifest.js";

/** A GET without retries, whose caller judges the response. */
export interface PlainRequest extends Outside, Pick<Configuration, "baseUrl" | "logFile"> {
  /** The command in the log and in `User-Agent`. */
  readonly command: string;
  readonly connection: string | undefined;
  readonly path: string;
  readonly seconds: number;
  /** Text of the header that authorizes it, and the token in it. */
  readonly authorization?: { readonly header: string; readonly token: string } | undefined;
}

export function sendPlain(plain: PlainRequest): Promise<RawResponse> {
  const { baseUrl, logFile, command, connection, path, seconds, authorization, environment, signal } = plain;
  const { proxy } = routeTo(baseUrl, environment);
  const network = networkTo({ baseUrl, proxy, maxConcurrentRequests: 1, requestTimeoutSeconds: seconds });
  const headers = {
    accept: "application/json",
    "user-agent": userAgentOf(manifest.version, command),
    ...(authorization === undefined ? {} : { authorization: authorization.header }),
  };
  const limited = AbortSignal.any([signal, timeoutSignal(systemClock, seconds * 1000)]);
  const request = { method: "GET", path: `${baseUrl.pathname.replace(/\/+$/, "")}${path}`, headers };
  if (logFile === undefined) return network(request, limited);
  const redact = redactTexts(authorization === undefined ? [] : [authorization.token], 1);
  // Callers that need to know whether the log can be written check that.
  const origin = { name: () => command, connection, redact, warn: () => {} };
  const route = path.replace(/[^/]*[^/a-z_-][^/]*/gi, "{id}");
  const shown = path.replace(/[^/]+/g, (segment) =>
    isUuid(segment) || /^[a-z_-]+$/i.test(segment) ? segment : "{id}",
  );
  const logged = { route, path: shown, attempt: 1, origin, redact };
  return logging(network, logFile, systemClock)({ ...request, logged }, limited);
}

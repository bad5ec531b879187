/** The rows of the request log. */
import type { Platform } from "../../platform.js";
import { kinds } from "../../resources/services.js";
import { masked, withoutCredentials } from "../../schema/secret-texts.js";
import { isUuid } from "../../schema/texts.js";
import type { RequestSummary } from "../contract.js";
import type { LoggedRequest, RequestLog } from "./request-log.js";
import { senderOf } from "./sender.js";

/** A part of an unknown path that is shown: a word, as paths have them. */
const word = /^[A-Za-z][A-Za-z_-]{0,40}$/;

/** The path without its query. What is neither an ID nor a word could be anything, so it is masked. */
export function shownPath({ route, params, url }: LoggedRequest): string {
  if (route !== undefined) {
    return route.path.replace(/\{(\w+)\}/g, (_match, name: string) => {
      const id = params[name] ?? "";
      return isUuid(id) ? id : masked;
    });
  }
  const segments = (url.split("?", 1)[0] ?? "").slice(0, 2000).split("/");
  return segments
    .map((segment) => (segment === "" || isUuid(segment) || word.test(segment) ? segment : masked))
    .join("/");
}

export function serviceIdOf({ route, params, service }: LoggedRequest): string | null {
  if (service !== null) return service.id;
  const id = kinds.map((kind) => params[`${kind}Id`]).find((each) => each !== undefined);
  return route !== undefined && id !== undefined && isUuid(id) ? id.toLowerCase() : null;
}

/** Names the services of requests: as the log has them, so that deleted ones have their names too. */
export function serviceNamer(log: RequestLog, { store }: Platform): (request: LoggedRequest) => string | null {
  const names = new Map<string, string | null>();
  for (const { service } of log.newestFirst()) {
    if (service !== null && !names.has(service.id)) names.set(service.id, service.name);
  }
  return (request) => {
    const id = serviceIdOf(request);
    if (id === null) return null;
    if (!names.has(id)) names.set(id, store.services.get(id)?.config.name ?? null);
    const name = request.service?.name ?? names.get(id) ?? null;
    return name === null ? null : withoutCredentials(name);
  };
}

export function requestSummary(
  request: LoggedRequest,
  nameOf: (request: LoggedRequest) => string | null,
): RequestSummary {
  const { actor } = request;
  return {
    id: request.id,
    requestId: request.requestId,
    at: new Date(request.at).toISOString(),
    method: request.method,
    path: shownPath(request),
    operation: request.route?.operation ?? null,
    status: request.status,
    milliseconds: Math.round(request.milliseconds * 10) / 10,
    who: actor === undefined ? null : `${actor.role} (${actor.subject})`,
    sender: senderOf(request.agent),
    serviceId: serviceIdOf(request),
    serviceName: nameOf(request),
    fault: request.fault,
    violations: request.violations.length,
    replayOf: request.replayOf,
  };
}

/** The local paths of the request log. */
import type { LocalContext } from "../local/context.js";
import type { LocalRequest, LocalRoute } from "../local/local-route.js";
import { invalid, Problem } from "../problem.js";
import { urlOf } from "../url-of.js";
import type { RequestDetail, RequestLog as ShownLog } from "./contract.js";
import { replay } from "./requests/replay.js";
import { requestDetail } from "./requests/request-detail.js";
import type { LoggedRequest } from "./requests/request-log.js";
import { requestSummary, serviceIdOf, serviceNamer } from "./requests/request-summaries.js";

const page = true;
const longestList = 1000;

function find({ dashboard: { log } }: LocalContext, { params }: LocalRequest): LoggedRequest {
  const id = Number(params.requestId);
  const found = Number.isSafeInteger(id) ? log.find(id) : undefined;
  if (found === undefined) throw new Problem(404, "The log has no request with this id.");
  return found;
}

/** A status such as 404, or a class such as 4xx; `fault` for no response. */
function hasStatus({ status }: LoggedRequest, desired: string): boolean {
  if (desired === "fault") return status === null;
  return /^[1-5]xx$/.test(desired) ? String(status).startsWith(desired.charAt(0)) : String(status) === desired;
}

function filterOf({ query }: LocalRequest): (request: LoggedRequest) => boolean {
  const [service, status, method] = ["service", "status", "method"].map((name) => query.get(name) || undefined);
  if (status !== undefined && !/^(?:[1-5](?:xx|\d\d)|fault)$/.test(status)) {
    throw invalid([{ field: "status", message: "must be a status such as 404, a class such as 4xx, or fault" }]);
  }
  return (request) =>
    (service === undefined || serviceIdOf(request) === service.toLowerCase()) &&
    (status === undefined || hasStatus(request, status)) &&
    (method === undefined || request.method === method.toUpperCase());
}

function beforeOf({ query }: LocalRequest): number | undefined {
  const before = query.get("before");
  if (before === null || before === "") return undefined;
  if (!/^\d{1,15}$/.test(before)) throw invalid([{ field: "before", message: "must be the id of a request" }]);
  return Number(before);
}

function list({ dashboard: { log }, platform }: LocalContext, request: LocalRequest): ShownLog {
  const isDesired = filterOf(request);
  const nameOf = serviceNamer(log, platform);
  const results: ShownLog["results"][number][] = [];
  for (const each of log.newestFirst(beforeOf(request))) {
    if (results.length === longestList) break;
    if (isDesired(each)) results.push(requestSummary(each, nameOf));
  }
  return { results, total: log.total() };
}

function detail(context: LocalContext, request: LocalRequest): RequestDetail {
  const { dashboard, platform } = context;
  const found = find(context, request);
  const origin = dashboard.address === undefined ? "" : urlOf(dashboard.address);
  return requestDetail(found, requestSummary(found, serviceNamer(dashboard.log, platform)), origin);
}

async function repeat(context: LocalContext, request: LocalRequest): Promise<{ id: number }> {
  const { dashboard, key } = context;
  if (dashboard.address === undefined) throw new Error("The platform doesn't listen.");
  return { id: await replay(find(context, request), { key, replays: dashboard.replays, address: dashboard.address }) };
}

export const requestRoutes: readonly LocalRoute[] = [
  { method: "GET", path: "/_local/requests/log", page, query: ["service", "status", "method", "before"], run: list },
  { method: "GET", path: "/_local/requests/{requestId}", page, run: detail },
  { method: "POST", path: "/_local/requests/{requestId}/replay", page, run: repeat },
];

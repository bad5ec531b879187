/** The local paths, for tests and for developers on this machine; never part of the API. */

import { randomUUID } from "node:crypto";
import { z } from "zod";
import { sentBodies } from "../dashboard/requests/request-detail.js";
import { dashboardRoutes } from "../dashboard/routes.js";
import { parseDuration } from "../duration.js";
import { failureRules, keepFailureRules, readFailureRules } from "../failure-rules.js";
import { latestReading, longestAdvance } from "../manual-clock.js";
import { openApiDocument } from "../openapi.js";
import { expireInvitation } from "../operations/members.js";
import { invalid, notFound, Problem } from "../problem.js";
import type { Environment } from "../resources/environment.js";
import { roles, schemes } from "../roles.js";
import { resourceName, text, uuid } from "../schema/texts.js";
import { integer, optional } from "../schema/values.js";
import { plainEnvironment, seededIds } from "../seed.js";
import { signApiToken, signToken } from "../tokens.js";
import type { LocalContext } from "./context.js";
import { readFaultRules } from "./fault-rules.js";
import type { LocalRequest, LocalRoute } from "./local-route.js";
import { readLocalBody } from "./read-body.js";
import { reset } from "./reset.js";
import { restoreSnapshot, takeSnapshot } from "./snapshot.js";

const clockBody = z.strictObject({ advanceSeconds: z.number().min(0).max(longestAdvance) });

function advance(context: LocalContext, { body }: LocalRequest) {
  const { advanceSeconds } = readLocalBody(context.platform, clockBody, body);
  if (context.platform.clock.speed !== "manual") {
    throw new Problem(409, "The clock can be advanced only with --speed manual.");
  }
  if (context.manualClock.get() + advanceSeconds * 1000 > latestReading) {
    throw new Problem(409, `The clock can't be advanced beyond ${new Date(latestReading).toISOString()}.`);
  }
  context.manualClock.advance(advanceSeconds);
  return { reading: new Date(context.platform.clock.reading()).toISOString() };
}

const environmentBody = z.strictObject({
  id: optional(uuid),
  name: optional(resourceName),
  autoPreview: optional(z.boolean()),
  auto_preview: optional(z.boolean()),
});

function makeEnvironment(context: LocalContext, { body }: LocalRequest): Environment {
  const specified = readLocalBody(context.platform, environmentBody, body);
  const { store } = context.platform;
  const id = specified.id ?? randomUUID();
  const environment = plainEnvironment({
    id,
    name: specified.name ?? `environment-${id.slice(0, 8)}`,
    autoPreview: specified.autoPreview ?? specified.auto_preview ?? true,
    createdAt: context.platform.clock.now().toISOString(),
  });
  store.write(() => store.records.put("environment", id, environment));
  return environment;
}

const tokenBody = z.strictObject({
  role: z.enum(roles).default("editor"),
  scheme: z.enum(schemes).default("bearer"),
  organizationId: uuid.default(seededIds.organization),
  notBeforeSeconds: optional(integer()),
  issuer: optional(text),
  audience: optional(text),
  ttl: optional(
    z
      .custom<string | number>(
        (ttl) => (typeof ttl === "string" || typeof ttl === "number") && parseDuration(String(ttl)) !== undefined,
        "must be a number of seconds, or a string such as 15m or 1h",
      )
      .transform((ttl) => Number(parseDuration(String(ttl)))),
  ),
});
type TokenRequest = z.output<typeof tokenBody>;

async function makeToken(context: LocalContext, { body }: LocalRequest) {
  const request = readLocalBody(context.platform, tokenBody, body);
  if (request.scheme === "token") return { token: makeApiToken(context, request) };
  return { token: await signToken(context.key, { ...request, ttlSeconds: request.ttl ?? 3600 }) };
}

function makeApiToken({ key }: LocalContext, { role, organizationId, ...ofJwts }: TokenRequest) {
  const wrong = (["ttl", "notBeforeSeconds", "issuer", "audience"] as const).filter((field) => ofJwts[field] !== null);
  if (wrong.length > 0) throw invalid(wrong.map((field) => ({ field, message: "applies only to the scheme bearer" })));
  return signApiToken(key, role, organizationId);
}

function setFaults(context: LocalContext, { body }: LocalRequest) {
  context.faults.set(readFaultRules(context, body));
  return { rules: context.faults.list() };
}

function journalWithBodies({ journal, dashboard: { log } }: LocalContext) {
  return { results: journal.rows().map(({ logged, ...row }) => ({ ...row, bodies: sentBodies(log, logged) })) };
}

const enabledBody = z.strictObject({ enabled: z.boolean() });

function enableFault({ platform, faults }: LocalContext, { body, params }: LocalRequest) {
  const { enabled } = readLocalBody(platform, enabledBody, body);
  if (!faults.enable(Number(params.index), enabled)) throw notFound("fault rule", params.index ?? "");
  return { rules: faults.list() };
}

const page = true;
const takesBody = true;

export const localRoutes: readonly LocalRoute[] = [
  ...dashboardRoutes,
  { method: "GET", path: "/_local/health", run: ({ instanceId }) => ({ status: "ok", pid: process.pid, instanceId }) },
  {
    method: "GET",
    path: "/_local/openapi.json",
    page,
    run: ({ endpoints, routes }) => openApiDocument(endpoints, routes),
  },
  { method: "POST", path: "/_local/reset", page, run: reset },
  {
    method: "GET",
    path: "/_local/snapshot",
    page,
    // A link to it downloads it.
    headers: {
      "content-disposition": 'attachment; filename="app-platform-snapshot.json"',
      "cache-control": "no-store",
    },
    run: ({ platform }) => takeSnapshot(platform),
  },
  {
    method: "PUT",
    path: "/_local/snapshot",
    takesBody,
    page,
    run: ({ platform, manualClock }, { body }) => restoreSnapshot(platform, manualClock, body),
  },
  { method: "GET", path: "/_local/requests", run: journalWithBodies },
  { method: "DELETE", path: "/_local/requests", run: ({ journal }) => journal.clear() },
  { method: "GET", path: "/_local/faults", page, run: ({ faults }) => ({ rules: faults.list() }) },
  { method: "PUT", path: "/_local/faults", takesBody, page, run: setFaults },
  { method: "DELETE", path: "/_local/faults", page, run: ({ faults }) => faults.set([]) },
  { method: "PUT", path: "/_local/faults/{index}/enabled", takesBody, page, run: enableFault },
  { method: "POST", path: "/_local/clock", takesBody, page, run: advance },
  {
    method: "GET",
    path: "/_local/environments",
    run: ({ platform }) => ({ results: platform.store.records.list("environment") }),
  },
  { method: "POST", path: "/_local/environments", takesBody, run: makeEnvironment },
  {
    method: "POST",
    path: "/_local/invitations/{id}/expire",
    run: ({ platform }, { params }) => platform.store.write(() => expireInvitation(platform, params.id ?? "")),
  },
  { method: "POST", path: "/_local/tokens", takesBody, page, run: makeToken },
  {
    method: "GET",
    path: "/_local/deployment-failures",
    page,
    run: ({ platform }) => ({ rules: readFailureRules(platform) }),
  },
  {
    method: "PUT",
    path: "/_local/deployment-failures",
    takesBody,
    page,
    run: (context, { body }) => {
      const { rules } = readLocalBody(context.platform, failureRules, body);
      context.platform.store.write(() => keepFailureRules(context.platform, rules));
      return { rules };
    },
  },
  {
    method: "DELETE",
    path: "/_local/deployment-failures",
    page,
    run: ({ platform }) => platform.store.write(() => keepFailureRules(platform, [])),
  },
];

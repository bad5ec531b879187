/** An API request as its handler sees it, and the steps that all handlers share. */
import type { z } from "zod";
import type { Platform } from "../platform.js";
import { invalid, notFound, Problem } from "../problem.js";
import type { Cluster, Environment } from "../resources/environment.js";
import type { Service, ServiceKind } from "../resources/service.js";
import { tooManyItems } from "../schema/items.js";
import { isUuid } from "../schema/texts.js";
import { type FurtherCheck, validate } from "../schema/validate.js";
import type { StoredService } from "../store/services.js";
import type { Actor } from "../tokens.js";

export interface Call {
  readonly platform: Platform;
  readonly actor: Actor;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The parsed body before validation; undefined if there is none. */
  readonly body: unknown;
  readonly now: string;
}

/** The validated body; throws with all violations at once, except that nothing else is checked in a body with too many items. */
export function readBody<T>(
  { platform, body }: Pick<Call, "platform" | "body">,
  schema: z.ZodType<T>,
  further?: FurtherCheck<T>,
): T {
  const overfull = tooManyItems(body);
  if (overfull !== undefined) throw invalid([overfull]);
  const validated = validate(schema, body, platform.references, further);
  if (validated.violations !== undefined) throw invalid(validated.violations);
  return validated.value;
}

/** A path parameter as an id; one that is not a UUID matches nothing. */
export function pathId(call: Call, member: string, what: string): string {
  const id = call.params[member] ?? "";
  if (!isUuid(id)) throw notFound(what, id);
  return id.toLowerCase();
}

export function findEnvironment(call: Call): Environment {
  return environmentNamed(call.platform, pathId(call, "environmentId", "environment"));
}

/** For requests that create or change something in an environment. */
export function refuseDeletedEnvironment({ id, deletingSince }: Environment): void {
  if (deletingSince !== null) throw new Problem(409, `The environment ${id} is being deleted.`);
}

/** For requests that change a service, or create or change something that belongs to it. */
export function refuseDeletedService({ id, kind, deletingSince }: StoredService): void {
  if (deletingSince !== null) throw new Problem(409, `The ${kind} ${id} is being deleted.`);
}

/** The environment that a body refers to. */
export function environmentNamed(platform: Platform, id: string): Environment {
  const environment = platform.store.records.get("environment", id);
  if (environment === undefined) throw notFound("environment", id);
  return environment;
}

export function findCluster(call: Call): Cluster {
  const id = pathId(call, "clusterId", "cluster");
  const cluster = call.platform.store.records.get("cluster", id);
  if (cluster === undefined) throw notFound("cluster", id);
  return cluster;
}

/** The cluster of a path that also has its organization. */
export function findOwnCluster(call: Call): Cluster {
  const organizationId = findOrganization(call);
  const cluster = findCluster(call);
  if (cluster.organizationId !== organizationId) throw notFound("cluster", cluster.id);
  return cluster;
}

/** A query parameter that is true or false; false if omitted. */
export function readFlag(query: URLSearchParams, name: string): boolean {
  const value = query.get(name) ?? "false";
  if (value !== "true" && value !== "false") {
    throw new Problem(400, `The query parameter ${name} isn't valid.`, [
      { field: name, message: "must be true or false" },
    ]);
  }
  return value === "true";
}

export function findOrganization(call: Call): string {
  const id = pathId(call, "organizationId", "organization");
  if (call.platform.store.records.get("organization", id) === undefined) throw notFound("organization", id);
  return id;
}

export function findService<B, C extends { name: string }, A>(call: Call, { kind }: ServiceKind<B, C, A>): Service<C> {
  const id = pathId(call, `${kind}Id`, kind);
  const service = call.platform.store.services.get(id);
  if (service?.kind !== kind) throw notFound(kind, id);
  // The store contains only what the service's kind has created.
  return service as Service<C>;
}

export function clusterOf(platform: Platform, environment: Environment): Cluster {
  const cluster = platform.store.records.get("cluster", environment.clusterId);
  if (cluster === undefined) throw new Error(`The data file has lost the cluster ${environment.clusterId}.`);
  return cluster;
}

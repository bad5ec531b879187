import { z } from "zod";
import type { Call } from "../operations/call.js";
import { type Method, type Role, usualRole } from "../roles.js";
import { type Tag, tagOf } from "./tags.js";

export type EndpointSet = "documented" | "extended";

/** What a query may have. */
export interface QueryParameter {
  readonly description: string;
  /** Its values as text; true or false unless given. */
  readonly schema?: z.ZodType;
  readonly isRequired?: boolean;
}

/** An endpoint: its handler, and everything that the OpenAPI document says about it. */
export interface Route {
  readonly operation: string;
  readonly summary: string;
  /** The group of operations that the OpenAPI document lists it in. */
  readonly tag: Tag;
  readonly method: Method;
  readonly path: string;
  /** The number in the API document; undefined in the extended set. */
  readonly number?: number;
  readonly role: Role;
  readonly body?: z.ZodType;
  /** The content type of the request, whose body is then text; JSON if omitted. */
  readonly bodyType?: string;
  /** Whether an omitted body counts as `{}`. */
  readonly bodyMayBeAbsent?: boolean;
  readonly query?: Readonly<Record<string, QueryParameter>>;
  readonly response?: z.ZodType;
  /** The member of the response that nothing may keep. */
  readonly returnedOnce?: string;
  /** The content type of the response; JSON if omitted. */
  readonly type?: string;
  readonly success: 200 | 201 | 202 | 204;
  /** When the response is a 409. */
  readonly conflict?: string;
  run(call: Call): unknown;
}

/** A route without what is usual. */
export type Endpoint = Omit<Route, "number" | "role" | "tag"> & {
  readonly role?: Role | undefined;
  readonly tag?: Tag;
};

export function documented(number: number, endpoint: Endpoint): Route {
  return { ...extended(endpoint), number };
}

/** An endpoint that the API document does not have. */
export function extended(endpoint: Endpoint): Route {
  return {
    ...endpoint,
    role: endpoint.role ?? usualRole(endpoint.method),
    tag: endpoint.tag ?? tagOf(endpoint.path),
  };
}

export function results(of: z.ZodType): z.ZodType {
  return z.object({ results: z.array(of) });
}

/** Of deletions that reach the cloud. */
export const skipReconcile = {
  description:
    "Whether to remove only the record; false if omitted. Nothing of it is in a cloud here, so it changes nothing.",
};

export const success = { create: 201, read: 200, accepted: 202, removed: 204 } as const;
export const identityTaken = "There is one with the same identity, or what it belongs to is being deleted.";
export const nameTaken = "The environment already has one with this name.";
export const clusterTaken = "The organization already has a cluster with this name, or the cluster is being deleted.";

/**
 * Records: everything that is neither a service nor a deployment and belongs to an organization, a project, an environment or a
 * service. Each kind is a file in `records/`.
 */
import type { z } from "zod";
import type { Role } from "../roles.js";
import type { Report } from "../schema/rules.js";
import { timestamp, uuid } from "../schema/texts.js";
import { optional } from "../schema/values.js";
import type { RelatedRoles } from "./organization-role.js";

/** A record as stored. */
export interface ChildRecord<Config = unknown> {
  readonly id: string;
  /** The id of what it belongs to. */
  readonly parentId: string;
  readonly createdAt: string;
  readonly updatedAt: string | null;
  /** Of what was returned once, if its kind returns something once. */
  readonly digest?: string;
  readonly config: Config;
}

export const recordParents = ["organization", "project", "environment", "service"] as const;
/** What the records of a kind belong to. */
export type RecordParent = (typeof recordParents)[number];

/** The usual calls, as operations name them. */
export const recordCalls = ["create", "list", "get", "edit", "delete"] as const;
export type RecordCall = (typeof recordCalls)[number];

/** What isn't usual about a call. */
export interface CallOptions {
  /** Who may; by the method if omitted. */
  readonly role?: Role;
  /** The response, of which the call of a list returns several, if it has fewer members than the others. */
  readonly response?: z.ZodType;
}

/** A query of a list. */
interface RecordFilter<Config> {
  readonly description: string;
  textOf(config: Config): string;
}

/** A kind of record. A kind with `represent` that belongs to organizations or to environments is served as it says here. */
export interface RecordKind<Config, Result, Body = Config> {
  /** As operation names spell it, for example `customDomain`. */
  readonly kind: string;
  /** As sentences spell it, for example `custom domain`. */
  readonly noun: string;
  /** What the OpenAPI document says about its operations. */
  readonly description: string;
  /** The group of its operations in the OpenAPI document, if not the kind. */
  readonly tag?: string;
  /** What its records may belong to. */
  readonly parents: readonly RecordParent[];
  /** As paths spell it, if not like the kind. */
  readonly path?: string;
  /** The path parameter of a record, if not the kind with `Id`. */
  readonly parameter?: string;
  /** The calls that it has; all of them if omitted. */
  readonly calls?: Readonly<Partial<Record<RecordCall, CallOptions>>>;
  /** The body of requests, if not the configuration as stored. */
  readonly request?: z.ZodType<Body>;
  /** The configuration as stored. Of most kinds it is the request body, once its defaults are filled in. */
  readonly stored: z.ZodType<Config>;
  readonly response: z.ZodType<Result>;
  /** The member that only the response to a create has: a random text, of which a digest is stored. */
  readonly returnedOnce?: string;
  /** The member of services and clusters that refers to its records: an id, an object with an id, or a list of such objects. */
  readonly referredToBy?: string;
  /** Whether the unique value must be unique among all records of the kind. */
  readonly isUniqueEverywhere?: boolean;
  /** The value that must be unique among the records of one parent, for example a key. */
  uniqueBy(config: Config): string;
  /** What queries of its list select by, whatever the letter case. */
  readonly filters?: Readonly<Record<string, RecordFilter<Config>>>;
  /** The configuration that a request of somebody sets, if not its body. */
  configOf?(body: Body, sender: string): Config;
  /** What an edit must not change. */
  checkEdit?(edit: Body, previous: Config, report: Report): void;
  /** The response, of a kind for which it needs no more than the record, what refers to it and what it refers to. */
  represent?(record: ChildRecord<Config>, countUsers: () => number, related: RelatedRoles): Result;
  /** The role of requests whose access token is what was returned once. */
  roleOf?(config: Config, related: RelatedRoles): Role;
}

/** A kind whose types only its own file knows. */
// biome-ignore lint/suspicious/noExplicitAny: each kind is only given what it has stored itself.
export type AnyRecordKind = RecordKind<any, unknown, any>;

/** What the records of a kind belong to, if everything about its routes is in its file. */
export function servedIn({ parents, represent }: AnyRecordKind): "organization" | "environment" | undefined {
  const [parent, ...others] = parents;
  if (represent === undefined || others.length > 0) return undefined;
  return parent === "organization" || parent === "environment" ? parent : undefined;
}

export type RecordKey = `organization:${string}` | `child:${string}`;

/** The kind of a record in the store, which tells those that the responses of services may include from all others. */
export function recordKey({ kind, parents }: Pick<AnyRecordKind, "kind" | "parents">): RecordKey {
  return parents.includes("organization") ? `organization:${kind}` : `child:${kind}`;
}

/** What people call a record. */
export function nameOf<C>({ uniqueBy }: Pick<RecordKind<C, unknown>, "uniqueBy">, config: C): string {
  const { name } = config as { readonly name?: unknown };
  return typeof name === "string" ? name : uniqueBy(config);
}

/** The members that every response has. */
export const commonMembers = {
  id: uuid,
  created_at: timestamp,
  updated_at: optional(timestamp),
};

export function representCommon(record: ChildRecord) {
  return { id: record.id, created_at: record.createdAt, updated_at: record.updatedAt };
}

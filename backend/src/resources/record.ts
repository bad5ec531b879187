/**
 * Records that belong to a parent: an organization, a project, an environment or a service. They are not services: they have
 * no deployments of their own.
 */
import type { z } from "zod";
import { timestamp, uuid } from "../schema/texts.js";
import { optional } from "../schema/values.js";

/** A record as stored. */
export interface ChildRecord<Config = unknown> {
  readonly id: string;
  /** The id of what it belongs to. */
  readonly parentId: string;
  readonly createdAt: string;
  readonly updatedAt: string | null;
  readonly config: Config;
}

export const recordParents = ["organization", "project", "environment", "service"] as const;
/** What the records of a kind belong to. */
export type RecordParent = (typeof recordParents)[number];

/** How the records of a kind are stored and found. */
export interface RecordKind<Config, Result> {
  /** As paths and operation names spell it, for example `customDomain`. */
  readonly kind: string;
  /** As sentences spell it, for example `custom domain`. */
  readonly noun: string;
  /** What the OpenAPI document says about its operations. */
  readonly description: string;
  /** What its records may belong to. */
  readonly parents: readonly RecordParent[];
  /** The configuration as stored. Of most kinds it is the request body, once its defaults are filled in. */
  readonly stored: z.ZodType<Config>;
  readonly response: z.ZodType<Result>;
  /** The value that must be unique among the records of one parent, for example a key. */
  uniqueBy(config: Config): string;
  /** Whether it must be unique among all records of the kind. */
  readonly isUniqueEverywhere?: boolean;
  /** The response, of a kind for which it needs no more than the record. */
  represent?(record: ChildRecord<Config>): Result;
}

/** The kind of a record in the store. */
export function recordKey({ kind }: { readonly kind: string }): `child:${string}` {
  return `child:${kind}`;
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

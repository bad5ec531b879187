/** Records that belong to an environment and are not services: they are never deployed and only store what was sent. */
import type { z } from "zod";
import { timestamp, uuid } from "../schema/texts.js";
import { optional } from "../schema/values.js";
import { environmentReference } from "./environment.js";

/** A record as stored. */
export interface EnvironmentRecord<Config = unknown> {
  readonly id: string;
  readonly environmentId: string;
  readonly createdAt: string;
  readonly updatedAt: string | null;
  /** The request body with defaults. */
  readonly config: Config;
}

export interface EnvironmentRecordKind<Config, Result> {
  /** As paths and operation names spell it, for example `environmentVariable`. */
  readonly kind: string;
  /** As sentences spell it, for example `environment variable`. */
  readonly noun: string;
  /** What the OpenAPI document says of its operations, for example `Variables of environments.` */
  readonly description: string;
  readonly request: z.ZodType<Config>;
  readonly response: z.ZodType<Result>;
  /** The value that must be unique in an environment, for example a key. It is also its name on the dashboard. */
  uniqueBy(config: Config): string;
  represent(record: EnvironmentRecord<Config>): Result;
}

/** The kind of a record in the store. */
export function recordKey(kind: string): `environment:${string}` {
  return `environment:${kind}`;
}

/** The members that every response has. */
export const recordMembers = {
  id: uuid,
  created_at: timestamp,
  updated_at: optional(timestamp),
  environment: environmentReference,
};

export function representRecord(record: EnvironmentRecord) {
  return {
    id: record.id,
    created_at: record.createdAt,
    updated_at: record.updatedAt,
    environment: { id: record.environmentId },
  };
}

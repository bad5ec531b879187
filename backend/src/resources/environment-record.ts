/** Records that belong to an environment and are not services: they are never deployed and only store what was sent. */
import type { z } from "zod";
import { environmentReference } from "./environment.js";
import { type ChildRecord, commonMembers, type RecordKind, representCommon } from "./record.js";

export interface EnvironmentRecordKind<Config, Result> {
  /** As paths and operation names spell it, for example `environmentVariable`. */
  readonly kind: string;
  /** As sentences spell it, for example `environment variable`. */
  readonly noun: string;
  /** What the OpenAPI document says about its operations, for example `Variables of environments.` */
  readonly description: string;
  readonly request: z.ZodType<Config>;
  readonly response: z.ZodType<Result>;
  /** The value that must be unique in an environment, for example a key. It is also its name on the dashboard. */
  uniqueBy(config: Config): string;
  represent(record: ChildRecord<Config>): Result;
}

/** What such a kind has in common with all kinds of record. */
export function recordKindOf<C, A>({ request, ...kind }: EnvironmentRecordKind<C, A>) {
  return { ...kind, parents: ["environment"], stored: request } satisfies RecordKind<C, A>;
}

/** The members that every response has. */
export const recordMembers = { ...commonMembers, environment: environmentReference };

export function representRecord(record: ChildRecord) {
  return { ...representCommon(record), environment: { id: record.parentId } };
}

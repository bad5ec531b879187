/**
 * Records that belong to an organization and that services refer to by id: registries, tokens, groups and repositories. Those of the
 * initial content may have fewer members than those that requests create.
 */
import type { z } from "zod";
import { firstProject } from "./first-project.js";

/** What is stored of every record; the rest is the body of the request that wrote it. */
export interface OrganizationRecord {
  readonly id: string;
  readonly name: string;
  readonly created_at?: string | undefined;
  readonly updated_at?: string | null | undefined;
}

/** The table that has the records of a kind. */
export type OrganizationTable = "annotationsGroup" | "labelsGroup";

/** What every response has. */
interface Common {
  readonly id: string;
  readonly created_at: string;
  readonly updated_at: string | null;
}

export interface OrganizationRecordKind<Config, Stored extends OrganizationRecord, Result> {
  /** As paths and operation names spell it, for example `annotationsGroups`. */
  readonly kind: string;
  /** The same of a single one: path parameters and operations are named after it. */
  readonly item: string;
  /** As sentences spell it, for example `annotations group`. */
  readonly noun: string;
  /** What the OpenAPI document says about its operations. */
  readonly description: string;
  readonly table: OrganizationTable;
  /** The body of a request. */
  readonly stored: z.ZodType<Config>;
  readonly response: z.ZodType<Result>;
  /** The member of a service that refers to it: an id, or a list of objects with an id. */
  readonly referredToBy: string;
  /** The response, which has no secret. */
  represent(record: Stored, common: Common, associatedServices: () => number): Result;
}

export function commonOf({ id, created_at, updated_at }: OrganizationRecord): Common {
  return { id, created_at: created_at ?? firstProject.createdAt, updated_at: updated_at ?? null };
}

/**
 * Records that belong to an organization and that services or clusters refer to by id: registries, tokens, groups, repositories and
 * cloud credentials. Those of the initial content may have fewer members than those that requests create.
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
export type OrganizationTable =
  | "annotationsGroup"
  | "labelsGroup"
  | "registry"
  | "gitToken"
  | "helmRepository"
  | "cloudCredentials";

/** What every response has. */
interface Common {
  readonly id: string;
  readonly created_at: string;
  readonly updated_at: string | null;
}

export interface OrganizationRecordKind<Config, Stored extends OrganizationRecord, Result> {
  /** As paths and operation names spell it, for example `annotationsGroups`. */
  readonly kind: string;
  /** How paths spell it, if not like the kind. */
  readonly path?: string;
  /** The singular, after which path parameters and operations are named. */
  readonly item: string;
  /** The path parameter, if it is not named after the item. */
  readonly parameter?: string;
  /** As sentences spell it, for example `annotations group`. */
  readonly noun: string;
  /** What the OpenAPI document says about its operations. */
  readonly description: string;
  readonly table: OrganizationTable;
  /** The body of a request. */
  readonly stored: z.ZodType<Config>;
  readonly response: z.ZodType<Result>;
  /** The member of a service or a cluster that refers to it: an id, an object with an id, or a list of such objects. */
  readonly referredToBy: string;
  /** What is stored of a body, if not the body as it is. */
  complete?(body: Config): Config;
  /** Which records of the table are of the kind, if not all of them. */
  isOf?(record: Stored): boolean;
  /** The response, which has no secret. */
  represent(record: Stored, common: Common, associatedServices: () => number): Result;
}

export function commonOf({ id, created_at, updated_at }: OrganizationRecord): Common {
  return { id, created_at: created_at ?? firstProject.createdAt, updated_at: updated_at ?? null };
}

/** Whether restored content is whole: every record and service can be shown, and everything referred to is there. */
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { representCluster } from "../operations/clusters.js";
import { variableWith } from "../operations/visible-variables.js";
import type { Platform } from "../platform.js";
import { clusterResponse } from "../resources/cluster.js";
import { feature } from "../resources/cluster-features.js";
import { type Cluster, storedEnvironment } from "../resources/environment.js";
import { gitOpsResponse } from "../resources/gitops.js";
import { annotationsGroup, labelsGroup } from "../resources/groups.js";
import { serviceKinds } from "../resources/kinds.js";
import { type RecordKind as ChildKind, type ChildRecord, type RecordParent, recordKey } from "../resources/record.js";
import { registry } from "../resources/registry.js";
import { text } from "../schema/texts.js";
import { type Violation, validate } from "../schema/validate.js";
import { isObject } from "../schema/values.js";
import { seededIds } from "../seed.js";
import type { RecordKind } from "../store/records.js";
import type { Rows } from "../store/snapshot.js";

const named = { id: text, name: text };
const stored = { id: text, createdAt: text, updatedAt: text.nullable(), config: z.looseObject({}) };

/** Records as stored; a cluster is also checked as responses show it. */
const recordBodies: Readonly<Record<string, z.ZodType>> = {
  organization: z.looseObject(named),
  cluster: z.looseObject({ ...stored, organizationId: text }),
  environment: storedEnvironment,
  registry,
  gitToken: z.looseObject(named),
  annotationsGroup,
  labelsGroup,
  feature,
  gitOps: gitOpsResponse,
};

interface Reference {
  readonly member: string;
  readonly kind: RecordKind;
}

/** The members of a record that refer to other ones. */
const parents: Readonly<Record<string, readonly Reference[]>> = {
  cluster: [{ member: "organizationId", kind: "organization" }],
  environment: [
    { member: "clusterId", kind: "cluster" },
    { member: "projectId", kind: "child:project" },
  ],
  gitOps: [{ member: "cluster_id", kind: "cluster" }],
};

/** Where the parents of records are. */
const placesOfParents: Record<RecordParent, RecordKind | "service"> = {
  organization: "organization",
  project: "child:project",
  environment: "environment",
  service: "service",
};

type Check = (platform: Platform, snapshot: Snapshot) => Violation[];

/** What the rows of a snapshot contain, by kind and id. */
interface Snapshot {
  /** Services, too. */
  readonly records: ReadonlySet<string>;
  /** A deployment and a service that is part of it. */
  readonly deployed: ReadonlySet<string>;
}

function together(...parts: readonly unknown[]): string {
  return parts.join(" ");
}

const incomplete = "must be complete, and refer only to records of the snapshot";

/** The violations of a value that must be complete as it is, without defaults. */
function fits(field: string, schema: z.ZodType, read: (platform: Platform) => unknown): Check {
  return (platform) => {
    try {
      const value: unknown = JSON.parse(JSON.stringify(read(platform)));
      const checked = validate(schema, value, platform.references);
      if (checked.violations === undefined) {
        return isDeepStrictEqual(value, checked.value) ? [] : [{ field, message: incomplete }];
      }
      return checked.violations.map((each) => ({ ...each, field: `${field}.${each.field}` }));
    } catch {
      // What lacks members that it is made of cannot be shown at all.
      return [{ field, message: incomplete }];
    }
  };
}

function exists(field: string, kinds: readonly (RecordKind | "service")[], id: unknown): Check {
  const message = `must be the id of a record of kind ${kinds.join(" or ")}`;
  return (_platform, { records }) =>
    kinds.some((kind) => records.has(together(kind, id))) ? [] : [{ field, message }];
}

/** Access tokens are for this organization. */
function hasOrganization(_platform: Platform, { records }: Snapshot): Violation[] {
  const { organization: id } = seededIds;
  const message = `must have the organization ${id}`;
  return records.has(together("organization", id)) ? [] : [{ field: "tables.record", message }];
}

function recordChecks({ recordKinds }: Platform, row: Rows["record"][number], index: number): Check[] {
  const field = `tables.record[${index}]`;
  const { kind, id, body } = row;
  const members = body as Record<string, unknown>;
  const child = recordKinds.find((each) => recordKey(each) === kind);
  const schema =
    child === undefined ? recordBodies[kind] : z.looseObject({ ...stored, parentId: text, config: child.stored });
  if (schema === undefined) return [() => [{ field: `${field}.kind`, message: "must be a kind of record" }]];
  // A GitOps configuration is stored under the id of its cluster.
  const identity = kind === "gitOps" ? "cluster_id" : "id";
  const isIdentified = members[identity] === id;
  return [
    fits(`${field}.body`, schema, () => body),
    () => (isIdentified ? [] : [{ field: `${field}.id`, message: `must be the same as body.${identity}` }]),
    ...(parents[kind] ?? []).map((parent) =>
      exists(`${field}.body.${parent.member}`, [parent.kind], members[parent.member]),
    ),
    ...(child === undefined ? [] : childChecks(field, child, members)),
    ...(kind === "cluster"
      ? [fits(field, clusterResponse, (platform) => representCluster(body as Cluster, platform))]
      : []),
  ];
}

/** What a record belongs to must be there, and what it refers to. */
function childChecks(
  field: string,
  { parents: kinds, response, represent }: ChildKind<unknown, unknown>,
  body: Record<string, unknown>,
): Check[] {
  const { targetId = null } = isObject(body.config) ? body.config : {};
  const hasTarget: Check = (platform) =>
    typeof targetId !== "string" || variableWith(platform, targetId) !== undefined
      ? []
      : [{ field: `${field}.body.config.targetId`, message: "must be the id of a variable" }];
  const places = kinds.map((kind) => placesOfParents[kind]);
  const isShown = fits(field, response, () => represent?.(body as unknown as ChildRecord));
  return [
    exists(`${field}.body.parentId`, places, body.parentId),
    hasTarget,
    ...(represent === undefined ? [] : [isShown]),
  ];
}

function serviceChecks({ body }: Rows["service"][number], index: number): Check[] {
  const field = `tables.service[${index}]`;
  const { response, represent } = serviceKinds[body.kind];
  const { lastDeploymentId: last } = body;
  const message = "must be the id of a deployment of this service";
  return [
    exists(`${field}.body.environmentId`, ["environment"], body.environmentId),
    ...(typeof body.stageId === "string"
      ? [exists(`${field}.body.stageId`, ["child:deploymentStage"], body.stageId)]
      : []),
    fits(field, response, ({ related }) => represent(body, related)),
    (_platform, { deployed }) =>
      last === null || deployed.has(together(last, body.id))
        ? []
        : [{ field: `${field}.body.lastDeploymentId`, message }],
  ];
}

/** Records that have the value of another one of their kind, which must be unique. */
function repeatedRecords({ recordKinds }: Platform, { record }: Rows): Violation[] {
  return recordKinds.flatMap((kind) => {
    const known = new Set<string>();
    return record.flatMap((row, index) => {
      if (row.kind !== recordKey(kind)) return [];
      const { parentId, config } = row.body as ChildRecord;
      const taken = JSON.stringify([kind.isUniqueEverywhere === true ? null : parentId, kind.uniqueBy(config)]);
      if (!known.has(taken)) {
        known.add(taken);
        return [];
      }
      return [{ field: `tables.record[${index}]`, message: `must not be a second ${kind.noun} with this name` }];
    });
  });
}

/** The flaws of the restored rows. Deployments may be of services and environments that are gone. */
export function flawsOf(platform: Platform, rows: Rows): Violation[] {
  const snapshot = {
    records: new Set([
      ...rows.record.map(({ kind, id }) => together(kind, id)),
      ...rows.service.map(({ id }) => together("service", id)),
    ]),
    deployed: new Set(
      rows.deployment.flatMap(({ id, body }) => body.tasks.map(({ serviceId }) => together(id, serviceId))),
    ),
  };
  const ofRecords = rows.record.flatMap((row, index) => recordChecks(platform, row, index));
  const checks = [hasOrganization, ...ofRecords, ...rows.service.flatMap(serviceChecks)];
  const flaws = checks.flatMap((check) => check(platform, snapshot));
  return flaws.length === 0 ? repeatedRecords(platform, rows) : flaws;
}

/** Whether restored content is whole: every record and service can be shown, and everything referred to is there. */
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { representCluster } from "../operations/clusters.js";
import type { Platform } from "../platform.js";
import { clusterResponse } from "../resources/cluster.js";
import { feature } from "../resources/cluster-features.js";
import type { Cluster } from "../resources/environment.js";
import { type EnvironmentRecord, recordKey } from "../resources/environment-record.js";
import { gitOpsResponse } from "../resources/gitops.js";
import { annotationsGroup, labelsGroup } from "../resources/groups.js";
import { serviceKinds } from "../resources/kinds.js";
import { registry } from "../resources/registry.js";
import { text } from "../schema/texts.js";
import { type Violation, validate } from "../schema/validate.js";
import { seededIds } from "../seed.js";
import type { RecordKind } from "../store/records.js";
import type { Rows } from "../store/snapshot.js";

const named = { id: text, name: text };
const stored = { id: text, createdAt: text, updatedAt: text.nullable(), config: z.looseObject({}) };

/** Records as stored; a cluster is also checked as responses show it. */
const recordBodies: Readonly<Record<string, z.ZodType>> = {
  organization: z.looseObject(named),
  cluster: z.looseObject({ ...stored, organizationId: text }),
  environment: z.looseObject({ ...named, clusterId: text, autoPreview: z.boolean() }),
  registry,
  gitToken: z.looseObject(named),
  annotationsGroup,
  labelsGroup,
  feature,
  gitOps: gitOpsResponse,
};

/** The member of a record that refers to another one. */
const parents: Readonly<Record<string, { member: string; kind: RecordKind }>> = {
  cluster: { member: "organizationId", kind: "organization" },
  environment: { member: "clusterId", kind: "cluster" },
  gitOps: { member: "cluster_id", kind: "cluster" },
};

type Check = (platform: Platform, snapshot: Snapshot) => Violation[];

/** What the rows of a snapshot contain, by kind and id. */
interface Snapshot {
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

function exists(field: string, kind: RecordKind, id: unknown): Check {
  return (_platform, { records }) =>
    records.has(together(kind, id)) ? [] : [{ field, message: `must be the id of a record of kind ${kind}` }];
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
  const ofEnvironment = recordKinds.find((each) => recordKey(each.kind) === kind);
  const schema =
    ofEnvironment === undefined
      ? recordBodies[kind]
      : z.looseObject({ ...stored, environmentId: text, config: ofEnvironment.request });
  if (schema === undefined) return [() => [{ field: `${field}.kind`, message: "must be a kind of record" }]];
  const parent =
    ofEnvironment === undefined ? parents[kind] : ({ member: "environmentId", kind: "environment" } as const);
  // A GitOps configuration is stored under the id of its cluster.
  const identity = kind === "gitOps" ? "cluster_id" : "id";
  const isIdentified = members[identity] === id;
  return [
    fits(`${field}.body`, schema, () => body),
    () => (isIdentified ? [] : [{ field: `${field}.id`, message: `must be the same as body.${identity}` }]),
    ...(parent === undefined ? [] : [exists(`${field}.body.${parent.member}`, parent.kind, members[parent.member])]),
    ...(kind === "cluster"
      ? [fits(field, clusterResponse, (platform) => representCluster(body as Cluster, platform))]
      : []),
    ...(ofEnvironment === undefined
      ? []
      : [fits(field, ofEnvironment.response, () => ofEnvironment.represent(body as EnvironmentRecord))]),
  ];
}

function serviceChecks({ body }: Rows["service"][number], index: number): Check[] {
  const field = `tables.service[${index}]`;
  const { response, represent } = serviceKinds[body.kind];
  const { lastDeploymentId: last } = body;
  const message = "must be the id of a deployment of this service";
  return [
    exists(`${field}.body.environmentId`, "environment", body.environmentId),
    fits(field, response, ({ related }) => represent(body, related)),
    (_platform, { deployed }) =>
      last === null || deployed.has(together(last, body.id))
        ? []
        : [{ field: `${field}.body.lastDeploymentId`, message }],
  ];
}

/** Records of an environment that have the value of another one of their kind, which must be unique there. */
function repeatedRecords({ recordKinds }: Platform, { record }: Rows): Violation[] {
  return recordKinds.flatMap((kind) => {
    const known = new Set<string>();
    return record.flatMap((row, index) => {
      if (row.kind !== recordKey(kind.kind)) return [];
      const { environmentId, config } = row.body as EnvironmentRecord;
      const taken = JSON.stringify([environmentId, kind.uniqueBy(config)]);
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
    records: new Set(rows.record.map(({ kind, id }) => together(kind, id))),
    deployed: new Set(
      rows.deployment.flatMap(({ id, body }) => body.tasks.map(({ serviceId }) => together(id, serviceId))),
    ),
  };
  const ofRecords = rows.record.flatMap((row, index) => recordChecks(platform, row, index));
  const checks = [hasOrganization, ...ofRecords, ...rows.service.flatMap(serviceChecks)];
  const flaws = checks.flatMap((check) => check(platform, snapshot));
  return flaws.length === 0 ? repeatedRecords(platform, rows) : flaws;
}

/** Whether restored content is whole: every record and service can be shown, and everything referred to is there. */
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { clusterActions, clusterFailureStates } from "../cluster-progress.js";
import type { ParentReference } from "../operations/built-in-variables.js";
import { representCluster } from "../operations/clusters.js";
import { countUsers, recordOf } from "../operations/records.js";
import { isReachedFrom } from "../operations/secret-manager-accesses.js";
import { isVisibleFrom, parentOf, targetOf, type Variable, variableWith } from "../operations/visible-variables.js";
import type { Platform } from "../platform.js";
import { clusterSettings, fittingTo, type Settings, settings } from "../resources/advanced-settings.js";
import { clusterResponse, clusterRoute } from "../resources/cluster.js";
import { storedFeature } from "../resources/cluster-features.js";
import { credentials } from "../resources/cluster-parameters.js";
import { storedDnsProvider } from "../resources/dns-provider.js";
import { type Cluster, storedEnvironment } from "../resources/environment.js";
import { storedGitOps } from "../resources/gitops.js";
import { kubeconfigRequest } from "../resources/kubeconfig.js";
import { type AnyRecordKind, type ChildRecord, type RecordParent, recordKey } from "../resources/record.js";
import { customDomain } from "../resources/records/custom-domain.js";
import { deploymentRestriction } from "../resources/records/deployment-restriction.js";
import { deploymentStage } from "../resources/records/deployment-stage.js";
import { project } from "../resources/records/project.js";
import { isExternal, precedence, type Scope, variable } from "../resources/records/variable.js";
import { exposedKinds, kindsFromGit, serviceKindOf, type serviceKinds } from "../resources/services.js";
import { text, timestamp } from "../schema/texts.js";
import { type Violation, validate } from "../schema/validate.js";
import { integer } from "../schema/values.js";
import { seededIds } from "../seed.js";
import type { RecordKind } from "../store/records.js";
import type { ServiceState } from "../store/services.js";
import type { Rows } from "../store/snapshot.js";

const named = { id: text, name: text };
const stored = { id: text, createdAt: text, updatedAt: text.nullable(), config: z.looseObject({}) };

/** What is stored of a cluster's operations. */
const clusterHistory = {
  revision: integer(0).optional(),
  deployedRevision: integer(0).nullable().optional(),
  lastRun: z
    .looseObject({
      id: text,
      action: z.enum(clusterActions),
      startedAt: timestamp,
      started: z.number().min(0),
      fails: z.enum(clusterFailureStates).nullable(),
      reason: text.nullable(),
      deployedBefore: z.boolean(),
    })
    .optional(),
  dryRunSince: z.number().min(0).optional(),
  routes: z.array(clusterRoute).optional(),
  cloudProviderInfo: credentials.optional(),
  dnsProvider: storedDnsProvider.optional(),
  kubeconfig: kubeconfigRequest.optional(),
};

/** Records as stored; a cluster is also checked as responses show it. */
const recordBodies: Readonly<Record<string, z.ZodType>> = {
  organization: z.looseObject(named),
  cluster: z.looseObject({ ...stored, organizationId: text, ...clusterHistory }),
  environment: storedEnvironment,
  feature: storedFeature,
  gitOps: storedGitOps,
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
    { member: "projectId", kind: recordKey(project) },
  ],
  gitOps: [{ member: "cluster_id", kind: "cluster" }],
};

/** Where the parents of records are. */
const parentPositions: Record<RecordParent, RecordKind | "service"> = {
  organization: "organization",
  project: recordKey(project),
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

function together(...segments: readonly unknown[]): string {
  return segments.join(" ");
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
  const schema = child === undefined ? recordBodies[kind] : storedBy(child);
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
      ? [
          fits(field, clusterResponse, (platform) => representCluster(body as Cluster, platform)),
          settingsCheck(`${field}.body.advancedSettings`, clusterSettings, (body as Cluster).advancedSettings),
        ]
      : []),
  ];
}

/** What is stored of a record of a kind. */
function storedBy({ stored: config, returnedOnce }: AnyRecordKind): z.ZodType {
  const digest = z.string().regex(/^[0-9a-f]{64}$/, "must be a SHA-256 digest");
  return z.looseObject({ ...stored, parentId: text, config, ...(returnedOnce !== undefined && { digest }) });
}

/** What a record belongs to must be there. */
function childChecks(field: string, kind: AnyRecordKind, body: Record<string, unknown>): Check[] {
  const { parents: kinds, response, represent } = kind;
  const parents = kinds.map((each) => parentPositions[each]);
  const record = body as unknown as ChildRecord;
  const isShown = fits(field, response, (platform) =>
    represent?.(record, () => countUsers(platform, kind, record.id), platform.related),
  );
  return [exists(`${field}.body.parentId`, parents, body.parentId), ...(represent === undefined ? [] : [isShown])];
}

/** The kinds of services that may have records of a kind, where not all may. */
const ownersOf: Readonly<Record<string, typeof serviceKinds>> = {
  [recordKey(customDomain)]: exposedKinds,
  [recordKey(deploymentRestriction)]: kindsFromGit,
};

/** What a record refers to beside its parent, and what that must be. All rows are complete. */
function wrongReferences(platform: Platform, { kind, body }: Rows["record"][number], index: number): Violation[] {
  const field = `tables.record[${index}].body`;
  if (kind === recordKey(variable)) return variableFlaws(platform, field, body as Variable);
  const owners = ownersOf[kind];
  if (owners === undefined) return [];
  const service = platform.store.services.get((body as ChildRecord).parentId);
  if (service !== undefined && owners.includes(serviceKindOf(service))) return [];
  const possible = owners.map((each) => each.kind).join(" or ");
  return [{ field: `${field}.parentId`, message: `must be the id of a service of kind ${possible}` }];
}

/** The rules by which a variable is created: where it is, and which other one it is an alias or an override of. */
function variableFlaws(platform: Platform, field: string, { parentId, config }: Variable): Violation[] {
  const { scope, type, key, targetId } = config;
  const flaw = (member: string, message: string) => [{ field: `${field}.${member}`, message }];
  if (scope === "BUILT_IN" || type === "BUILT_IN") return flaw("config", "must not be a built-in variable");
  const parent = parentIn(platform, scope, parentId);
  if (parent === undefined) return flaw("config.scope", "must be the scope of what body.parentId names");
  const hasTarget = type === "ALIAS" || type === "OVERRIDE";
  if (hasTarget !== (targetId !== null)) {
    return flaw("config.targetId", `must ${hasTarget ? "" : "not "}be given for a variable of type ${type}`);
  }
  const { secret_manager_access_id: accessId } = config;
  if (isExternal(config) !== (accessId !== undefined && isReachedFrom(platform, parent, accessId))) {
    const message = "must be the id of an access of the environment's cluster, for an external secret";
    return flaw("config.secret_manager_access_id", message);
  }
  if (targetId === null) return [];
  const target = variableWith(platform, targetId);
  if (target === undefined) return flaw("config.targetId", "must be the id of a variable");
  if (!isVisibleFrom(platform, target, parent)) {
    return flaw("config.targetId", "must be the id of a variable that is seen from body.parentId");
  }
  if (type === "OVERRIDE" && precedence(scope) <= precedence(target.config.scope)) {
    return flaw("config.targetId", "must be the id of a variable of a higher scope");
  }
  if (type === "OVERRIDE" && key !== target.config.key) {
    return flaw(
      "config.key",
      `must be ${JSON.stringify(target.config.key)}, the key of the variable that is overridden`,
    );
  }
  return leadsInCircle(platform, target) ? flaw("config.targetId", "must not lead back to the variable itself") : [];
}

function parentIn(platform: Platform, scope: Scope, id: string): ParentReference | undefined {
  try {
    return parentOf(platform, scope, id);
  } catch {
    return undefined;
  }
}

function leadsInCircle(platform: Platform, from: Variable): boolean {
  const passed = new Set<string>();
  for (let at: Variable | undefined = from; at !== undefined; at = targetOf(platform, at)) {
    if (passed.has(at.id)) return true;
    passed.add(at.id);
  }
  return false;
}

function serviceChecks({ body }: Rows["service"][number], index: number): Check[] {
  const field = `tables.service[${index}]`;
  const { response, represent, advancedSettings = {} } = serviceKindOf(body);
  const { lastDeploymentId: last } = body;
  const message = "must be the id of a deployment of this service";
  return [
    exists(`${field}.body.environmentId`, ["environment"], body.environmentId),
    (platform) =>
      isInStage(platform, body)
        ? []
        : [{ field: `${field}.body.stageId`, message: "must be the id of a deployment stage of this environment" }],
    fits(field, response, ({ related }) => represent(body, related)),
    settingsCheck(`${field}.body.advancedSettings`, advancedSettings, body.advancedSettings),
    (_platform, { deployed }) =>
      last === null || deployed.has(together(last, body.id))
        ? []
        : [{ field: `${field}.body.lastDeploymentId`, message }],
  ];
}

/** Advanced settings that were changed fit their defaults. */
function settingsCheck(field: string, defaults: Settings, changed: unknown): Check {
  return ({ references }) => {
    const { violations = [] } = validate(settings, changed ?? {}, references, fittingTo(defaults));
    return violations.map((each) => ({ ...each, field: `${field}.${each.field}` }));
  };
}

function isInStage(platform: Platform, { stageId, environmentId }: ServiceState): boolean {
  return stageId == null || recordOf(platform, deploymentStage, stageId)?.parentId === environmentId;
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

/** The flaws of the restored rows, some with each step. Deployments may be of services and environments that are gone. */
export function* flawsOf(platform: Platform, rows: Rows): Generator<Violation[]> {
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
  let isWhole = true;
  for (const check of checks) {
    const flaws = check(platform, snapshot);
    isWhole &&= flaws.length === 0;
    yield flaws;
  }
  if (!isWhole) return;
  for (const [index, row] of rows.record.entries()) yield wrongReferences(platform, row, index);
  yield repeatedRecords(platform, rows);
}

import type { Clock } from "./clock.js";
import { recordKinds } from "./generated/record-kinds.js";
import { type OrganizationRole, platformRoles } from "./resources/organization-role.js";
import { featureIds, featureName } from "./resources/own-features.js";
import { type AnyRecordKind, type ChildRecord, type RecordKind, recordKey } from "./resources/record.js";
import { annotationsGroup } from "./resources/records/annotations-group.js";
import { type ContainerRegistryConfig, containerRegistry } from "./resources/records/container-registry.js";
import { type CustomRoleConfig, customRole, rightsOf } from "./resources/records/custom-role.js";
import { gitToken } from "./resources/records/git-token.js";
import { helmRepository } from "./resources/records/helm-repository.js";
import { labelsGroup } from "./resources/records/labels-group.js";
import type { RelatedRecords } from "./resources/service.js";
import type { References } from "./schema/references.js";
import type { Store } from "./store/store.js";

/** The platform that the operations work on. */
export interface Platform {
  readonly store: Store;
  readonly clock: Clock;
  readonly references: References;
  readonly related: RelatedRecords;
  /** The kinds of records, whether they are served or not. */
  readonly recordKinds: readonly AnyRecordKind[];
}

type Lookup = Store["records"]["get"];

function referencesBy(get: Lookup): References {
  return {
    exists(kind, id) {
      if (kind === "cluster") return get("cluster", id) !== undefined;
      if (kind === "role") return roleWith(get, id) !== undefined;
      if (kind === "feature") return featureIds(featureName(id)).some((each) => get("feature", each) !== undefined);
      return get(`organization:${kind}`, id) !== undefined;
    },
    registryKind(id) {
      const found = get(recordKey(containerRegistry), id) as ChildRecord<ContainerRegistryConfig> | undefined;
      return found?.config.kind;
    },
  };
}

/** A role of the platform, or a custom one. */
function roleWith(get: Lookup, id: string): OrganizationRole | undefined {
  const custom = get(recordKey(customRole), id) as ChildRecord<CustomRoleConfig> | undefined;
  if (custom === undefined) return platformRoles.find((each) => each.id === id);
  return { id, name: custom.config.name, may: rightsOf(custom.config) };
}

function relatedBy(get: Lookup): RelatedRecords {
  function known<C>(kind: RecordKind<C, unknown, unknown>, id: string): ChildRecord<C> {
    const record = get(recordKey(kind), id);
    // Bodies are validated before they are stored, and a referenced record cannot be removed.
    if (record === undefined) throw new Error(`The data file has lost the ${kind.noun} ${id}.`);
    return record as ChildRecord<C>;
  }
  return {
    registry(id) {
      const { name, url, kind } = known(containerRegistry, id).config;
      return { id, name, url, kind };
    },
    gitTokenName: (id) => (id === null ? null : known(gitToken, id).config.name),
    helmRepository(id) {
      const { name, url } = known(helmRepository, id).config;
      return { id, name, url: url ?? "" };
    },
    annotationsGroups: (list) => list.map(({ id }) => annotationsGroup.represent(known(annotationsGroup, id))),
    labelsGroups: (list) => list.map(({ id }) => labelsGroup.represent(known(labelsGroup, id))),
    role(id) {
      const role = roleWith(get, id);
      if (role === undefined) throw new Error(`The data file has lost the role ${id}.`);
      return role;
    },
  };
}

/** `further` are kinds of records beside those of the product. */
export function createPlatform(store: Store, clock: Clock, further: Platform["recordKinds"] = []): Platform {
  const { get } = store.records;
  return {
    store,
    clock,
    references: referencesBy(get),
    related: relatedBy(get),
    recordKinds: [...recordKinds, ...further],
  };
}

import { cloudCredentialsKinds } from "./cloud-credentials.js";
import { containerRegistry } from "./container-registry.js";
import { gitToken } from "./git-token.js";
import { annotationsGroups, labelsGroups } from "./groups.js";
import { helmRepository } from "./helm-repository.js";
import type { OrganizationRecord, OrganizationRecordKind } from "./organization-record.js";

/** A kind whose types are known to itself only. */
type AnyKind = OrganizationRecordKind<{ name: string }, OrganizationRecord, unknown>;

/** Every kind of record that belongs to an organization and that services or clusters refer to. */
export const organizationRecordKinds: readonly AnyKind[] = [
  annotationsGroups,
  labelsGroups,
  containerRegistry,
  gitToken,
  helmRepository,
  ...cloudCredentialsKinds,
] as unknown as AnyKind[];

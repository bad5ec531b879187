import { annotationsGroups, labelsGroups } from "./groups.js";
import type { OrganizationRecord, OrganizationRecordKind } from "./organization-record.js";

/** A kind whose types are known to itself only. */
type AnyKind = OrganizationRecordKind<{ name: string }, OrganizationRecord, unknown>;

/** Every kind of record that belongs to an organization and that services refer to. */
export const organizationRecordKinds: readonly AnyKind[] = [annotationsGroups, labelsGroups] as unknown as AnyKind[];

import { customDomain } from "./custom-domain.js";
import { deploymentRestriction } from "./deployment-restriction.js";
import { deploymentStage } from "./deployment-stage.js";
import { recordKindOf } from "./environment-record.js";
import { environmentRecordKinds } from "./environment-records.js";
import { project } from "./project.js";
import type { RecordKind } from "./record.js";
import { variable } from "./variable.js";

/** Every kind of record that belongs to a parent. */
export const recordKinds: readonly RecordKind<unknown, unknown>[] = [
  project,
  variable,
  customDomain,
  deploymentRestriction,
  deploymentStage,
  ...environmentRecordKinds.map(recordKindOf),
];

import { annotationsGroup } from "./annotationsGroup.js";
import { application } from "./application.js";
import { argoCdConfig } from "./argoCdConfig.js";
import { cloudCredentials } from "./cloudCredentials.js";
import { cluster } from "./cluster.js";
import { container } from "./container.js";
import { containerRegistry } from "./containerRegistry.js";
import { customDomain } from "./customDomain.js";
import { database } from "./database.js";
import { deploymentStage } from "./deploymentStage.js";
import { deploymentTrigger } from "./deploymentTrigger.js";
import { environment } from "./environment.js";
import { gitToken } from "./gitToken.js";
import { helmRepository } from "./helmRepository.js";
import { helmService } from "./helmService.js";
import { job } from "./job.js";
import { type Kind, kindNames } from "./kindNames.js";
import { labelsGroup } from "./labelsGroup.js";
import { project } from "./project.js";
import { terraformService } from "./terraformService.js";
import type { AnyRecord } from "./testRecord.js";
import { variable } from "./variable.js";

/** What the tests know of each kind: the compiler names a kind that has no record. */
const typed = {
  Application: application,
  Container: container,
  Job: job,
  Database: database,
  TerraformService: terraformService,
  HelmService: helmService,
  Cluster: cluster,
  ArgoCdConfig: argoCdConfig,
  DeploymentTrigger: deploymentTrigger,
  Project: project,
  Environment: environment,
  CustomDomain: customDomain,
  DeploymentStage: deploymentStage,
  Variable: variable,
  AnnotationsGroup: annotationsGroup,
  LabelsGroup: labelsGroup,
  ContainerRegistry: containerRegistry,
  GitToken: gitToken,
  HelmRepository: helmRepository,
  CloudCredentials: cloudCredentials,
} satisfies Readonly<Record<Kind, AnyRecord>>;

export const records: Readonly<Record<Kind, AnyRecord>> = typed;

/** The records with the names of their secrets and resources. */
export type TypedRecords = typeof typed;

export { isNotApplicable, type NotApplicable } from "./notApplicable.js";
export { type Kind, kindNames };

/** The record of a kind whose name is not known to the compiler. */
export function recordOf(kind: string): AnyRecord {
  if (!(kind in records)) throw new Error(`test/kinds/index.ts has no record of ${kind}`);
  return records[kind as Kind];
}

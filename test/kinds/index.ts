import { definitions, type Kind } from "../../provider/resources/index.js";
import { application } from "./application.js";
import { argoCdConfig } from "./argoCdConfig.js";
import { cluster } from "./cluster.js";
import { container } from "./container.js";
import { database } from "./database.js";
import { deploymentTrigger } from "./deploymentTrigger.js";
import { job } from "./job.js";
import { terraformService } from "./terraformService.js";
import type { TestRecord } from "./testRecord.js";

/** What the tests know of each kind: the compiler names a kind that has no record. */
export const typedRecords = {
  Application: application,
  Container: container,
  Job: job,
  Database: database,
  TerraformService: terraformService,
  Cluster: cluster,
  ArgoCdConfig: argoCdConfig,
  DeploymentTrigger: deploymentTrigger,
} satisfies Readonly<Record<Kind, TestRecord<string, Readonly<Record<string, object>>>>>;

export type AnyRecord = TestRecord<string, Readonly<Record<string, object>>>;

export const records: Readonly<Record<Kind, AnyRecord>> = typedRecords;

/** All kinds, in the order of the API document. */
export const kindNames: readonly Kind[] = definitions.map(({ kind }) => kind as Kind);

export type { Kind };

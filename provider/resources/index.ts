import type { ResourceDefinition } from "../definition/resourceDefinition.js";
import { application } from "./application.js";
import { argoCdConfig } from "./argoCdConfig.js";
import { cluster } from "./cluster/cluster.js";
import { container } from "./container.js";
import { database } from "./database.js";
import { deploymentTrigger } from "./deploymentTrigger/deploymentTrigger.js";
import { job } from "./job.js";
import { terraformService } from "./terraformService.js";

/** In the order of the API document. */
const all = [
  application,
  container,
  job,
  database,
  terraformService,
  cluster,
  argoCdConfig,
  deploymentTrigger,
] as const;

/** Name of a kind: `Application`, `Container`, … */
export type Kind = (typeof all)[number]["kind"];

/** The definitions of all kinds. */
export const definitions: readonly ResourceDefinition[] = all;

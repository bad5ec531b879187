import type { ResourceDefinition } from "../definition/resourceDefinition.js";
import { application } from "./application.js";
import { argoCdConfig } from "./argoCdConfig.js";
import { cluster } from "./cluster.js";
import { container } from "./container.js";
import { database } from "./database.js";
import { deploymentTrigger } from "./deploymentTrigger/deploymentTrigger.js";
import { job } from "./job.js";
import { terraformService } from "./terraformService.js";

/** All kinds, in the order of the API document. */
export const definitions: readonly ResourceDefinition[] = [
  application,
  container,
  job,
  database,
  terraformService,
  cluster,
  argoCdConfig,
  deploymentTrigger,
];

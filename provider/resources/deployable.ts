import type { ResourceDefinition } from "../definition/resourceDefinition.js";
import { application } from "./application.js";
import { container } from "./container.js";
import { database } from "./database.js";
import { job } from "./job.js";
import { terraformService } from "./terraformService.js";

/** Kinds that a deployment can name as resources. */
export const deployable: readonly ResourceDefinition[] = [application, container, database, job, terraformService];

import { application } from "./application.js";
import { container } from "./container.js";
import { database } from "./database.js";
import { helmService } from "./helmService.js";
import { job } from "./job.js";
import { terraformService } from "./terraformService.js";

/** Kinds that a deployment can name as resources, in the order of the API document; then those that it does not have. */
export const deployable = [application, container, job, database, terraformService, helmService] as const;

import { application } from "./application.js";
import { container } from "./container.js";
import { database } from "./database.js";
import { helmService } from "./helmService.js";
import { job } from "./job.js";
import { terraformService } from "./terraformService.js";

/** Kinds that can be deployed, in the order of the API document, then those that it doesn't have. */
export const deployable = [application, container, job, database, terraformService, helmService] as const;

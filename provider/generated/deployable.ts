// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

import { application } from "../kinds/application.js";
import { container } from "../kinds/container.js";
import { database } from "../kinds/database.js";
import { helmService } from "../kinds/helmService.js";
import { job } from "../kinds/job.js";
import { terraformService } from "../kinds/terraformService.js";

/** Kinds that can be deployed, in the order of the API document, then those that it doesn't have. */
export const deployable = [application, container, job, database, terraformService, helmService] as const;

// Generated from the files in backend/src/resources by `npm run generate`. Do not edit.

import { application } from "../resources/application.js";
import { container } from "../resources/container.js";
import { database } from "../resources/database.js";
import { helm } from "../resources/helm.js";
import { job } from "../resources/job.js";
import type { AnyServiceKind } from "../resources/service.js";
import { terraform } from "../resources/terraform.js";

export const serviceKinds: readonly AnyServiceKind[] = [application, container, job, database, helm, terraform];

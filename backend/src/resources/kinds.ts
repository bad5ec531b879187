import { application } from "./application.js";
import { container } from "./container.js";
import { database } from "./database.js";
import { job } from "./job.js";
import type { Kind, ServiceKind } from "./service.js";
import { terraform } from "./terraform.js";

/** Every kind of service, by its name. */
export const serviceKinds: Record<Kind, ServiceKind<unknown, { name: string }, unknown>> = {
  application,
  container,
  job,
  database,
  terraform,
};

/** The operations of every kind of service. */
import { application } from "../resources/application.js";
import { container } from "../resources/container.js";
import { database } from "../resources/database.js";
import { job } from "../resources/job.js";
import { terraform } from "../resources/terraform.js";
import { serviceOperations } from "./services.js";

export const applications = serviceOperations(application);
export const containers = serviceOperations(container);
export const jobs = serviceOperations(job);
export const databases = serviceOperations(database);
export const terraforms = serviceOperations(terraform);

import { endpoint, extended } from "../platform/endpoint.js";

export const cancel = endpoint(18, "POST /environment/{environmentId}/cancelDeployment");

/** Returns the states of an environment and of all services in it. */
export const statuses = extended("GET /environment/{environmentId}/statuses");

/** Deploys everything in an environment that was deployed before. */
export const redeploy = extended("POST /environment/{environmentId}/redeploy");

/** The route table: everything the server answers, and everything the OpenAPI document lists. */
import type { Call } from "./operations/call.js";
import { editCluster, listClusters, readGitOps, removeGitOps, saveGitOps } from "./operations/clusters.js";
import { cancel, deploy, redeploy, stop } from "./operations/deployments.js";
import { changeDatabase, serviceOperations } from "./operations/services.js";
import { readStatus, readStatuses } from "./operations/statuses.js";
import { application } from "./resources/application.js";
import { clusterRequest, clusterResponse } from "./resources/cluster.js";
import { container } from "./resources/container.js";
import { database, databaseEdit } from "./resources/database.js";
import {
  cancelRequest,
  cloneRequest,
  deploymentStatus,
  deployRequest,
  environmentStatuses,
} from "./resources/deployment.js";
import { gitOpsRequest, gitOpsResponse } from "./resources/gitops.js";
import { job } from "./resources/job.js";
import { terraform } from "./resources/terraform.js";
import { array, type Node, object, required } from "./schema/schema.js";
import type { Role } from "./tokens.js";

export type EndpointSet = "documented" | "extended";
export type Method = "GET" | "POST" | "PUT" | "DELETE";

export interface Route {
  readonly operation: string;
  readonly summary: string;
  readonly method: Method;
  readonly path: string;
  /** The number in the API document; the extended set has none. */
  readonly number?: number;
  readonly set: EndpointSet;
  readonly role: Role;
  readonly body?: Node;
  /** Whether a body that is left out counts as `{}`. */
  readonly bodyMayBeAbsent?: boolean;
  readonly query?: Readonly<Record<string, string>>;
  readonly response?: Node;
  readonly success: 200 | 201 | 202 | 204;
  /** When the answer is a 409. */
  readonly conflict?: string;
  run(call: Call): unknown;
}

type Endpoint = Omit<Route, "set" | "role" | "summary"> & { role?: Role; summary: string };

function documented(number: number, endpoint: Omit<Endpoint, "number">): Route {
  return { ...endpoint, number, set: "documented", role: endpoint.role ?? usualRole(endpoint.method) };
}

function extended(endpoint: Omit<Endpoint, "number">): Route {
  return { ...endpoint, set: "extended", role: endpoint.role ?? usualRole(endpoint.method) };
}

function usualRole(method: Method): Role {
  if (method === "GET") return "viewer";
  return method === "DELETE" ? "admin" : "editor";
}

function results(of: Node): Node {
  return object({ results: required(array(of)) });
}

const nameTaken = "The name is taken in the environment.";
const inProgress = "A deployment is in progress in the environment.";
const success = { create: 201, read: 200, accepted: 202, removed: 204 } as const;

const applications = serviceOperations(application);
const containers = serviceOperations(container);
const jobs = serviceOperations(job);
const databases = serviceOperations(database);
const terraforms = serviceOperations(terraform);

const documentedRoutes: readonly Route[] = [
  documented(1, {
    operation: "createApplication",
    summary: "Create an application",
    method: "POST",
    path: "/environment/{environmentId}/application",
    body: application.request,
    response: application.response,
    success: success.create,
    conflict: nameTaken,
    run: applications.create,
  }),
  documented(2, {
    operation: "listApplications",
    summary: "List the applications of an environment",
    method: "GET",
    path: "/environment/{environmentId}/application",
    response: results(application.response),
    success: success.read,
    run: applications.list,
  }),
  documented(3, {
    operation: "createContainer",
    summary: "Create a container",
    method: "POST",
    path: "/environment/{environmentId}/container",
    body: container.request,
    response: container.response,
    success: success.create,
    conflict: nameTaken,
    run: containers.create,
  }),
  documented(4, {
    operation: "listContainers",
    summary: "List the containers of an environment",
    method: "GET",
    path: "/environment/{environmentId}/container",
    response: results(container.response),
    success: success.read,
    run: containers.list,
  }),
  documented(5, {
    operation: "getContainer",
    summary: "Read a container",
    method: "GET",
    path: "/container/{containerId}",
    response: container.response,
    success: success.read,
    run: containers.get,
  }),
  documented(6, {
    operation: "cloneContainer",
    summary: "Clone a container",
    method: "POST",
    path: "/container/{containerId}/clone",
    body: cloneRequest,
    response: container.response,
    success: success.accepted,
    conflict: nameTaken,
    run: containers.clone,
  }),
  documented(7, {
    operation: "createJob",
    summary: "Create a job",
    method: "POST",
    path: "/environment/{environmentId}/job",
    body: job.request,
    response: job.response,
    success: success.create,
    conflict: nameTaken,
    run: jobs.create,
  }),
  documented(8, {
    operation: "listJobs",
    summary: "List the jobs of an environment",
    method: "GET",
    path: "/environment/{environmentId}/job",
    query: { toUpdate: "Whether to list only the jobs that were edited since their last deployment." },
    response: results(job.response),
    success: success.read,
    run: jobs.listToUpdate,
  }),
  documented(9, {
    operation: "editJob",
    summary: "Edit a job",
    method: "PUT",
    path: "/job/{jobId}",
    body: job.request,
    response: job.response,
    success: success.read,
    conflict: nameTaken,
    run: jobs.replace,
  }),
  documented(10, {
    operation: "cloneJob",
    summary: "Clone a job",
    method: "POST",
    path: "/job/{jobId}/clone",
    body: cloneRequest,
    response: job.response,
    success: success.accepted,
    conflict: nameTaken,
    run: jobs.clone,
  }),
  documented(11, {
    operation: "createDatabase",
    summary: "Create a database",
    method: "POST",
    path: "/environment/{environmentId}/database",
    body: database.request,
    response: database.response,
    success: success.create,
    conflict: nameTaken,
    run: databases.create,
  }),
  documented(12, {
    operation: "listDatabases",
    summary: "List the databases of an environment",
    method: "GET",
    path: "/environment/{environmentId}/database",
    response: results(database.response),
    success: success.read,
    run: databases.list,
  }),
  documented(13, {
    operation: "editDatabase",
    summary: "Edit a database",
    method: "PUT",
    path: "/database/{databaseId}",
    role: "admin",
    body: databaseEdit,
    response: database.response,
    success: success.read,
    conflict: nameTaken,
    run: changeDatabase,
  }),
  documented(14, {
    operation: "cloneDatabase",
    summary: "Clone a database",
    method: "POST",
    path: "/database/{databaseId}/clone",
    body: cloneRequest,
    response: database.response,
    success: success.accepted,
    conflict: nameTaken,
    run: databases.clone,
  }),
  documented(15, {
    operation: "createTerraform",
    summary: "Create a terraform service",
    method: "POST",
    path: "/environment/{environmentId}/terraform",
    body: terraform.request,
    response: terraform.response,
    success: success.create,
    conflict: nameTaken,
    run: terraforms.create,
  }),
  documented(16, {
    operation: "cloneTerraform",
    summary: "Clone a terraform service",
    method: "POST",
    path: "/terraform/{terraformId}/clone",
    body: cloneRequest,
    response: terraform.response,
    success: success.accepted,
    conflict: nameTaken,
    run: terraforms.clone,
  }),
  documented(17, {
    operation: "deployServices",
    summary: "Deploy chosen services of an environment",
    method: "POST",
    path: "/environment/{environmentId}/service/deploy",
    body: deployRequest,
    bodyMayBeAbsent: true,
    response: deploymentStatus,
    success: success.accepted,
    conflict: inProgress,
    run: deploy,
  }),
  documented(18, {
    operation: "cancelDeployment",
    summary: "Cancel the deployment of an environment",
    method: "POST",
    path: "/environment/{environmentId}/cancelDeployment",
    body: cancelRequest,
    bodyMayBeAbsent: true,
    response: deploymentStatus,
    success: success.accepted,
    conflict: "There is nothing to cancel, or it is being cancelled already.",
    run: cancel,
  }),
  documented(19, {
    operation: "saveGitOpsConfiguration",
    summary: "Save the GitOps configuration of a cluster",
    method: "POST",
    path: "/cluster/{clusterId}/argoCdConfig",
    role: "admin",
    body: gitOpsRequest,
    response: gitOpsResponse,
    success: success.read,
    run: saveGitOps,
  }),
  documented(20, {
    operation: "editCluster",
    summary: "Edit a cluster",
    method: "PUT",
    path: "/organization/{organizationId}/cluster/{clusterId}",
    body: clusterRequest,
    response: clusterResponse,
    success: success.read,
    run: editCluster,
  }),
];

const beingDeleted = "The name is taken in the environment, or the service is being deleted.";

const extendedRoutes: readonly Route[] = [
  extended({
    operation: "getApplication",
    summary: "Read an application",
    method: "GET",
    path: "/application/{applicationId}",
    response: application.response,
    success: success.read,
    run: applications.get,
  }),
  extended({
    operation: "editApplication",
    summary: "Edit an application",
    method: "PUT",
    path: "/application/{applicationId}",
    body: application.request,
    response: application.response,
    success: success.read,
    conflict: beingDeleted,
    run: applications.replace,
  }),
  extended({
    operation: "deleteApplication",
    summary: "Delete an application",
    method: "DELETE",
    path: "/application/{applicationId}",
    success: success.removed,
    run: applications.remove,
  }),
  extended({
    operation: "cloneApplication",
    summary: "Clone an application",
    method: "POST",
    path: "/application/{applicationId}/clone",
    body: cloneRequest,
    response: application.response,
    success: success.accepted,
    conflict: nameTaken,
    run: applications.clone,
  }),
  extended({
    operation: "editContainer",
    summary: "Edit a container",
    method: "PUT",
    path: "/container/{containerId}",
    body: container.request,
    response: container.response,
    success: success.read,
    conflict: beingDeleted,
    run: containers.replace,
  }),
  extended({
    operation: "deleteContainer",
    summary: "Delete a container",
    method: "DELETE",
    path: "/container/{containerId}",
    success: success.removed,
    run: containers.remove,
  }),
  extended({
    operation: "getJob",
    summary: "Read a job",
    method: "GET",
    path: "/job/{jobId}",
    response: job.response,
    success: success.read,
    run: jobs.get,
  }),
  extended({
    operation: "deleteJob",
    summary: "Delete a job",
    method: "DELETE",
    path: "/job/{jobId}",
    success: success.removed,
    run: jobs.remove,
  }),
  extended({
    operation: "getDatabase",
    summary: "Read a database",
    method: "GET",
    path: "/database/{databaseId}",
    response: database.response,
    success: success.read,
    run: databases.get,
  }),
  extended({
    operation: "deleteDatabase",
    summary: "Delete a database",
    method: "DELETE",
    path: "/database/{databaseId}",
    success: success.removed,
    run: databases.remove,
  }),
  extended({
    operation: "listTerraforms",
    summary: "List the terraform services of an environment",
    method: "GET",
    path: "/environment/{environmentId}/terraform",
    response: results(terraform.response),
    success: success.read,
    run: terraforms.list,
  }),
  extended({
    operation: "getTerraform",
    summary: "Read a terraform service",
    method: "GET",
    path: "/terraform/{terraformId}",
    response: terraform.response,
    success: success.read,
    run: terraforms.get,
  }),
  extended({
    operation: "editTerraform",
    summary: "Edit a terraform service",
    method: "PUT",
    path: "/terraform/{terraformId}",
    body: terraform.request,
    response: terraform.response,
    success: success.read,
    conflict: beingDeleted,
    run: terraforms.replace,
  }),
  extended({
    operation: "deleteTerraform",
    summary: "Delete a terraform service",
    method: "DELETE",
    path: "/terraform/{terraformId}",
    success: success.removed,
    run: terraforms.remove,
  }),
  extended({
    operation: "getEnvironmentStatus",
    summary: "Read the deployment status of an environment",
    method: "GET",
    path: "/environment/{environmentId}/status",
    response: deploymentStatus,
    success: success.read,
    run: readStatus,
  }),
  extended({
    operation: "getEnvironmentStatuses",
    summary: "Read the deployment status of an environment and of each of its services",
    method: "GET",
    path: "/environment/{environmentId}/statuses",
    response: environmentStatuses,
    success: success.read,
    run: readStatuses,
  }),
  extended({
    operation: "stopEnvironment",
    summary: "Stop what is deployed in an environment",
    method: "POST",
    path: "/environment/{environmentId}/stop",
    response: deploymentStatus,
    success: success.accepted,
    conflict: "A deployment is in progress in the environment, or nothing is deployed in it.",
    run: stop,
  }),
  extended({
    operation: "redeployEnvironment",
    summary: "Deploy again what is deployed in an environment",
    method: "POST",
    path: "/environment/{environmentId}/redeploy",
    response: deploymentStatus,
    success: success.accepted,
    conflict: "A deployment is in progress in the environment, or nothing is deployed in it.",
    run: redeploy,
  }),
  extended({
    operation: "listClusters",
    summary: "List the clusters of an organization",
    method: "GET",
    path: "/organization/{organizationId}/cluster",
    response: results(clusterResponse),
    success: success.read,
    run: listClusters,
  }),
  extended({
    operation: "getGitOpsConfiguration",
    summary: "Read the GitOps configuration of a cluster",
    method: "GET",
    path: "/cluster/{clusterId}/argoCdConfig",
    response: gitOpsResponse,
    success: success.read,
    run: readGitOps,
  }),
  extended({
    operation: "deleteGitOpsConfiguration",
    summary: "Delete the GitOps configuration of a cluster",
    method: "DELETE",
    path: "/cluster/{clusterId}/argoCdConfig",
    success: success.removed,
    run: removeGitOps,
  }),
];

export function routesOf(set: EndpointSet): readonly Route[] {
  return set === "documented" ? documentedRoutes : [...documentedRoutes, ...extendedRoutes];
}

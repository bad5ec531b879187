/** The endpoints of comparable platforms that the API document does not have. */
import { listClusters, readGitOps, removeGitOps } from "../operations/clusters.js";
import { deployEnvironment, redeploy, stop } from "../operations/deployments.js";
import { readStatus, readStatuses } from "../operations/statuses.js";
import { clusterResponse } from "../resources/cluster.js";
import { deploymentStatus, environmentStatuses } from "../resources/deployment.js";
import { gitOpsResponse } from "../resources/gitops.js";
import { extended, type Route, results, success } from "./route.js";
import { extendedServiceRoutes } from "./services.js";

export const extendedRoutes: readonly Route[] = [
  ...extendedServiceRoutes,
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
    operation: "deployEnvironment",
    summary: "Deploy all services of an environment, those that never were, too",
    method: "POST",
    path: "/environment/{environmentId}/deploy",
    response: deploymentStatus,
    success: success.accepted,
    conflict: "A deployment is in progress in the environment, or it has no services.",
    run: deployEnvironment,
  }),
  extended({
    operation: "stopEnvironment",
    summary: "Stop all deployed services of an environment",
    method: "POST",
    path: "/environment/{environmentId}/stop",
    response: deploymentStatus,
    success: success.accepted,
    conflict: "A deployment is in progress in the environment, or nothing in it is deployed and not stopped.",
    run: stop,
  }),
  extended({
    operation: "redeployEnvironment",
    summary: "Redeploy all deployed services of an environment",
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

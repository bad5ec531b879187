/** The endpoints of comparable platforms that the API document does not have. */
import { listClusters, readGitOps, removeGitOps } from "../operations/clusters.js";
import { listPastDeployments, readRequestedDeployment } from "../operations/deployment-history.js";
import { deployEnvironment, redeploy, stop } from "../operations/deployments.js";
import { listOrganizations, readOrganization } from "../operations/organizations.js";
import { readStatus, readStatuses } from "../operations/statuses.js";
import { clusterResponse } from "../resources/cluster.js";
import { deploymentStatus, environmentStatuses, startedStatus } from "../resources/deployment.js";
import { deploymentHistory, requestedDeployment } from "../resources/deployment-history.js";
import { gitOpsResponse } from "../resources/gitops.js";
import { organizationResponse } from "../resources/organization.js";
import { uuid } from "../schema/texts.js";
import { integer } from "../schema/values.js";
import { extended, type Route, results, success } from "./route.js";
import { extendedServiceRoutes } from "./services.js";

const organization = { name: "organization", description: "Organizations, which contain projects and clusters." };

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
    operation: "getRequestedDeployment",
    summary: "Read the state of the deployment that a request has started",
    method: "GET",
    path: "/environment/deploymentStatus",
    query: {
      deploymentRequestId: {
        description: "The `deployment_request_id` of the response to that request.",
        schema: uuid,
        isRequired: true,
      },
    },
    response: requestedDeployment,
    success: success.read,
    run: readRequestedDeployment,
  }),
  extended({
    operation: "listEnvironmentDeployments",
    summary: "List the deployments of an environment, the newest first",
    method: "GET",
    path: "/environment/{environmentId}/deploymentHistoryV2",
    query: {
      pageSize: { description: "How many to list at most; 20 if omitted.", schema: integer(1, 100) },
    },
    response: deploymentHistory,
    success: success.read,
    run: listPastDeployments,
  }),
  extended({
    operation: "deployEnvironment",
    summary: "Deploy all services of an environment, those that never were, too",
    method: "POST",
    path: "/environment/{environmentId}/deploy",
    response: startedStatus,
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
    operation: "listOrganizations",
    summary: "List the organizations of the token",
    tag: organization,
    method: "GET",
    path: "/organization",
    response: results(organizationResponse),
    success: success.read,
    run: listOrganizations,
  }),
  extended({
    operation: "getOrganization",
    summary: "Read an organization",
    tag: organization,
    method: "GET",
    path: "/organization/{organizationId}",
    response: organizationResponse,
    success: success.read,
    run: readOrganization,
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

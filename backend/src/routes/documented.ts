/** The endpoints of the API document, in the order of its table. */
import { editCluster, saveGitOps } from "../operations/clusters.js";
import { cancel, deploy } from "../operations/deployments.js";
import { clusterRequest, clusterResponse } from "../resources/cluster.js";
import { cancelRequest, deploymentStatus, deployRequest } from "../resources/deployment.js";
import { gitOpsRequest, gitOpsResponse } from "../resources/gitops.js";
import { clusterTaken, documented, type Route, success } from "./route.js";
import { documentedServiceRoutes } from "./services.js";

const inProgress = "A deployment is in progress in the environment.";

export const documentedRoutes: readonly Route[] = [
  ...documentedServiceRoutes,
  documented(17, {
    operation: "deployServices",
    summary: "Deploy selected services of an environment",
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
    conflict: "There is nothing to cancel, or it is already being cancelled.",
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
    summary: "Update a cluster",
    method: "PUT",
    path: "/organization/{organizationId}/cluster/{clusterId}",
    body: clusterRequest,
    response: clusterResponse,
    success: success.read,
    conflict: clusterTaken,
    run: editCluster,
  }),
];

/** Clusters from their creation to their deletion. None of these endpoints is in the API document. */
import { z } from "zod";
import * as deployments from "../operations/cluster-deployments.js";
import {
  createCluster,
  listAgents,
  listCredentials,
  listFeatures,
  readCloudProviderInfo,
  readDnsProvider,
  readRoutingTable,
  removeMapping,
  replaceRoutingTable,
  saveCloudProviderInfo,
  saveDnsProvider,
  saveMapping,
} from "../operations/clusters.js";
import { argoCdAgent, mappingRequest, mappingResponse } from "../resources/argocd-mapping.js";
import {
  clusterRequest,
  clusterResponse,
  clusterStatus,
  routingTable,
  routingTableRequest,
} from "../resources/cluster.js";
import { feature } from "../resources/cluster-features.js";
import { cloudProviderInfo, credentials } from "../resources/cluster-parameters.js";
import { dnsProviderRequest, dnsProviderResponse } from "../resources/dns-provider.js";
import { kubeconfigRequest } from "../resources/kubeconfig.js";
import { credentialsInUse } from "../resources/records/cloud-credentials.js";
import { secret } from "../schema/secrets.js";
import { uuid } from "../schema/texts.js";
import { clusterTaken, extended, type Route, results, skipReconcile, success } from "./route.js";

const all = "/organization/{organizationId}/cluster";
const one = `${all}/{clusterId}`;
const busy = "An operation is in progress on the cluster";

const mapping = "/organization/{organizationId}/argoCdDestinationClusterMapping";
const argoCd = { name: "argoCd", description: "Clusters of the platform that destinations of Argo CD are." };
const providers = { aws: "AWS", gcp: "GCP", scaleway: "SCW", azure: "AZURE" } as const;

export const clusterRoutes: readonly Route[] = [
  extended({
    operation: "createCluster",
    summary: "Create a cluster, on which nothing runs until it is deployed",
    method: "POST",
    path: all,
    body: clusterRequest,
    response: clusterResponse,
    success: success.create,
    conflict: clusterTaken,
    run: createCluster,
  }),
  extended({
    operation: "deployCluster",
    summary: "Deploy a cluster",
    method: "POST",
    path: `${one}/deploy`,
    query: { dry_run: { description: "Whether to try only, without any change in the cloud; false if omitted." } },
    response: clusterStatus,
    success: success.create,
    conflict: `${busy}.`,
    run: deployments.deployCluster,
  }),
  extended({
    operation: "stopCluster",
    summary: "Stop a cluster",
    method: "POST",
    path: `${one}/stop`,
    response: clusterStatus,
    success: success.accepted,
    conflict: `${busy}, or it was never deployed, or is stopped already.`,
    run: deployments.stopCluster,
  }),
  extended({
    operation: "getClusterStatus",
    summary: "Read how far the last operation of a cluster is",
    method: "GET",
    path: `${one}/status`,
    response: clusterStatus,
    success: success.read,
    run: deployments.readClusterStatus,
  }),
  extended({
    operation: "deleteCluster",
    summary: "Delete a cluster that has no environment left",
    method: "DELETE",
    path: one,
    query: {
      deleteMode: {
        description: "DEFAULT if omitted; this platform has no other mode.",
        schema: z.enum(["DEFAULT"]),
      },
      skipReconcile,
    },
    success: success.removed,
    conflict: `${busy}, it still has an environment, or it is the default of the organization.`,
    run: deployments.deleteCluster,
  }),
  extended({
    operation: "getClusterKubeconfig",
    summary: "Read the kubeconfig of a cluster that was deployed, or whose kubeconfig was set",
    method: "GET",
    path: `${one}/kubeconfig`,
    query: {
      with_token_from_cli: { description: "Changes nothing here." },
      read_only: { description: "Changes nothing here." },
    },
    response: secret(z.string()),
    type: "application/x-yaml",
    success: success.read,
    run: deployments.readKubeconfig,
  }),
  extended({
    operation: "saveClusterKubeconfig",
    summary: "Set the kubeconfig of a cluster whose kubernetes is PARTIALLY_MANAGED",
    method: "PUT",
    path: `${one}/kubeconfig`,
    body: kubeconfigRequest,
    bodyType: "application/x-yaml",
    success: success.removed,
    conflict: "The cluster is being deleted.",
    run: deployments.saveKubeconfig,
  }),
  extended({
    operation: "getClusterCloudProviderInfo",
    summary: "Read with which credentials the platform reaches the cloud of a cluster",
    method: "GET",
    path: `${one}/cloudProviderInfo`,
    response: cloudProviderInfo,
    success: success.read,
    run: readCloudProviderInfo,
  }),
  extended({
    operation: "saveClusterCloudProviderInfo",
    summary: "Set with which credentials the platform reaches the cloud of a cluster",
    method: "POST",
    path: `${one}/cloudProviderInfo`,
    body: credentials,
    response: cloudProviderInfo,
    success: success.create,
    conflict: "The cluster is being deleted.",
    run: saveCloudProviderInfo,
  }),
  extended({
    operation: "listArgoCdDestinations",
    summary: "List the clusters that run Argo CD, with the clusters that its destinations are",
    tag: argoCd,
    method: "GET",
    path: mapping,
    response: results(argoCdAgent),
    success: success.read,
    run: listAgents,
  }),
  extended({
    operation: "saveArgoCdDestination",
    summary: "Set which cluster a destination of Argo CD is",
    tag: argoCd,
    method: "POST",
    path: mapping,
    role: "admin",
    body: mappingRequest,
    response: mappingResponse,
    success: success.read,
    run: saveMapping,
  }),
  extended({
    operation: "deleteArgoCdDestination",
    summary: "Forget which cluster a destination of Argo CD is",
    tag: argoCd,
    method: "DELETE",
    path: mapping,
    query: {
      agentClusterId: { description: "ID of the cluster that runs Argo CD.", schema: uuid, isRequired: true },
      argocdClusterUrl: { description: "URL of the destination.", schema: z.string(), isRequired: true },
    },
    success: success.removed,
    run: removeMapping,
  }),
  extended({
    operation: "getDnsProvider",
    summary: "Read where the names of a cluster's services are",
    method: "GET",
    path: "/cluster/{clusterId}/dnsProvider",
    response: dnsProviderResponse,
    success: success.read,
    run: readDnsProvider,
  }),
  extended({
    operation: "saveDnsProvider",
    summary: "Set where the names of a cluster's services are, from its next deployment on",
    method: "PUT",
    path: "/cluster/{clusterId}/dnsProvider",
    body: dnsProviderRequest,
    response: dnsProviderResponse,
    success: success.read,
    conflict: "The cluster is being deleted.",
    run: saveDnsProvider,
  }),
  extended({
    operation: "getRoutingTable",
    summary: "Read the routing table of a cluster",
    method: "GET",
    path: `${one}/routingTable`,
    response: routingTable,
    success: success.read,
    run: readRoutingTable,
  }),
  extended({
    operation: "editRoutingTable",
    summary: "Replace the routing table of a cluster",
    method: "PUT",
    path: `${one}/routingTable`,
    body: routingTableRequest,
    response: routingTable,
    success: success.read,
    conflict: "The cluster is being deleted.",
    run: replaceRoutingTable,
  }),
  ...Object.entries(providers).map(([cloud, provider]) =>
    extended({
      operation: `list${provider}ClusterFeatures`,
      summary: `List the features that clusters on ${provider} may have`,
      method: "GET",
      path: `/${cloud}/clusterFeature`,
      response: results(feature),
      success: success.read,
      run: listFeatures(provider),
    }),
  ),
  extended({
    operation: "listCredentials",
    summary: "List the cloud credentials of all clouds, with the clusters that use them",
    tag: {
      name: "cloudCredentials",
      description: "Credentials with which the platform creates clusters in a cloud.",
    },
    method: "GET",
    path: "/organization/{organizationId}/credentials",
    response: results(credentialsInUse),
    success: success.read,
    run: listCredentials,
  }),
];

import * as pulumi from "@pulumi/pulumi";
import { ArgoCdConfig, Cluster } from "pulumi-app-platform";

const config = new pulumi.Config();
const clusterId = config.require("clusterId");
const labelsGroups = [{ id: config.require("labelsGroupId") }];

// The organization's cluster. It exists already: the first `pulumi up` adopts and updates it, and `pulumi destroy` leaves it
// unchanged.
const cluster = new Cluster("main", {
  organizationId: config.require("organizationId"),
  clusterId,
  name: "main",
  // Must match the existing cluster: they can't change.
  region: "eu-west-3",
  cloudProvider: "AWS",
  production: true,
  instanceType: "t3a.large",
  minRunningNodes: 3,
  maxRunningNodes: 10,
  // KEDA scales services with `autoscaling`.
  keda: { enabled: true },
  metricsParameters: {
    enabled: true,
    configuration: { kind: "MANAGED_BY_PLATFORM", resourceProfile: "NORMAL", alerting: { enabled: true } },
  },
  infrastructureChartsParameters: { nginxParameters: { replicaCount: 3 } },
  labelsGroups,
  // The documented endpoints can't read the cluster: the first update resets what is omitted here. The preview lists it.
  acceptDefaults: true,
});

// Argo CD, which deploys to this cluster from git. Saving its settings requires a token with the admin role.
const gitops = new ArgoCdConfig(
  "gitops",
  { clusterId, argocdUrl: config.require("argocdUrl"), argocdToken: config.requireSecret("argocdToken") },
  { dependsOn: [cluster] },
);

export const kubernetesVersion = cluster.version;
export const nodes = pulumi.interpolate`${cluster.minRunningNodes} to ${cluster.maxRunningNodes}`;
export const argocdUrl = gitops.argocdUrl;

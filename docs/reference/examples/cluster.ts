/**
 * An existing cluster with most of its settings. **Read the preview before you confirm:** with the basic API, the first update
 * resets everything that the program omits.
 */
import * as pulumi from "@pulumi/pulumi";
import { Cluster } from "pulumi-app-platform";

const config = new pulumi.Config();

// The cluster already exists: the first `pulumi up` adopts and updates it, and `pulumi destroy` leaves it unchanged.
const main = new Cluster("main", {
  organizationId: config.require("organizationId"),
  clusterId: config.require("clusterId"),
  name: "main",
  // Must match the existing cluster: they can't change.
  region: "eu-west-3",
  cloudProvider: "AWS",
  description: "Runs the shop",
  production: true,
  instanceType: "t3.large",
  minRunningNodes: 2,
  maxRunningNodes: 8,
  diskSize: 60,
  diskIops: 4000,
  diskThroughput: 250,
  keda: { enabled: true },
  metricsParameters: {
    enabled: true,
    configuration: { kind: "MANAGED_BY_PLATFORM", resourceProfile: "NORMAL", highAvailability: true },
  },
  infrastructureChartsParameters: { nginxParameters: { replicaCount: 3 } },
  labelsGroups: [{ id: config.require("labelsGroupId") }],
  // The basic API can't read the cluster: the first update resets what is omitted here. The preview lists it.
  acceptDefaults: true,
});

export const kubernetesVersion = main.version;
export const status = main.status;

import * as pulumi from "@pulumi/pulumi";
import { Cluster } from "pulumi-app-platform";

const config = new pulumi.Config();

// The cluster exists already: the first `pulumi up` takes it over and edits it, and `pulumi destroy` leaves it as it is.
const main = new Cluster("main", {
  organizationId: config.require("organizationId"),
  clusterId: config.require("clusterId"),
  name: "main",
  // As they are: a cluster does not move.
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
});

export const kubernetesVersion = main.version;
export const status = main.status;

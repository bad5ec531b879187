import type { ClusterArgs } from "pulumi-app-platform";
import type { SeededIds } from "../../platform/platform.js";

/** The feature that the seeded cluster has. */
const featureId = "fea70e00-a3c5-41e7-a263-d45f7193b00d";

/** A cluster with every field set, as a program would give it. */
export function everyField(ids: SeededIds, secret: (name: "alerting") => string) {
  const cluster: ClusterArgs = {
    organizationId: ids.organization,
    clusterId: ids.cluster,
    acceptDefaults: true,
    name: "production",
    region: "eu-west-3",
    cloudProvider: "AWS",
    description: "everything runs here",
    cloudProviderCredentials: {
      cloudProvider: "AWS",
      credentials: { id: "0d1e2f30-4152-4637-8495-a6b7c8d9e0f1", name: "account" },
      region: "eu-west-3",
    },
    minRunningNodes: 2,
    maxRunningNodes: 8,
    diskSize: 60,
    diskIops: 4000,
    diskThroughput: 250,
    instanceType: "t3.large",
    kubernetes: "PARTIALLY_MANAGED",
    production: true,
    sshKeys: ["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5 operator"],
    features: [{ id: featureId, value: "true" }],
    metricsParameters: {
      enabled: true,
      configuration: {
        kind: "MANAGED_BY_PLATFORM",
        resourceProfile: "HIGH",
        cloudWatchExportConfig: { enabled: true },
        highAvailability: true,
        internalNetworkMonitoring: { enabled: false },
        alerting: {
          enabled: true,
          defaultRuleLabels: { team: "shop", camelCase: "kept" },
          specConfigSecret: secret("alerting"),
          specExternalUrl: "https://alerts.example.com",
          configName: "main",
        },
      },
    },
    infrastructureChartsParameters: {
      nginxParameters: {
        replicaCount: 3,
        defaultSslCertificate: "ingress/tls",
        publishStatusAddress: "203.0.113.7",
        annotationMetalLbLoadBalancerIps: "203.0.113.7",
        annotationExternalDnsKubernetesTarget: "shop.example.com",
      },
      certManagerParameters: { kubernetesNamespace: "cert-manager" },
      metalLbParameters: { ipAddressPools: ["203.0.113.0/28"] },
      eksAnywhereParameters: {
        gitRepository: {
          url: "https://github.com/acme/cluster.git",
          gitTokenId: ids.gitToken,
          branch: "main",
          provider: "GITHUB",
        },
        yamlFilePath: "cluster.yaml",
      },
    },
    keda: { enabled: true },
    labelsGroups: [{ id: ids.labelsGroup }],
  };
  return { cluster };
}

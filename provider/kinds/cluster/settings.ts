import { z } from "zod";
import { choice, flag, freeObject, gitUrl, integer, object, text, uuid } from "../../schema/schemas.js";
import { gitProvider } from "../shared/common.js";

const nginxParameters = object("NginxParameters", "Settings of the ingress controller.", {
  replicaCount: integer(0).optional().meta({ description: "Number of instances." }),
  defaultSslCertificate: text
    .optional()
    .meta({ description: "Certificate that's used if no other one matches, as `namespace/secret`." }),
  publishStatusAddress: text.optional().meta({ description: "Address that the ingress controller publishes." }),
  annotationMetalLbLoadBalancerIps: text
    .optional()
    .meta({ description: "Addresses that MetalLB assigns to the load balancer." }),
  annotationExternalDnsKubernetesTarget: text.optional().meta({ description: "Target that external-dns writes." }),
}).optional();

const certManagerParameters = object("CertManagerParameters", "Settings of cert-manager.", {
  kubernetesNamespace: text.optional().meta({ description: "Namespace of cert-manager." }),
}).optional();

const metalLbParameters = object("MetalLbParameters", "Settings of MetalLB.", {
  ipAddressPools: z
    .array(text.meta({ description: "Address pool." }))
    .optional()
    .meta({ description: "Address pools.", items: { key: "pool" } }),
}).optional();

const eksAnywhereParameters = object("EksAnywhereParameters", "Settings of EKS Anywhere.", {
  gitRepository: object("EksAnywhereGitRepository", "Git repository with the cluster's specification.", {
    url: gitUrl.optional().meta({ description: "URL of the repository." }),
    gitTokenId: uuid
      .optional()
      .meta({ description: "Git token that gives access to the repository.", idOf: { kind: "GitToken" } }),
    branch: text.optional().meta({ description: "Branch to read." }),
    commitId: text.optional().meta({ description: "Commit to read." }),
    provider: gitProvider.optional(),
  }).optional(),
  yamlFilePath: text.optional().meta({ description: "Path of the specification in the repository." }),
  clusterBackup: object("EksAnywhereClusterBackup", "Backups of the cluster's state.", {
    enabled: flag
      .optional()
      .meta({ description: "Whether the state is backed up.", default: true, whenOmitted: { isSent: true } }),
    timeoutSeconds: integer(1)
      .optional()
      .meta({ description: "Maximum duration of a backup.", unit: "seconds", default: 300 }),
    certsSecretName: text.optional().meta({ description: "Name of the secret with the certificates." }),
    s3: object("EksAnywhereBackupBucket", "Where the backups are.", {
      bucket: text.meta({ description: "Name of the S3 bucket." }),
      region: text.meta({ description: "Region of the bucket." }),
      roleArn: text.meta({ description: "ARN of the role that writes them." }),
      keyPrefix: text.optional().meta({ description: "Prefix of the objects' keys." }),
    }),
  }).optional(),
}).optional();

/** Settings of components that the platform installs in a cluster. */
export const infrastructureChartsParameters = object(
  "InfrastructureChartsParameters",
  "Settings of the components that the platform installs into the cluster.",
  { nginxParameters, certManagerParameters, metalLbParameters, eksAnywhereParameters },
).optional();

const alerting = object("Alerting", "Alerts.", {
  enabled: flag
    .optional()
    .meta({ description: "Whether alerts are sent.", default: false, whenOmitted: { isSent: true } }),
  defaultRuleLabels: freeObject.optional().meta({ description: "Labels of every alert rule, sent unchanged." }),
  specConfigSecret: text.optional().meta({ description: "Configuration of the alert manager.", secret: true }),
  specExternalUrl: text.optional().meta({ description: "External URL of the alert manager." }),
  configName: text.optional().meta({ description: "Name of the alert manager's configuration." }),
}).optional();

const configuration = object("MetricsConfiguration", "Configuration of the metrics collection.", {
  kind: choice("MetricsKind", ["MANAGED_BY_PLATFORM"]).meta({ description: "Who runs the metrics collection." }),
  resourceProfile: choice("MetricsResourceProfile", ["LOW", "NORMAL", "HIGH"])
    .optional()
    .meta({ description: "Size of the metrics collection." }),
  cloudWatchExportConfig: object("CloudWatchExportConfig", "Export to CloudWatch.", {
    enabled: flag.optional().meta({
      description: "Whether metrics are exported to CloudWatch.",
      default: false,
      whenOmitted: { isSent: true },
    }),
  }).optional(),
  highAvailability: flag.optional().meta({ description: "Whether the metrics collection is highly available." }),
  internalNetworkMonitoring: object("InternalNetworkMonitoring", "Monitoring of the cluster's internal network.", {
    enabled: flag.optional().meta({
      description: "Whether the cluster's internal network is monitored.",
      default: false,
      whenOmitted: { isSent: true },
    }),
  }).optional(),
  alerting,
}).optional();

export const metricsParameters = object("MetricsParameters", "Metrics of the cluster.", {
  enabled: flag
    .optional()
    .meta({ description: "Whether metrics are collected.", default: false, whenOmitted: { isSent: true } }),
  configuration,
}).optional();

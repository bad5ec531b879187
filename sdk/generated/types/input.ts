// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import type { ResourceOutput } from "../../programArguments.js";
import type { CloudCredentials } from "../resources/cloudCredentials.js";
import type { ContainerRegistry } from "../resources/containerRegistry.js";
import type { GitToken } from "../resources/gitToken.js";
import type { HelmRepository } from "../resources/helmRepository.js";
import type * as enums from "./enums.js";

/** Alerts. */
export interface AlertingArgs {
  /**
   * Whether alerts are sent.
   *
   * Default: false.
   */
  enabled?: pulumi.Input<boolean | undefined> | undefined;
  /** Labels of every alert rule, sent unchanged. */
  defaultRuleLabels?: pulumi.Input<{ [key: string]: unknown } | undefined> | undefined;
  /**
   * Configuration of the alert manager.
   *
   * Always encrypted in the state.
   */
  specConfigSecret?: pulumi.Input<string | undefined> | undefined;
  /** External URL of the alert manager. */
  specExternalUrl?: pulumi.Input<string | undefined> | undefined;
  /** Name of the alert manager's configuration. */
  configName?: pulumi.Input<string | undefined> | undefined;
}

/** A group of annotations of the organization. */
export interface AnnotationsGroupReferenceArgs {
  /** ID of the annotations group. */
  id: pulumi.Input<string>;
}

/** How the object is deleted. */
export interface ApiObjectDeleteArgs {
  /**
   * How the API deletes the object. With NONE, it stays on the platform.
   *
   * Default: "DELETE".
   */
  method?: pulumi.Input<enums.ApiObjectDeleteMethod | undefined> | undefined;
  /**
   * Path of the call that deletes the object; `{id}` stands for its ID.
   *
   * Default: `path`, followed by `/{id}`. Format: a path that begins with a slash, such as /organization/{organizationId}/webhook: no host, no query, no slash at the end, no `.` or `..`, and parameters in place of encoded characters.
   */
  path?: pulumi.Input<string | undefined> | undefined;
}

/** How the object is updated. */
export interface ApiObjectUpdateArgs {
  /**
   * How the API updates the object. PUT and POST replace the whole object, and PATCH changes the members in the request (JSON Merge Patch). With NONE, a change of `body` replaces the resource.
   *
   * Default: "PUT".
   */
  method?: pulumi.Input<enums.ApiObjectUpdateMethod | undefined> | undefined;
  /**
   * Path of the call that updates the object; `{id}` stands for its ID.
   *
   * Default: `path`, followed by `/{id}`. Format: a path that begins with a slash, such as /organization/{organizationId}/webhook: no host, no query, no slash at the end, no `.` or `..`, and parameters in place of encoded characters.
   */
  path?: pulumi.Input<string | undefined> | undefined;
  /** Paths of members that an update with PUT or POST omits. In addition to `body`, such an update contains everything that the platform returned, so that it resets nothing, except `id`, `created_at` and `updated_at`. */
  omit?: pulumi.Input<pulumi.Input<string>[] | undefined> | undefined;
}

/** An application to deploy. */
export interface ApplicationDeploymentArgs {
  /** ID of the application. */
  applicationId: pulumi.Input<string>;
  /** Commit to deploy. Required for the first deployment of a service. */
  gitCommitId?: pulumi.Input<string | undefined> | undefined;
}

/** Whether and how a new commit is deployed automatically. */
export interface AutoDeployConfigArgs {
  /** Whether a new commit is deployed automatically. */
  autoDeploy: pulumi.Input<boolean>;
  /** What an automatic deployment does. */
  terraformAction: pulumi.Input<enums.TerraformAction>;
}

/** The identity in `externalSecretsAutomaticAuthentication` of the cluster's `infrastructureOutputs`: `{}`. */
export type AutomaticallyConfiguredAccessArgs = Record<string, never>;

/** Scales the number of instances by events. Requires the minimum number of instances to be less than the maximum. */
export interface AutoscalingArgs {
  /** Autoscaler. */
  mode: pulumi.Input<enums.AutoscalingMode>;
  /**
   * Scalers.
   *
   * At least 1 item. Order doesn't matter. One or more must be enabled.
   */
  scalers: pulumi.Input<pulumi.Input<ScalerArgs>[]>;
  /**
   * Time between two measurements.
   *
   * Unit: seconds. Default: 30. Integer of at least 1.
   */
  pollingIntervalSeconds?: pulumi.Input<number | undefined> | undefined;
  /**
   * Time between the last event and scaling down.
   *
   * Unit: seconds. Default: 300. Integer of at least 0.
   */
  cooldownPeriodSeconds?: pulumi.Input<number | undefined> | undefined;
}

/** Credentials for AWS: an access key or a role. */
export type AwsCredentialsArgs = {
  /** The login of vSphere, for clusters of EKS Anywhere. */
  vsphere?: pulumi.Input<VsphereLoginArgs | undefined> | undefined;
} & (
  | {
      /** ID of the access key. */
      accessKeyId: pulumi.Input<string>;
      /**
       * Secret of the access key. Responses don't contain it, so changes outside Pulumi aren't detected. Every update sends it.
       *
       * Always encrypted in the state.
       */
      secretAccessKey: pulumi.Input<string>;
      roleArn?: undefined;
    }
  | {
      /** ARN of the role that the platform assumes. */
      roleArn: pulumi.Input<string>;
      accessKeyId?: undefined;
      secretAccessKey?: undefined;
    }
);

/** Parameter Store of AWS Systems Manager. */
export interface AwsParameterStoreArgs {
  /** Region of the secret manager. */
  region: pulumi.Input<string>;
}

/** A role of AWS that the cluster assumes. */
export interface AwsRoleAccessArgs {
  /** ARN of the role. */
  roleArn: pulumi.Input<string>;
}

/** AWS Secrets Manager. */
export interface AwsSecretManagerArgs {
  /** Region of the secret manager. */
  region: pulumi.Input<string>;
}

/** An access key of AWS. */
export interface AwsStaticAccessArgs {
  /** Region of the access key. */
  region: pulumi.Input<string>;
  /** ID of the access key. */
  accessKey: pulumi.Input<string>;
  /**
   * Secret of the access key. Responses don't contain it, so changes outside Pulumi aren't detected.
   *
   * Always encrypted in the state.
   */
  secretKey?: pulumi.Input<string | undefined> | undefined;
}

/** An existing network of AWS. */
export interface AwsUserProvidedNetworkArgs {
  /** ID of the VPC. */
  awsVpcEksId: pulumi.Input<string>;
  /**
   * Subnets of the nodes in zone a.
   *
   * Order doesn't matter.
   */
  eksSubnetsZoneAIds: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * Subnets of the nodes in zone b.
   *
   * Order doesn't matter.
   */
  eksSubnetsZoneBIds: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * Subnets of the nodes in zone c.
   *
   * Order doesn't matter.
   */
  eksSubnetsZoneCIds: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * Subnets of relational databases in zone a.
   *
   * Order doesn't matter.
   */
  rdsSubnetsZoneAIds?: pulumi.Input<pulumi.Input<string>[] | undefined> | undefined;
  /**
   * Subnets of relational databases in zone b.
   *
   * Order doesn't matter.
   */
  rdsSubnetsZoneBIds?: pulumi.Input<pulumi.Input<string>[] | undefined> | undefined;
  /**
   * Subnets of relational databases in zone c.
   *
   * Order doesn't matter.
   */
  rdsSubnetsZoneCIds?: pulumi.Input<pulumi.Input<string>[] | undefined> | undefined;
  /**
   * Subnets of document databases in zone a.
   *
   * Order doesn't matter.
   */
  documentdbSubnetsZoneAIds?: pulumi.Input<pulumi.Input<string>[] | undefined> | undefined;
  /**
   * Subnets of document databases in zone b.
   *
   * Order doesn't matter.
   */
  documentdbSubnetsZoneBIds?: pulumi.Input<pulumi.Input<string>[] | undefined> | undefined;
  /**
   * Subnets of document databases in zone c.
   *
   * Order doesn't matter.
   */
  documentdbSubnetsZoneCIds?: pulumi.Input<pulumi.Input<string>[] | undefined> | undefined;
  /**
   * Subnets of caches in zone a.
   *
   * Order doesn't matter.
   */
  elasticacheSubnetsZoneAIds?: pulumi.Input<pulumi.Input<string>[] | undefined> | undefined;
  /**
   * Subnets of caches in zone b.
   *
   * Order doesn't matter.
   */
  elasticacheSubnetsZoneBIds?: pulumi.Input<pulumi.Input<string>[] | undefined> | undefined;
  /**
   * Subnets of caches in zone c.
   *
   * Order doesn't matter.
   */
  elasticacheSubnetsZoneCIds?: pulumi.Input<pulumi.Input<string>[] | undefined> | undefined;
  /**
   * Subnets of Karpenter in zone a.
   *
   * Order doesn't matter.
   */
  eksKarpenterFargateSubnetsZoneAIds?: pulumi.Input<pulumi.Input<string>[] | undefined> | undefined;
  /**
   * Subnets of Karpenter in zone b.
   *
   * Order doesn't matter.
   */
  eksKarpenterFargateSubnetsZoneBIds?: pulumi.Input<pulumi.Input<string>[] | undefined> | undefined;
  /**
   * Subnets of Karpenter in zone c.
   *
   * Order doesn't matter.
   */
  eksKarpenterFargateSubnetsZoneCIds?: pulumi.Input<pulumi.Input<string>[] | undefined> | undefined;
  /** Whether the nodes are in private subnets. */
  eksCreateNodesInPrivateSubnet?: pulumi.Input<boolean | undefined> | undefined;
}

/** Credentials for Azure. */
export interface AzureCredentialsArgs {
  /** Subscription of the clusters. */
  subscriptionId: pulumi.Input<string>;
  /** Tenant of the subscription. */
  tenantId: pulumi.Input<string>;
}

/** Settings of cert-manager. */
export interface CertManagerParametersArgs {
  /** Namespace of cert-manager. */
  kubernetesNamespace?: pulumi.Input<string | undefined> | undefined;
}

/** A zone of Cloudflare. */
export interface CloudflareDnsArgs {
  /** Email of the account. */
  email: pulumi.Input<string>;
  /**
   * Token for the zone. Responses don't contain it, so changes outside Pulumi aren't detected. Every change of `dnsProvider` sends it.
   *
   * Always encrypted in the state.
   */
  apiToken: pulumi.Input<string>;
  /**
   * Whether Cloudflare passes on the traffic.
   *
   * Default: false.
   */
  proxied?: pulumi.Input<boolean | undefined> | undefined;
}

/** Credentials of the cloud provider, by reference. If the platform doesn't return them, changes outside Pulumi aren't detected. */
export interface CloudProviderCredentialsArgs {
  /** Cloud provider that the credentials are for. */
  cloudProvider?: pulumi.Input<string | undefined> | undefined;
  /** The credentials, by reference. */
  credentials?: pulumi.Input<CredentialsReferenceArgs | CloudCredentials | undefined> | undefined;
  /** Region that the credentials are for. */
  region?: pulumi.Input<string | undefined> | undefined;
}

/** Export to CloudWatch. */
export interface CloudWatchExportConfigArgs {
  /**
   * Whether metrics are exported to CloudWatch.
   *
   * Default: false.
   */
  enabled?: pulumi.Input<boolean | undefined> | undefined;
}

/** Where the names of the cluster's services are: your domain at Cloudflare or in Route 53. They change with the next deployment of the cluster. If you remove the argument, they return to the platform's own domain if that was there before; otherwise, they stay, with a warning. */
export interface ClusterDnsProviderArgs {
  /** Domain of the names; without a provider, the platform's own. */
  domain: pulumi.Input<string>;
  /** A zone of Cloudflare. */
  cloudflare?: pulumi.Input<CloudflareDnsArgs | undefined> | undefined;
  /** A zone of Route 53. */
  route53?: pulumi.Input<Route53DnsArgs | undefined> | undefined;
}

/** A feature of the cluster: its name, and its value in one of these forms. */
export type ClusterFeatureArgs = {
  /**
   * Name of the feature: `STATIC_IP`, `VPC_SUBNET`, `EXISTING_VPC`, `KARPENTER`, `NAT_GATEWAY`, `GKE_KMS_KEY`, or another name or ID that your platform has.
   *
   * Format: the name of a feature, such as STATIC_IP, or a UUID.
   */
  id: pulumi.Input<
    "STATIC_IP" | "VPC_SUBNET" | "EXISTING_VPC" | "KARPENTER" | "NAT_GATEWAY" | "GKE_KMS_KEY" | (string & {})
  >;
} & (
  | {
      /** Value of the feature; a string, a boolean or an object, depending on the feature. */
      value: pulumi.Input<string | boolean | { [key: string]: unknown }>;
      awsUserProvidedNetwork?: undefined;
      gcpUserProvidedNetwork?: undefined;
      natGateway?: undefined;
      karpenter?: undefined;
    }
  | {
      /** An existing network of AWS. */
      awsUserProvidedNetwork: pulumi.Input<AwsUserProvidedNetworkArgs>;
      value?: undefined;
      gcpUserProvidedNetwork?: undefined;
      natGateway?: undefined;
      karpenter?: undefined;
    }
  | {
      /** An existing network of Google Cloud. */
      gcpUserProvidedNetwork: pulumi.Input<GcpUserProvidedNetworkArgs>;
      value?: undefined;
      awsUserProvidedNetwork?: undefined;
      natGateway?: undefined;
      karpenter?: undefined;
    }
  | {
      /** The NAT gateway of the cluster's network. */
      natGateway: pulumi.Input<NatGatewayArgs>;
      value?: undefined;
      awsUserProvidedNetwork?: undefined;
      gcpUserProvidedNetwork?: undefined;
      karpenter?: undefined;
    }
  | {
      /** Karpenter, which adds and removes nodes of a cluster on AWS. */
      karpenter: pulumi.Input<KarpenterArgs>;
      value?: undefined;
      awsUserProvidedNetwork?: undefined;
      gcpUserProvidedNetwork?: undefined;
      natGateway?: undefined;
    }
);

/** What the role may do with a cluster. */
export interface ClusterPermissionArgs {
  /** ID of the cluster. */
  clusterId: pulumi.Input<string>;
  /** What the role may do: see the cluster, create environments on it, or everything. */
  permission: pulumi.Input<enums.ClusterRolePermission>;
}

/** A route. */
export interface ClusterRouteArgs {
  /** Destination network of the route, as CIDR. */
  destination: pulumi.Input<string>;
  /** Target of the route, for example a peering connection. */
  target: pulumi.Input<string>;
  /** What the route is for. */
  description: pulumi.Input<string>;
}

/** A container to deploy. */
export interface ContainerDeploymentArgs {
  /** ID of the container. */
  id: pulumi.Input<string>;
  /** Image tag to deploy. Required for the first deployment of a service. */
  imageTag?: pulumi.Input<string | undefined> | undefined;
}

/** The credentials, by reference. */
export interface CredentialsReferenceArgs {
  /** ID of the credentials. */
  id: pulumi.Input<string>;
  /** Name of the credentials. */
  name?: pulumi.Input<string | undefined> | undefined;
}

/** Runs on a schedule. */
export interface CronjobArgs {
  /**
   * Schedule: a cron expression of five fields, for example `0 4 * * *`.
   *
   * Format: a cron expression of five fields (minute, hour, day, month, weekday), such as "0 4 * * *".
   */
  scheduledAt: pulumi.Input<string>;
  /** Arguments of the image's command. */
  arguments?: pulumi.Input<pulumi.Input<string>[] | undefined> | undefined;
  /** Command that replaces the image's entrypoint. */
  entrypoint?: pulumi.Input<string | undefined> | undefined;
  /**
   * Time zone of the schedule (IANA name).
   *
   * Default: "Etc/UTC". Format: an IANA time zone, such as Etc/UTC or Europe/Paris.
   */
  timezone?: pulumi.Input<string | undefined> | undefined;
}

/** A path in the repository. */
export interface DeploymentRestrictionArgs {
  /** Whether only commits that change the path deploy the service (`MATCH`), or all except those that change only the path (`EXCLUDE`). */
  mode: pulumi.Input<enums.DeploymentRestrictionMode>;
  /**
   * Type of the `value`.
   *
   * Default: "PATH".
   */
  type?: pulumi.Input<enums.DeploymentRestrictionType | undefined> | undefined;
  /** Path in the repository, for example `src/`; unique in the list. */
  value: pulumi.Input<string>;
}

/** Lines added to the Dockerfile of the job; `null` for none. */
export type DockerfileFragmentArgs = {
  /** Where the lines come from. */
  type: pulumi.Input<enums.DockerfileFragmentType>;
} & (
  | {
      /**
       * Path of a file in the repository; only for type `file`.
       *
       * Allowed only if type is file.
       */
      path: pulumi.Input<string>;
      content?: undefined;
    }
  | {
      /**
       * The lines; only for type `inline`.
       *
       * Maximum size: 8192 bytes. Allowed only if type is inline.
       */
      content: pulumi.Input<string>;
      path?: undefined;
    }
);

/** Where the backups are. */
export interface EksAnywhereBackupBucketArgs {
  /** Name of the S3 bucket. */
  bucket: pulumi.Input<string>;
  /** Region of the bucket. */
  region: pulumi.Input<string>;
  /** ARN of the role that writes them. */
  roleArn: pulumi.Input<string>;
  /** Prefix of the objects' keys. */
  keyPrefix?: pulumi.Input<string | undefined> | undefined;
}

/** Backups of the cluster's state. */
export interface EksAnywhereClusterBackupArgs {
  /**
   * Whether the state is backed up.
   *
   * Default: true.
   */
  enabled?: pulumi.Input<boolean | undefined> | undefined;
  /**
   * Maximum duration of a backup.
   *
   * Unit: seconds. Default: 300. Integer of at least 1.
   */
  timeoutSeconds?: pulumi.Input<number | undefined> | undefined;
  /** Name of the secret with the certificates. */
  certsSecretName?: pulumi.Input<string | undefined> | undefined;
  /** Where the backups are. */
  s3: pulumi.Input<EksAnywhereBackupBucketArgs>;
}

/** Git repository with the cluster's specification. */
export interface EksAnywhereGitRepositoryArgs {
  /**
   * URL of the repository.
   *
   * Format: an http, https or ssh URL of a git repository.
   */
  url?: pulumi.Input<string | undefined> | undefined;
  /** Git token that gives access to the repository. */
  gitTokenId?: pulumi.Input<string | undefined> | undefined;

  /** Git token that gives access to the repository, as a resource instead of `gitTokenId`. */
  gitToken?: pulumi.Input<GitToken | ResourceOutput | undefined> | undefined;
  /** Branch to read. */
  branch?: pulumi.Input<string | undefined> | undefined;
  /** Commit to read. */
  commitId?: pulumi.Input<string | undefined> | undefined;
  /** Service that hosts the repository. */
  provider?: pulumi.Input<enums.GitProvider | undefined> | undefined;
}

/** Settings of EKS Anywhere. */
export interface EksAnywhereParametersArgs {
  /** Git repository with the cluster's specification. */
  gitRepository?: pulumi.Input<EksAnywhereGitRepositoryArgs | undefined> | undefined;
  /** Path of the specification in the repository. */
  yamlFilePath?: pulumi.Input<string | undefined> | undefined;
  /** Backups of the cluster's state. */
  clusterBackup?: pulumi.Input<EksAnywhereClusterBackupArgs | undefined> | undefined;
}

/** What the role may do in environments of one type. */
export interface EnvironmentPermissionArgs {
  /** Type of the environments. */
  environmentType: pulumi.Input<enums.EnvironmentType>;
  /** What the role may do: nothing, see them, deploy them, or everything. */
  permission: pulumi.Input<enums.EnvironmentRolePermission>;
}

/** Runs a command in the instance; exit code 0 is a success. */
export interface ExecProbeArgs {
  /**
   * Command and its arguments.
   *
   * At least 1 item.
   */
  command: pulumi.Input<pulumi.Input<string>[]>;
}

/** A secret in a secret manager. */
export interface ExternalSecretArgs {
  /** Access to the secret manager: one of the `secretManagerAccessIds` of the cluster that the environment is on. */
  secretManagerAccessId: pulumi.Input<string>;
  /** Name of the secret in the secret manager, or its ARN. */
  name: pulumi.Input<string>;
  /** Path of the file that contains the secret, to make it a file. */
  mountPath?: pulumi.Input<string | undefined> | undefined;
}

/** Credentials for Google Cloud: the key of a service account, or workload identity federation. */
export type GcpCredentialsArgs =
  | {
      /**
       * Key of the service account, as JSON. Responses don't contain it, so changes outside Pulumi aren't detected. Every update sends it.
       *
       * Always encrypted in the state.
       */
      serviceAccountKey: pulumi.Input<string>;
      serviceAccountEmail?: undefined;
      workloadIdentityProviderResource?: undefined;
    }
  | {
      /** Service account that the platform acts as. */
      serviceAccountEmail: pulumi.Input<string>;
      /** Workload identity provider that the platform's tokens are for. */
      workloadIdentityProviderResource: pulumi.Input<string>;
      serviceAccountKey?: undefined;
    };

/** The key of a service account of Google Cloud. */
export interface GcpJsonAccessArgs {
  /**
   * The key, as JSON in Base64. Responses don't contain it, so changes outside Pulumi aren't detected.
   *
   * Always encrypted in the state.
   */
  jsonCredentials?: pulumi.Input<string | undefined> | undefined;
}

/** Secret Manager of Google Cloud. */
export interface GcpSecretManagerArgs {
  /** Region of the secret manager. */
  region: pulumi.Input<string>;
  /** Project of the secret manager. */
  projectId: pulumi.Input<string>;
}

/** An existing network of Google Cloud. */
export interface GcpUserProvidedNetworkArgs {
  /** Name of the VPC. */
  vpcName: pulumi.Input<string>;
  /** Project of the VPC. */
  vpcProjectId?: pulumi.Input<string | undefined> | undefined;
  /** Name of the subnet. */
  subnetworkName?: pulumi.Input<string | undefined> | undefined;
  /** Range of the services' addresses. */
  ipRangeServicesName?: pulumi.Input<string | undefined> | undefined;
  /** Range of the pods' addresses. */
  ipRangePodsName?: pulumi.Input<string | undefined> | undefined;
  /**
   * Further ranges of the pods' addresses.
   *
   * Order doesn't matter.
   */
  additionalIpRangePodsNames?: pulumi.Input<pulumi.Input<string>[] | undefined> | undefined;
  /** Whether the nodes have only private addresses. */
  privateNodes?: pulumi.Input<boolean | undefined> | undefined;
}

/** Git repository with the source. */
export interface GitRepositoryArgs {
  /**
   * URL of the repository.
   *
   * Format: an http, https or ssh URL of a git repository.
   */
  url: pulumi.Input<string>;
  /**
   * Branch to build.
   *
   * Default: chosen by the platform.
   */
  branch?: pulumi.Input<string | undefined> | undefined;
  /**
   * Folder of the repository to build in.
   *
   * Default: chosen by the platform, usually /.
   */
  rootPath?: pulumi.Input<string | undefined> | undefined;
  /** Git token that gives access to a private repository. */
  gitTokenId?: pulumi.Input<string | undefined> | undefined;

  /** Git token that gives access to a private repository, as a resource instead of `gitTokenId`. */
  gitToken?: pulumi.Input<GitToken | ResourceOutput | undefined> | undefined;
  /** Service that hosts the repository. */
  provider: pulumi.Input<enums.GitProvider>;
}

/** An annotation. */
export interface GroupAnnotationArgs {
  /** Key of the annotation; unique within the group. */
  key: pulumi.Input<string>;
  /** Value of the annotation. */
  value: pulumi.Input<string>;
}

/** A label. */
export interface GroupLabelArgs {
  /** Key of the label; unique within the group. */
  key: pulumi.Input<string>;
  /** Value of the label. */
  value: pulumi.Input<string>;
  /** Whether the cloud provider's resources get the label too. */
  propagateToCloudProvider: pulumi.Input<boolean>;
}

/** Calls the gRPC health service. */
export interface GrpcProbeArgs {
  /**
   * Name of the gRPC service.
   *
   * Default: the server as a whole. `null` clears it.
   */
  service?: pulumi.Input<string | null | undefined> | undefined;
  /**
   * Port to connect to.
   *
   * Integer from 1 to 65535.
   */
  port: pulumi.Input<number>;
}

/** Probes of the service; an empty object for none. To remove a probe, omit it or set it to `null`. */
export interface HealthchecksArgs {
  /**
   * Checks whether the service is ready for traffic.
   *
   * `null` clears it.
   */
  readinessProbe?: pulumi.Input<ProbeArgs | null | undefined> | undefined;
  /**
   * Checks whether the service is alive.
   *
   * `null` clears it.
   */
  livenessProbe?: pulumi.Input<ProbeArgs | null | undefined> | undefined;
}

/** A chart of a Helm repository. */
export type HelmChartArgs = {
  /** Name of the chart. */
  chartName: pulumi.Input<string>;
  /** Version of the chart. */
  chartVersion: pulumi.Input<string>;
} & (
  | {
      /** Helm repository that has the chart. */
      repositoryId: pulumi.Input<string>;

      /** Helm repository that has the chart, as a resource instead of `repositoryId`. */
      repository?: pulumi.Input<HelmRepository | ResourceOutput | undefined> | undefined;
    }
  | {
      /** Helm repository that has the chart. */
      repositoryId?: pulumi.Input<string | undefined> | undefined;

      /** Helm repository that has the chart, as a resource instead of `repositoryId`. */
      repository: pulumi.Input<HelmRepository>;
    }
);

/** A Helm service to deploy. */
export interface HelmDeploymentArgs {
  /** ID of the Helm service. */
  id: pulumi.Input<string>;
  /** Version of the chart. */
  chartVersion?: pulumi.Input<string | undefined> | undefined;
  /** Commit to deploy. Required for the first deployment of a service. */
  gitCommitId?: pulumi.Input<string | undefined> | undefined;
  /** Commit of the values that override the chart's. */
  valuesOverrideGitCommitId?: pulumi.Input<string | undefined> | undefined;
}

/** A public port of a Kubernetes service, which is selected by `serviceName` or by the labels in `serviceSelectors`. */
export type HelmPortArgs = {
  /** ID of the item, assigned by the platform. You rarely need it, since items are matched without it. A new resource must omit it; an update accepts only an ID that the platform assigned. */
  id?: pulumi.Input<string | undefined> | undefined;
  /**
   * Port of the Kubernetes service; unique within the Helm service.
   *
   * Integer from 1 to 65535.
   */
  internalPort: pulumi.Input<number>;
  /**
   * Name of the port; unique within the Helm service.
   *
   * Default: assigned by the platform.
   */
  name?: pulumi.Input<string | undefined> | undefined;
  /**
   * Public port.
   *
   * Default: 443. Integer from 1 to 65535.
   */
  externalPort?: pulumi.Input<number | undefined> | undefined;
  /**
   * Namespace of the Kubernetes service.
   *
   * Default: the environment's namespace.
   */
  namespace?: pulumi.Input<string | undefined> | undefined;
  /**
   * Protocol of the port.
   *
   * Default: "HTTP".
   */
  protocol?: pulumi.Input<enums.HelmPortProtocol | undefined> | undefined;
  /** Whether the service's domain points to this port; at most one port is the default. */
  isDefault?: pulumi.Input<boolean | undefined> | undefined;
} & (
  | {
      /** Name of the Kubernetes service. */
      serviceName: pulumi.Input<string>;
      serviceSelectors?: undefined;
    }
  | {
      /**
       * Labels of the Kubernetes service.
       *
       * Items are identified by `key`; order doesn't matter.
       */
      serviceSelectors: pulumi.Input<pulumi.Input<HelmServiceSelectorArgs>[]>;
      serviceName?: undefined;
    }
);

/** Files in the program. */
export interface HelmRawValuesArgs {
  /** The files; later ones take precedence. */
  values: pulumi.Input<pulumi.Input<HelmValuesFileArgs>[]>;
}

/** Credentials, and where they're valid, as the kind requires. HTTPS: `username` (optional), `password` (optional); OCI_ECR: `region`, `accessKeyId`, `secretAccessKey`, or `region`, `roleArn`; OCI_SCALEWAY_CR: `region`, `scalewayAccessKey`, `scalewaySecretKey`, `scalewayProjectId`; OCI_DOCKER_HUB: `username` (optional), `password` (optional); OCI_PUBLIC_ECR: nothing; OCI_GENERIC_CR: `username` (optional), `password` (optional); OCI_GITHUB_CR: `username` (optional), `password` (optional); OCI_GITLAB_CR: `username` (optional), `password` (optional). An update sends all of it: a password that you omit is removed. */
export interface HelmRepositoryConfigArgs {
  /** Region of the cloud provider. */
  region?: pulumi.Input<string | undefined> | undefined;
  /** ID of the AWS access key. */
  accessKeyId?: pulumi.Input<string | undefined> | undefined;
  /**
   * Secret of the AWS access key. Responses don't contain it, so changes outside Pulumi aren't detected.
   *
   * Always encrypted in the state.
   */
  secretAccessKey?: pulumi.Input<string | undefined> | undefined;
  /** ARN of the AWS role to assume, instead of an access key. */
  roleArn?: pulumi.Input<string | undefined> | undefined;
  /** ID of the Scaleway API key. */
  scalewayAccessKey?: pulumi.Input<string | undefined> | undefined;
  /**
   * Secret of the Scaleway API key. Responses don't contain it, so changes outside Pulumi aren't detected.
   *
   * Always encrypted in the state.
   */
  scalewaySecretKey?: pulumi.Input<string | undefined> | undefined;
  /** Scaleway project. */
  scalewayProjectId?: pulumi.Input<string | undefined> | undefined;
  /** User name. */
  username?: pulumi.Input<string | undefined> | undefined;
  /**
   * Password or token of the user. Responses don't contain it, so changes outside Pulumi aren't detected.
   *
   * Always encrypted in the state.
   */
  password?: pulumi.Input<string | undefined> | undefined;
}

/** A label of a Kubernetes service. */
export interface HelmServiceSelectorArgs {
  /** Key of a label. */
  key: pulumi.Input<string>;
  /** Value of the label. */
  value: pulumi.Input<string>;
}

/** Source of the chart; set exactly one member. */
export type HelmSourceArgs =
  | {
      /** Git repository with the source. */
      gitRepository: pulumi.Input<GitRepositoryArgs>;
      helmRepository?: undefined;
    }
  | {
      /** A chart of a Helm repository. */
      helmRepository: pulumi.Input<HelmChartArgs>;
      gitRepository?: undefined;
    };

/** A file of values. */
export interface HelmValuesFileArgs {
  /** Name of the file. */
  name: pulumi.Input<string>;
  /** Content of the file, as YAML or JSON, such as `JSON.stringify({ replicas: 2 })`. */
  content: pulumi.Input<string>;
}

/** Value files; set exactly one member, or `null` for none. */
export type HelmValuesFilesArgs =
  | {
      /** Files of a git repository. */
      git: pulumi.Input<HelmValuesInGitArgs>;
      raw?: undefined;
    }
  | {
      /** Files in the program. */
      raw: pulumi.Input<HelmRawValuesArgs>;
      git?: undefined;
    };

/** Files of a git repository. */
export interface HelmValuesInGitArgs {
  /** Git repository with the source. */
  gitRepository: pulumi.Input<GitRepositoryArgs>;
  /** Paths of the files in the repository; later ones take precedence. */
  paths: pulumi.Input<pulumi.Input<string>[]>;
}

/** Values that override the chart's. */
export interface HelmValuesOverrideArgs {
  /** Values by path, for example `{ 'image.tag': '1.2' }`, as Helm's `--set` takes them. */
  set?: pulumi.Input<{ [key: string]: pulumi.Input<string> } | undefined> | undefined;
  /** Values by path that are strings, as Helm's `--set-string` takes them. */
  setString?: pulumi.Input<{ [key: string]: pulumi.Input<string> } | undefined> | undefined;
  /** Values by path as JSON, as Helm's `--set-json` takes them. */
  setJson?: pulumi.Input<{ [key: string]: pulumi.Input<string> } | undefined> | undefined;
  /**
   * Value files; set exactly one member, or `null` for none.
   *
   * `null` clears it.
   */
  file?: pulumi.Input<HelmValuesFilesArgs | null | undefined> | undefined;
}

/** Sends a GET request; a status from 200 to 399 is a success. */
export interface HttpProbeArgs {
  /**
   * Path to request.
   *
   * Default: "/".
   */
  path?: pulumi.Input<string | undefined> | undefined;
  /**
   * Scheme of the request.
   *
   * Default: "HTTP".
   */
  scheme?: pulumi.Input<enums.ProbeScheme | undefined> | undefined;
  /**
   * Port to connect to.
   *
   * Integer from 1 to 65535.
   */
  port: pulumi.Input<number>;
}

/** Settings of the components that the platform installs into the cluster. */
export interface InfrastructureChartsParametersArgs {
  /** Settings of the ingress controller. */
  nginxParameters?: pulumi.Input<NginxParametersArgs | undefined> | undefined;
  /** Settings of cert-manager. */
  certManagerParameters?: pulumi.Input<CertManagerParametersArgs | undefined> | undefined;
  /** Settings of MetalLB. */
  metalLbParameters?: pulumi.Input<MetalLbParametersArgs | undefined> | undefined;
  /** Settings of EKS Anywhere. */
  eksAnywhereParameters?: pulumi.Input<EksAnywhereParametersArgs | undefined> | undefined;
}

/** Monitoring of the cluster's internal network. */
export interface InternalNetworkMonitoringArgs {
  /**
   * Whether the cluster's internal network is monitored.
   *
   * Default: false.
   */
  enabled?: pulumi.Input<boolean | undefined> | undefined;
}

/** A job to deploy. */
export interface JobDeploymentArgs {
  /** ID of the job. */
  id: pulumi.Input<string>;
  /** Image tag to deploy. Required for the first deployment of a service. */
  imageTag?: pulumi.Input<string | undefined> | undefined;
  /** Commit to deploy. Required for the first deployment of a service. */
  gitCommitId?: pulumi.Input<string | undefined> | undefined;
}

/** An image built from a git repository: exactly one of `dockerfilePath` and `dockerfileRaw`. */
export type JobDockerArgs = {
  /** Git repository with the source. */
  gitRepository: pulumi.Input<GitRepositoryArgs>;
  /** Stage of the Dockerfile to build. */
  dockerTargetBuildStage?: pulumi.Input<string | undefined> | undefined;
} & (
  | {
      /** Path of the Dockerfile in the repository. */
      dockerfilePath: pulumi.Input<string>;
      dockerfileRaw?: undefined;
    }
  | {
      /** Content of the Dockerfile. */
      dockerfileRaw: pulumi.Input<string>;
      dockerfilePath?: undefined;
    }
);

/** Type of `onStart`, `onStop` and `onDelete`. */
export interface JobEventArgs {
  /** Arguments of the image's command. */
  arguments?: pulumi.Input<pulumi.Input<string>[] | undefined> | undefined;
  /** Command that replaces the image's entrypoint. */
  entrypoint?: pulumi.Input<string | undefined> | undefined;
}

/** An image of a registry. */
export type JobImageArgs = {
  /**
   * Image name, in the form that the registry's kind requires.
   *
   * Format: a name of lowercase segments joined by "/", without a tag or digest, such as library/nginx.
   */
  imageName: pulumi.Input<string>;
  /** Image tag. */
  tag: pulumi.Input<string>;
} & (
  | {
      /** Registry of the image. */
      registryId: pulumi.Input<string>;

      /** Registry of the image, as a resource instead of `registryId`. */
      registry?: pulumi.Input<ContainerRegistry | ResourceOutput | undefined> | undefined;
    }
  | {
      /** Registry of the image. */
      registryId?: pulumi.Input<string | undefined> | undefined;

      /** Registry of the image, as a resource instead of `registryId`. */
      registry: pulumi.Input<ContainerRegistry>;
    }
);

/** When the job runs: set only `cronjob` for a cron job, or events for a lifecycle job. */
export type JobScheduleArgs =
  | {
      /** Runs on a schedule. */
      cronjob: pulumi.Input<CronjobArgs>;
      onStart?: undefined;
      onStop?: undefined;
      onDelete?: undefined;
      lifecycleType?: undefined;
    }
  | {
      /** Runs when the environment starts. */
      onStart?: pulumi.Input<JobEventArgs | undefined> | undefined;
      /** Runs when the environment stops. */
      onStop?: pulumi.Input<JobEventArgs | undefined> | undefined;
      /** Runs when the environment is deleted. */
      onDelete?: pulumi.Input<JobEventArgs | undefined> | undefined;
      /** What the lifecycle job manages. */
      lifecycleType?: pulumi.Input<enums.LifecycleType | undefined> | undefined;
      cronjob?: undefined;
    };

/** Source of the image; set exactly one member. */
export type JobSourceArgs =
  | {
      /** An image of a registry. */
      image: pulumi.Input<JobImageArgs>;
      docker?: undefined;
    }
  | {
      /** An image built from a git repository: exactly one of `dockerfilePath` and `dockerfileRaw`. */
      docker: pulumi.Input<JobDockerArgs>;
      image?: undefined;
    };

/** Karpenter, which adds and removes nodes of a cluster on AWS. */
export interface KarpenterArgs {
  /**
   * Whether nodes may be spot instances.
   *
   * Default: false.
   */
  spotEnabled?: pulumi.Input<boolean | undefined> | undefined;
  /**
   * Disk of a node.
   *
   * Unit: GiB. Integer of at least 1.
   */
  diskSizeInGib: pulumi.Input<number>;
  /**
   * IOPS of a node's disk.
   *
   * Unit: operations per second. Integer from 3000 to 16000.
   */
  diskIops?: pulumi.Input<number | undefined> | undefined;
  /**
   * Throughput of a node's disk.
   *
   * Unit: MB/s. Integer from 125 to 1000.
   */
  diskThroughput?: pulumi.Input<number | undefined> | undefined;
  /** Architecture of services that state none. */
  defaultServiceArchitecture: pulumi.Input<enums.CpuArchitecture>;
  /** The nodes that Karpenter creates. */
  nodePools: pulumi.Input<KarpenterNodePoolsArgs>;
}

/** When Karpenter may replace nodes to save cost. */
export interface KarpenterConsolidationArgs {
  /**
   * Whether nodes are consolidated at these times only.
   *
   * Default: false.
   */
  enabled?: pulumi.Input<boolean | undefined> | undefined;
  /**
   * Days of the week.
   *
   * Order doesn't matter.
   */
  days: pulumi.Input<pulumi.Input<enums.Weekday>[]>;
  /** Time of the day. */
  startTime: pulumi.Input<string>;
  /** How long it lasts. */
  duration: pulumi.Input<string>;
}

/** Nodes for cron jobs. */
export interface KarpenterCronjobOverrideArgs {
  /** When Karpenter may replace nodes to save cost. */
  consolidation?: pulumi.Input<KarpenterConsolidationArgs | undefined> | undefined;
  /** The most that all nodes together may have. */
  limits?: pulumi.Input<KarpenterLimitsArgs | undefined> | undefined;
  /** Whether the nodes may be spot instances. */
  spotEnabled?: pulumi.Input<boolean | undefined> | undefined;
  /** How long a node is idle before it goes, such as `30s`. */
  consolidateAfter?: pulumi.Input<string | undefined> | undefined;
}

/** All other nodes. */
export interface KarpenterDefaultOverrideArgs {
  /** The most that all nodes together may have. */
  limits?: pulumi.Input<KarpenterLimitsArgs | undefined> | undefined;
  /** Whether the nodes may be spot instances. */
  spotEnabled?: pulumi.Input<boolean | undefined> | undefined;
  /** How long a node is idle before it goes, such as `30s`. */
  consolidateAfter?: pulumi.Input<string | undefined> | undefined;
}

/** Nodes with GPUs. */
export interface KarpenterGpuOverrideArgs {
  /** When Karpenter may replace nodes to save cost. */
  consolidation?: pulumi.Input<KarpenterConsolidationArgs | undefined> | undefined;
  /** The most that all nodes together may have. */
  limits?: pulumi.Input<KarpenterLimitsArgs | undefined> | undefined;
  /** Whether the nodes may be spot instances. */
  spotEnabled?: pulumi.Input<boolean | undefined> | undefined;
  /** How long a node is idle before it goes, such as `30s`. */
  consolidateAfter?: pulumi.Input<string | undefined> | undefined;
  /**
   * Which instances these nodes may be.
   *
   * Items are identified by `key`; order doesn't matter.
   */
  requirements?: pulumi.Input<pulumi.Input<KarpenterRequirementArgs>[] | undefined> | undefined;
  /**
   * Disk of these nodes.
   *
   * Unit: GiB. Default: 100. Integer of at least 1.
   */
  diskSizeInGib?: pulumi.Input<number | undefined> | undefined;
  /**
   * IOPS of a node's disk.
   *
   * Unit: operations per second. Integer from 3000 to 16000.
   */
  diskIops?: pulumi.Input<number | undefined> | undefined;
  /**
   * Throughput of a node's disk.
   *
   * Unit: MB/s. Integer from 125 to 1000.
   */
  diskThroughput?: pulumi.Input<number | undefined> | undefined;
}

/** The most that all nodes together may have. */
export interface KarpenterLimitsArgs {
  /**
   * Whether the limits apply.
   *
   * Default: false.
   */
  enabled?: pulumi.Input<boolean | undefined> | undefined;
  /**
   * Maximum of CPUs.
   *
   * Unit: vCPU. Integer of at least 0.
   */
  maxCpuInVcpu: pulumi.Input<number>;
  /**
   * Maximum memory.
   *
   * Unit: GiB. Integer of at least 0.
   */
  maxMemoryInGibibytes: pulumi.Input<number>;
  /**
   * Maximum number of GPUs.
   *
   * Default: 0. Integer of at least 0.
   */
  maxGpu?: pulumi.Input<number | undefined> | undefined;
}

/** The nodes that Karpenter creates. */
export interface KarpenterNodePoolsArgs {
  /**
   * Which instances the nodes may be.
   *
   * Items are identified by `key`; order doesn't matter. There is an item for each of `InstanceFamily`, `InstanceSize`, `Arch`.
   */
  requirements: pulumi.Input<pulumi.Input<KarpenterRequirementArgs>[]>;
  /** Nodes for what shouldn't move. */
  stableOverride?: pulumi.Input<KarpenterStableOverrideArgs | undefined> | undefined;
  /** All other nodes. */
  defaultOverride?: pulumi.Input<KarpenterDefaultOverrideArgs | undefined> | undefined;
  /** Nodes with GPUs. */
  gpuOverride?: pulumi.Input<KarpenterGpuOverrideArgs | undefined> | undefined;
  /** Nodes for cron jobs. */
  cronjobOverride?: pulumi.Input<KarpenterCronjobOverrideArgs | undefined> | undefined;
}

/** Which instances Karpenter may choose. */
export interface KarpenterRequirementArgs {
  /** Property of the instances. */
  key: pulumi.Input<enums.KarpenterRequirementKey>;
  /**
   * How the property is compared.
   *
   * Default: "In".
   */
  operator?: pulumi.Input<enums.KarpenterOperator | undefined> | undefined;
  /**
   * Accepted values, such as `AMD64` or `m6i`.
   *
   * Order doesn't matter.
   */
  values: pulumi.Input<pulumi.Input<string>[]>;
}

/** Nodes for what shouldn't move. */
export interface KarpenterStableOverrideArgs {
  /** When Karpenter may replace nodes to save cost. */
  consolidation?: pulumi.Input<KarpenterConsolidationArgs | undefined> | undefined;
  /** The most that all nodes together may have. */
  limits?: pulumi.Input<KarpenterLimitsArgs | undefined> | undefined;
  /** Whether the nodes may be spot instances. */
  spotEnabled?: pulumi.Input<boolean | undefined> | undefined;
  /** How long a node is idle before it goes, such as `30s`. */
  consolidateAfter?: pulumi.Input<string | undefined> | undefined;
}

/** Event-driven autoscaling of the cluster's workloads. */
export interface KedaArgs {
  /**
   * Whether KEDA is installed.
   *
   * Default: false.
   */
  enabled?: pulumi.Input<boolean | undefined> | undefined;
}

/** In the cluster. */
export type KubernetesBackendArgs = Record<string, never>;

/** A group of labels of the organization. */
export interface LabelsGroupReferenceArgs {
  /** ID of the labels group. */
  id: pulumi.Input<string>;
}

/** Settings of MetalLB. */
export interface MetalLbParametersArgs {
  /**
   * Address pools.
   *
   * Order doesn't matter.
   */
  ipAddressPools?: pulumi.Input<pulumi.Input<string>[] | undefined> | undefined;
}

/** Configuration of the metrics collection. */
export interface MetricsConfigurationArgs {
  /** Who runs the metrics collection. */
  kind: pulumi.Input<enums.MetricsKind>;
  /** Size of the metrics collection. */
  resourceProfile?: pulumi.Input<enums.MetricsResourceProfile | undefined> | undefined;
  /** Export to CloudWatch. */
  cloudWatchExportConfig?: pulumi.Input<CloudWatchExportConfigArgs | undefined> | undefined;
  /** Whether the metrics collection is highly available. */
  highAvailability?: pulumi.Input<boolean | undefined> | undefined;
  /** Monitoring of the cluster's internal network. */
  internalNetworkMonitoring?: pulumi.Input<InternalNetworkMonitoringArgs | undefined> | undefined;
  /** Alerts. */
  alerting?: pulumi.Input<AlertingArgs | undefined> | undefined;
}

/** Metrics of the cluster. */
export interface MetricsParametersArgs {
  /**
   * Whether metrics are collected.
   *
   * Default: false.
   */
  enabled?: pulumi.Input<boolean | undefined> | undefined;
  /** Configuration of the metrics collection. */
  configuration?: pulumi.Input<MetricsConfigurationArgs | undefined> | undefined;
}

/** The NAT gateway of the cluster's network. */
export type NatGatewayArgs =
  | {
      /** Size of the gateway, on Scaleway. */
      type: pulumi.Input<enums.NatGatewayType>;
      staticIpsEnabled?: undefined;
      staticIpsCount?: undefined;
    }
  | {
      /** Whether the gateway has fixed addresses, on Google Cloud. */
      staticIpsEnabled: pulumi.Input<boolean>;
      /**
       * Number of fixed addresses.
       *
       * Integer of at least 1.
       */
      staticIpsCount: pulumi.Input<number>;
      type?: undefined;
    };

/** Settings of the ingress controller. */
export interface NginxParametersArgs {
  /**
   * Number of instances.
   *
   * Integer of at least 0.
   */
  replicaCount?: pulumi.Input<number | undefined> | undefined;
  /** Certificate that's used if no other one matches, as `namespace/secret`. */
  defaultSslCertificate?: pulumi.Input<string | undefined> | undefined;
  /** Address that the ingress controller publishes. */
  publishStatusAddress?: pulumi.Input<string | undefined> | undefined;
  /** Addresses that MetalLB assigns to the load balancer. */
  annotationMetalLbLoadBalancerIps?: pulumi.Input<string | undefined> | undefined;
  /** Target that external-dns writes. */
  annotationExternalDnsKubernetesTarget?: pulumi.Input<string | undefined> | undefined;
}

/** Clusters that you run yourself: `{}`. */
export type OnPremiseCredentialsArgs = Record<string, never>;

/** A port. */
export interface PortArgs {
  /** ID of the item, assigned by the platform. You rarely need it, since items are matched without it. A new resource must omit it; an update accepts only an ID that the platform assigned. */
  id?: pulumi.Input<string | undefined> | undefined;
  /**
   * Port in the instance; unique within the service.
   *
   * Integer from 1 to 65535.
   */
  internalPort: pulumi.Input<number>;
  /** Whether the port can be reached from the internet. */
  publiclyAccessible: pulumi.Input<boolean>;
  /**
   * Name of the port; unique within the service.
   *
   * Default: assigned by the platform.
   */
  name?: pulumi.Input<string | undefined> | undefined;
  /**
   * Public port; only for a publicly accessible port.
   *
   * Default: 443 for a publicly accessible port. Integer from 1 to 65535. Allowed only if publiclyAccessible is true.
   */
  externalPort?: pulumi.Input<number | undefined> | undefined;
  /** Whether the service's domain points to this port; at most one port is the default. */
  isDefault?: pulumi.Input<boolean | undefined> | undefined;
  /**
   * Protocol of the port.
   *
   * Default: "HTTP".
   */
  protocol?: pulumi.Input<enums.PortProtocol | undefined> | undefined;
  /**
   * Public path of the port; only for a publicly accessible HTTP or GRPC port.
   *
   * Allowed only if publiclyAccessible is true and protocol is HTTP or GRPC.
   */
  publicPath?: pulumi.Input<string | undefined> | undefined;
  /**
   * Path that replaces the public path; only for a publicly accessible HTTP or GRPC port.
   *
   * Allowed only if publiclyAccessible is true and protocol is HTTP or GRPC.
   */
  publicPathRewrite?: pulumi.Input<string | undefined> | undefined;
}

/** Type of `readinessProbe` and `livenessProbe`. */
export interface ProbeArgs {
  /** What the probe does; set exactly one member. */
  type: pulumi.Input<ProbeTypeArgs>;
  /**
   * Delay between the start and the first probe.
   *
   * Unit: seconds. Default: 30. Integer of at least 0.
   */
  initialDelaySeconds?: pulumi.Input<number | undefined> | undefined;
  /**
   * Time between two probes.
   *
   * Unit: seconds. Default: 10. Integer of at least 1.
   */
  periodSeconds?: pulumi.Input<number | undefined> | undefined;
  /**
   * Time after which a probe has failed.
   *
   * Unit: seconds. Default: 5. Integer of at least 1.
   */
  timeoutSeconds?: pulumi.Input<number | undefined> | undefined;
  /**
   * Consecutive successes after which the service is healthy again.
   *
   * Default: 1. Integer of at least 1.
   */
  successThreshold?: pulumi.Input<number | undefined> | undefined;
  /**
   * Consecutive failures after which the service is unhealthy.
   *
   * Default: 9. Integer of at least 1.
   */
  failureThreshold?: pulumi.Input<number | undefined> | undefined;
}

/** What the probe does; set exactly one member. */
export type ProbeTypeArgs =
  | {
      /** Opens a TCP connection. */
      tcp: pulumi.Input<TcpProbeArgs>;
      http?: undefined;
      exec?: undefined;
      grpc?: undefined;
    }
  | {
      /** Sends a GET request; a status from 200 to 399 is a success. */
      http: pulumi.Input<HttpProbeArgs>;
      tcp?: undefined;
      exec?: undefined;
      grpc?: undefined;
    }
  | {
      /** Runs a command in the instance; exit code 0 is a success. */
      exec: pulumi.Input<ExecProbeArgs>;
      tcp?: undefined;
      http?: undefined;
      grpc?: undefined;
    }
  | {
      /** Calls the gRPC health service. */
      grpc: pulumi.Input<GrpcProbeArgs>;
      tcp?: undefined;
      http?: undefined;
      exec?: undefined;
    };

/** What the role may do in a project. */
export interface ProjectPermissionArgs {
  /** ID of the project. */
  projectId: pulumi.Input<string>;
  /**
   * Whether the role may do everything in the project.
   *
   * Default: false.
   */
  isAdmin?: pulumi.Input<boolean | undefined> | undefined;
  /**
   * Permissions by environment type. Types that you omit stay as they are: at first, NO_ACCESS. Without effect if `isAdmin` is true.
   *
   * Items are identified by `environmentType`; order doesn't matter.
   */
  permissions?: pulumi.Input<pulumi.Input<EnvironmentPermissionArgs>[] | undefined> | undefined;
}

/** Credentials, and where they're valid, as the kind requires. ECR: `region`, `accessKeyId`, `secretAccessKey`, or `region`, `roleArn`; SCALEWAY_CR: `region`, `scalewayAccessKey`, `scalewaySecretKey`, `scalewayProjectId`; DOCKER_HUB: `username` (optional), `password` (optional); GITHUB_CR: `username` (optional), `password` (optional); GITHUB_ENTERPRISE_CR: `username` (optional), `password` (optional); GITLAB_CR: `username` (optional), `password` (optional); PUBLIC_ECR: nothing; GENERIC_CR: `username` (optional), `password` (optional); GCP_ARTIFACT_REGISTRY: `region`, `jsonCredentials`, or `region`, `serviceAccountEmail`, `workloadIdentityProviderResource`, `gcpCredentialsType` (optional), `projectId` (optional), `tokenLifetimeSeconds` (optional); AZURE_CR: `azureTenantId`, `azureSubscriptionId`. An update sends all of it: a password that you omit is removed. */
export interface RegistryConfigArgs {
  /** Region of the cloud provider. */
  region?: pulumi.Input<string | undefined> | undefined;
  /** ID of the AWS access key. */
  accessKeyId?: pulumi.Input<string | undefined> | undefined;
  /**
   * Secret of the AWS access key. Responses don't contain it, so changes outside Pulumi aren't detected.
   *
   * Always encrypted in the state.
   */
  secretAccessKey?: pulumi.Input<string | undefined> | undefined;
  /** ARN of the AWS role to assume, instead of an access key. */
  roleArn?: pulumi.Input<string | undefined> | undefined;
  /** ID of the Scaleway API key. */
  scalewayAccessKey?: pulumi.Input<string | undefined> | undefined;
  /**
   * Secret of the Scaleway API key. Responses don't contain it, so changes outside Pulumi aren't detected.
   *
   * Always encrypted in the state.
   */
  scalewaySecretKey?: pulumi.Input<string | undefined> | undefined;
  /** Scaleway project. */
  scalewayProjectId?: pulumi.Input<string | undefined> | undefined;
  /**
   * Key of the Google Cloud service account, as JSON. Responses don't contain it, so changes outside Pulumi aren't detected.
   *
   * Always encrypted in the state.
   */
  jsonCredentials?: pulumi.Input<string | undefined> | undefined;
  /** Type of the Google Cloud credentials. */
  gcpCredentialsType?: pulumi.Input<string | undefined> | undefined;
  /** Google Cloud project. */
  projectId?: pulumi.Input<string | undefined> | undefined;
  /** Google Cloud service account, for workload identity. */
  serviceAccountEmail?: pulumi.Input<string | undefined> | undefined;
  /** Workload identity provider, instead of a key. */
  workloadIdentityProviderResource?: pulumi.Input<string | undefined> | undefined;
  /**
   * Lifetime of the tokens, for workload identity.
   *
   * Unit: seconds. Integer of at least 1.
   */
  tokenLifetimeSeconds?: pulumi.Input<number | undefined> | undefined;
  /** Azure tenant. */
  azureTenantId?: pulumi.Input<string | undefined> | undefined;
  /** Azure subscription. */
  azureSubscriptionId?: pulumi.Input<string | undefined> | undefined;
  /** User name. */
  username?: pulumi.Input<string | undefined> | undefined;
  /**
   * Password or token of the user. Responses don't contain it, so changes outside Pulumi aren't detected.
   *
   * Always encrypted in the state.
   */
  password?: pulumi.Input<string | undefined> | undefined;
}

/** A zone of Route 53. */
export interface Route53DnsArgs {
  /** ID of the access key. */
  accessKeyId: pulumi.Input<string>;
  /**
   * Secret of the access key. Responses don't contain it, so changes outside Pulumi aren't detected. Every change of `dnsProvider` sends it.
   *
   * Always encrypted in the state.
   */
  secretAccessKey: pulumi.Input<string>;
  /** Region for requests to AWS. */
  region: pulumi.Input<string>;
  /** ID of the hosted zone. */
  hostedZoneId?: pulumi.Input<string | undefined> | undefined;
}

/** A metric or event source that scales the service. */
export type ScalerArgs = {
  /** Type of the scaler, as KEDA names it, for example `cpu`. */
  scalerType: pulumi.Input<string>;
  /** Whether the scaler controls the number of instances (`PRIMARY`) or is only a safeguard (`SAFETY`). */
  role: pulumi.Input<enums.ScalerRole>;
  /**
   * Whether the scaler is enabled.
   *
   * Default: true.
   */
  enabled?: pulumi.Input<boolean | undefined> | undefined;
  /** Credentials for the scaler's source of events. */
  triggerAuthentication?: pulumi.Input<TriggerAuthenticationArgs | undefined> | undefined;
} & (
  | {
      /** Configuration of the scaler (JSON), sent unchanged. */
      configJson: pulumi.Input<{ [key: string]: unknown }>;
      configYaml?: undefined;
    }
  | {
      /** Configuration of the scaler (YAML). */
      configYaml: pulumi.Input<string>;
      configJson?: undefined;
    }
);

/** Credentials for Scaleway. */
export interface ScalewayCredentialsArgs {
  /** ID of the API key. */
  accessKey: pulumi.Input<string>;
  /**
   * Secret of the API key. Responses don't contain it, so changes outside Pulumi aren't detected. Every update sends it.
   *
   * Always encrypted in the state.
   */
  secretKey: pulumi.Input<string>;
  /** Project of the clusters. */
  projectId: pulumi.Input<string>;
  /** Organization of the project. */
  organizationId: pulumi.Input<string>;
}

/** An access to a secret manager. */
export interface SecretManagerAccessArgs {
  /** ID of the item, assigned by the platform. You rarely need it, since items are matched without it. A new resource must omit it; an update accepts only an ID that the platform assigned. */
  id?: pulumi.Input<string | undefined> | undefined;
  /** Name of the access; case-insensitive and unique in the cluster. Another name is another access, with another ID. */
  name: pulumi.Input<string>;
  /** Which secret manager it is: exactly one member. */
  endpoint: pulumi.Input<SecretManagerEndpointArgs>;
  /** How the cluster is authenticated: exactly one member. */
  authentication: pulumi.Input<SecretManagerAuthenticationArgs>;
}

/** How the cluster is authenticated: exactly one member. */
export type SecretManagerAuthenticationArgs =
  | {
      /** The identity in `externalSecretsAutomaticAuthentication` of the cluster's `infrastructureOutputs`: `{}`. */
      automaticallyConfigured: pulumi.Input<AutomaticallyConfiguredAccessArgs>;
      awsRoleArn?: undefined;
      awsStaticCredentials?: undefined;
      gcpJsonCredentials?: undefined;
    }
  | {
      /** A role of AWS that the cluster assumes. */
      awsRoleArn: pulumi.Input<AwsRoleAccessArgs>;
      automaticallyConfigured?: undefined;
      awsStaticCredentials?: undefined;
      gcpJsonCredentials?: undefined;
    }
  | {
      /**
       * An access key of AWS.
       *
       * `secretKey` is required.
       */
      awsStaticCredentials: pulumi.Input<AwsStaticAccessArgs>;
      automaticallyConfigured?: undefined;
      awsRoleArn?: undefined;
      gcpJsonCredentials?: undefined;
    }
  | {
      /**
       * The key of a service account of Google Cloud.
       *
       * `jsonCredentials` is required.
       */
      gcpJsonCredentials: pulumi.Input<GcpJsonAccessArgs>;
      automaticallyConfigured?: undefined;
      awsRoleArn?: undefined;
      awsStaticCredentials?: undefined;
    };

/** Which secret manager it is: exactly one member. */
export type SecretManagerEndpointArgs =
  | {
      /** AWS Secrets Manager. */
      awsSecretManager: pulumi.Input<AwsSecretManagerArgs>;
      awsParameterStore?: undefined;
      gcpSecretManager?: undefined;
    }
  | {
      /** Parameter Store of AWS Systems Manager. */
      awsParameterStore: pulumi.Input<AwsParameterStoreArgs>;
      awsSecretManager?: undefined;
      gcpSecretManager?: undefined;
    }
  | {
      /** Secret Manager of Google Cloud. */
      gcpSecretManager: pulumi.Input<GcpSecretManagerArgs>;
      awsSecretManager?: undefined;
      awsParameterStore?: undefined;
    };

/** A disk. */
export interface StorageArgs {
  /** ID of the item, assigned by the platform. You rarely need it, since items are matched without it. A new resource must omit it; an update accepts only an ID that the platform assigned. */
  id?: pulumi.Input<string | undefined> | undefined;
  /**
   * Type of the disk.
   *
   * Default: "FAST_SSD".
   */
  type?: pulumi.Input<enums.StorageType | undefined> | undefined;
  /**
   * Size of the disk.
   *
   * Unit: GB. Integer of at least 1.
   */
  size: pulumi.Input<number>;
  /** Folder in the instance where the disk is mounted; unique within the service. */
  mountPoint: pulumi.Input<string>;
}

/** Opens a TCP connection. */
export interface TcpProbeArgs {
  /**
   * Port to connect to.
   *
   * Integer from 1 to 65535.
   */
  port: pulumi.Input<number>;
  /**
   * Host to connect to.
   *
   * Default: the instance. `null` clears it.
   */
  host?: pulumi.Input<string | null | undefined> | undefined;
}

/** Where Terraform keeps its state; set exactly one member. */
export type TerraformBackendArgs =
  | {
      /** In the cluster. */
      kubernetes: pulumi.Input<KubernetesBackendArgs>;
      userProvided?: undefined;
    }
  | {
      /** In the backend that the Terraform files configure. */
      userProvided: pulumi.Input<UserProvidedBackendArgs>;
      kubernetes?: undefined;
    };

/** A Terraform service to deploy. */
export interface TerraformDeploymentArgs {
  /** ID of the Terraform service. */
  id: pulumi.Input<string>;
  /** Commit to deploy. Required for the first deployment of a service. */
  gitCommitId?: pulumi.Input<string | undefined> | undefined;
  /** What the deployment does instead of applying. */
  action?: pulumi.Input<enums.TerraformDeploymentAction | undefined> | undefined;
}

/** Source of the Terraform files. */
export interface TerraformFilesSourceArgs {
  /** Git repository with the Terraform files. */
  gitRepository: pulumi.Input<TerraformGitRepositoryArgs>;
}

/** Git repository with the Terraform files. */
export interface TerraformGitRepositoryArgs {
  /**
   * URL of the repository.
   *
   * Format: an http, https or ssh URL of a git repository.
   */
  url: pulumi.Input<string>;
  /**
   * Branch to build.
   *
   * Default: chosen by the platform.
   */
  branch?: pulumi.Input<string | undefined> | undefined;
  /**
   * Folder of the repository to build in.
   *
   * Default: chosen by the platform, usually /.
   */
  rootPath?: pulumi.Input<string | undefined> | undefined;
  /** Git token that gives access to a private repository. */
  gitTokenId?: pulumi.Input<string | undefined> | undefined;

  /** Git token that gives access to a private repository, as a resource instead of `gitTokenId`. */
  gitToken?: pulumi.Input<GitToken | ResourceOutput | undefined> | undefined;
}

/** Size of the job that runs the engine. */
export interface TerraformJobResourcesArgs {
  /**
   * CPU.
   *
   * Unit: millicores. Integer from 1 to 32000.
   */
  cpuMilli: pulumi.Input<number>;
  /**
   * Memory.
   *
   * Unit: MiB. Integer from 1 to 131072.
   */
  ramMib: pulumi.Input<number>;
  /**
   * Number of GPUs.
   *
   * Integer from 0 to 8.
   */
  gpu: pulumi.Input<number>;
  /**
   * Size of the disk.
   *
   * Unit: GiB. Integer of at least 1.
   */
  storageGib: pulumi.Input<number>;
}

/** Version of the engine. */
export interface TerraformProviderVersionArgs {
  /** Version to use. */
  explicitVersion: pulumi.Input<string>;
  /** Whether the version is read from the files' `terraform` block. */
  readFromTerraformBlock?: pulumi.Input<boolean | undefined> | undefined;
}

/** Sources of the variables' values. */
export interface TerraformVariablesSourceArgs {
  /** Paths of variable files in the repository. */
  tfVarFilePaths: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * Values of variables.
   *
   * Items are identified by `key`; order doesn't matter.
   */
  tfVars: pulumi.Input<pulumi.Input<TfVarArgs>[]>;
}

/** A variable and its value. */
export interface TfVarArgs {
  /** Name of the variable. */
  key: pulumi.Input<string>;
  /**
   * Value of the variable.
   *
   * Secret unless `secret` is false.
   */
  value: pulumi.Input<string>;
  /** Whether the value is secret: encrypted in the state and masked in responses. */
  secret: pulumi.Input<boolean>;
}

/** Credentials for the scaler's source of events. */
export interface TriggerAuthenticationArgs {
  /** Name of the credentials. */
  name: pulumi.Input<string>;
  /**
   * The credentials (YAML).
   *
   * Always encrypted in the state.
   */
  configYaml?: pulumi.Input<string | undefined> | undefined;
}

/** In the backend that the Terraform files configure. */
export type UserProvidedBackendArgs = Record<string, never>;

/** The login of vSphere, for clusters of EKS Anywhere. */
export interface VsphereLoginArgs {
  /** Name of the user. */
  user: pulumi.Input<string>;
  /**
   * Password of the user. Responses don't contain it, so changes outside Pulumi aren't detected. Every update sends it.
   *
   * Always encrypted in the state.
   */
  password: pulumi.Input<string>;
}

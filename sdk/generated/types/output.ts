// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

import type * as enums from "./enums.js";

/** Alerts. */
export interface Alerting {
  /** Whether alerts are sent. */
  enabled: boolean;
  /** Labels of every alert rule, sent unchanged. */
  defaultRuleLabels?: { [key: string]: unknown } | undefined;
  /**
   * Configuration of the alert manager.
   *
   * Secret: encrypted in the state.
   */
  specConfigSecret?: string | undefined;
  /** External URL of the alert manager. */
  specExternalUrl?: string | undefined;
  /** Name of the alert manager's configuration. */
  configName?: string | undefined;
}

/** An annotation. */
export interface Annotation {
  /** Key of the annotation. */
  key: string;
  /** Value of the annotation. */
  value: string;
}

/** A group of annotations of the organization. */
export interface AnnotationsGroupReference {
  /** ID of the annotations group. */
  id: string;
  /** Time of creation (ISO 8601). */
  createdAt: string;
  /** Time of the last update (ISO 8601). */
  updatedAt?: string | undefined;
  /** Name of the group. */
  name?: string | undefined;
  /** Annotations of the group. */
  annotations?: Annotation[] | undefined;
  /** Objects that get the annotations, for example DEPLOYMENTS. */
  scopes?: string[] | undefined;
}

/** How the object is deleted. */
export interface ApiObjectDelete {
  /** How the API deletes the object. */
  method: enums.ApiObjectDeleteMethod;
  /** Path of the call that deletes the object. */
  path?: string | undefined;
}

/** How the object is updated. */
export interface ApiObjectUpdate {
  /** How the API updates the object. */
  method: enums.ApiObjectUpdateMethod;
  /** Path of the call that updates the object. */
  path?: string | undefined;
  /** Paths of members that an update with PUT or POST omits. */
  omit?: string[] | undefined;
}

/** References to the built-in variables of the platform, for `aliasOf` of a `Variable`: a service gets their values, and your program never handles them. */
export interface ApplicationBuiltInVariables {
  /** Reference to the variable that contains the application id. */
  applicationId: string;
  /** Reference to the variable that contains the host internal. */
  hostInternal: string;
  /** Reference to the variable that contains the host external. */
  hostExternal: string;
}

/** An application to deploy. */
export interface ApplicationDeployment {
  /** ID of the application. */
  applicationId: string;
  /** Commit to deploy. */
  gitCommitId?: string | undefined;
}

/** Whether and how a new commit is deployed automatically. */
export interface AutoDeployConfig {
  /** Whether a new commit is deployed automatically. */
  autoDeploy: boolean;
  /** What an automatic deployment does. */
  terraformAction: enums.TerraformAction;
}

/** The identity in `externalSecretsAutomaticAuthentication` of the cluster's `infrastructureOutputs`: `{}`. */
export type AutomaticallyConfiguredAccess = Record<string, never>;

/** Scales the number of instances by events. */
export interface Autoscaling {
  /** Autoscaler. */
  mode: enums.AutoscalingMode;
  /** Scalers. */
  scalers: Scaler[];
  /**
   * Time between two measurements.
   *
   * Unit: seconds.
   */
  pollingIntervalSeconds: number;
  /**
   * Time between the last event and scaling down.
   *
   * Unit: seconds.
   */
  cooldownPeriodSeconds: number;
  /** ID of the policy. */
  id?: string | undefined;
  /** Time of creation (ISO 8601). */
  createdAt: string;
  /** Time of the last update (ISO 8601). */
  updatedAt?: string | undefined;
  /** Service that the policy scales. */
  serviceId?: string | undefined;
}

/** Credentials for AWS: an access key or a role. */
export type AwsCredentials = {
  /** The login of vSphere, for clusters of EKS Anywhere. */
  vsphere?: VsphereLogin | undefined;
} & (
  | {
      /** ID of the access key. */
      accessKeyId: string;
      /**
       * Secret of the access key.
       *
       * Secret: encrypted in the state.
       */
      secretAccessKey: string;
      roleArn?: undefined;
    }
  | {
      /** ARN of the role that the platform assumes. */
      roleArn: string;
      accessKeyId?: undefined;
      secretAccessKey?: undefined;
    }
);

/** Parameter Store of AWS Systems Manager. */
export interface AwsParameterStore {
  /** Region of the secret manager. */
  region: string;
}

/** A role of AWS that the cluster assumes. */
export interface AwsRoleAccess {
  /** ARN of the role. */
  roleArn: string;
}

/** AWS Secrets Manager. */
export interface AwsSecretManager {
  /** Region of the secret manager. */
  region: string;
}

/** An access key of AWS. */
export interface AwsStaticAccess {
  /** Region of the access key. */
  region: string;
  /** ID of the access key. */
  accessKey: string;
  /**
   * Secret of the access key.
   *
   * Secret: encrypted in the state.
   */
  secretKey?: string | undefined;
}

/** An existing network of AWS. */
export interface AwsUserProvidedNetwork {
  /** ID of the VPC. */
  awsVpcEksId: string;
  /** Subnets of the nodes in zone a. */
  eksSubnetsZoneAIds: string[];
  /** Subnets of the nodes in zone b. */
  eksSubnetsZoneBIds: string[];
  /** Subnets of the nodes in zone c. */
  eksSubnetsZoneCIds: string[];
  /** Subnets of relational databases in zone a. */
  rdsSubnetsZoneAIds?: string[] | undefined;
  /** Subnets of relational databases in zone b. */
  rdsSubnetsZoneBIds?: string[] | undefined;
  /** Subnets of relational databases in zone c. */
  rdsSubnetsZoneCIds?: string[] | undefined;
  /** Subnets of document databases in zone a. */
  documentdbSubnetsZoneAIds?: string[] | undefined;
  /** Subnets of document databases in zone b. */
  documentdbSubnetsZoneBIds?: string[] | undefined;
  /** Subnets of document databases in zone c. */
  documentdbSubnetsZoneCIds?: string[] | undefined;
  /** Subnets of caches in zone a. */
  elasticacheSubnetsZoneAIds?: string[] | undefined;
  /** Subnets of caches in zone b. */
  elasticacheSubnetsZoneBIds?: string[] | undefined;
  /** Subnets of caches in zone c. */
  elasticacheSubnetsZoneCIds?: string[] | undefined;
  /** Subnets of Karpenter in zone a. */
  eksKarpenterFargateSubnetsZoneAIds?: string[] | undefined;
  /** Subnets of Karpenter in zone b. */
  eksKarpenterFargateSubnetsZoneBIds?: string[] | undefined;
  /** Subnets of Karpenter in zone c. */
  eksKarpenterFargateSubnetsZoneCIds?: string[] | undefined;
  /** Whether the nodes are in private subnets. */
  eksCreateNodesInPrivateSubnet?: boolean | undefined;
}

/** Credentials for Azure. */
export interface AzureCredentials {
  /** Subscription of the clusters. */
  subscriptionId: string;
  /** Tenant of the subscription. */
  tenantId: string;
}

/** Settings of cert-manager. */
export interface CertManagerParameters {
  /** Namespace of cert-manager. */
  kubernetesNamespace?: string | undefined;
}

/** A zone of Cloudflare. */
export interface CloudflareDns {
  /** Email of the account. */
  email: string;
  /**
   * Token for the zone.
   *
   * Secret: encrypted in the state.
   */
  apiToken: string;
  /** Whether Cloudflare passes on the traffic. */
  proxied: boolean;
}

/** Credentials of the cloud provider, by reference. */
export interface CloudProviderCredentials {
  /** Cloud provider that the credentials are for. */
  cloudProvider?: string | undefined;
  /** The credentials, by reference. */
  credentials?: CredentialsReference | undefined;
  /** Region that the credentials are for. */
  region?: string | undefined;
}

/** Export to CloudWatch. */
export interface CloudWatchExportConfig {
  /** Whether metrics are exported to CloudWatch. */
  enabled: boolean;
}

/** Where the names of the cluster's services are: your domain at Cloudflare or in Route 53. */
export interface ClusterDnsProvider {
  /** Domain of the names. */
  domain: string;
  /** A zone of Cloudflare. */
  cloudflare?: CloudflareDns | undefined;
  /** A zone of Route 53. */
  route53?: Route53Dns | undefined;
}

/** A feature of the cluster: its name, and its value in one of these forms. */
export type ClusterFeature = {
  /** Name of the feature: `STATIC_IP`, `VPC_SUBNET`, `EXISTING_VPC`, `KARPENTER`, `NAT_GATEWAY`, `GKE_KMS_KEY`, or another name or ID that your platform has. */
  id: string;
  /** Title of the feature. */
  title?: string | undefined;
  /** Description of the feature. */
  description?: string | undefined;
  /**
   * Cost per month.
   *
   * Unit: cents.
   */
  costPerMonthInCents?: number | undefined;
  /** Cost per month. */
  costPerMonth?: number | undefined;
  /** Currency of the cost. */
  currencyCode?: string | undefined;
  /** Whether the cloud provider charges for the feature. */
  isCloudProviderPayingFeature?: boolean | undefined;
  /** URL of the cloud provider's documentation. */
  cloudProviderFeatureDocumentation?: string | undefined;
  /** Whether the platform charges for the feature. */
  isPlatformPayingFeature?: boolean | undefined;
  /** URL of the platform's documentation. */
  platformFeatureDocumentation?: string | undefined;
  /** Type of the value, for example BOOLEAN. */
  valueType?: string | undefined;
  /** The value with its type. */
  valueObject?: ClusterFeatureValue | undefined;
  /** Whether the value can be updated. */
  isValueUpdatable?: boolean | undefined;
  /** Accepted values. */
  acceptedValues?: string[] | undefined;
} & (
  | {
      /** Value of the feature. */
      value: string | boolean | { [key: string]: unknown };
      awsUserProvidedNetwork?: undefined;
      gcpUserProvidedNetwork?: undefined;
      natGateway?: undefined;
      karpenter?: undefined;
    }
  | {
      /** An existing network of AWS. */
      awsUserProvidedNetwork: AwsUserProvidedNetwork;
      value?: undefined;
      gcpUserProvidedNetwork?: undefined;
      natGateway?: undefined;
      karpenter?: undefined;
    }
  | {
      /** An existing network of Google Cloud. */
      gcpUserProvidedNetwork: GcpUserProvidedNetwork;
      value?: undefined;
      awsUserProvidedNetwork?: undefined;
      natGateway?: undefined;
      karpenter?: undefined;
    }
  | {
      /** The NAT gateway of the cluster's network. */
      natGateway: NatGateway;
      value?: undefined;
      awsUserProvidedNetwork?: undefined;
      gcpUserProvidedNetwork?: undefined;
      karpenter?: undefined;
    }
  | {
      /** Karpenter, which adds and removes nodes of a cluster on AWS. */
      karpenter: Karpenter;
      value?: undefined;
      awsUserProvidedNetwork?: undefined;
      gcpUserProvidedNetwork?: undefined;
      natGateway?: undefined;
    }
);

/** The value with its type. */
export interface ClusterFeatureValue {
  /** Type of the value, for example STRING. */
  type?: string | undefined;
  /** Value. */
  value?: string | boolean | { [key: string]: unknown } | undefined;
}

/** What the role may do with a cluster. */
export interface ClusterPermission {
  /** ID of the cluster. */
  clusterId: string;
  /** What the role may do: see the cluster, create environments on it, or everything. */
  permission: enums.ClusterRolePermission;
  /** Name of the cluster. */
  clusterName?: string | undefined;
}

/** A route. */
export interface ClusterRoute {
  /** Destination network of the route, as CIDR. */
  destination: string;
  /** Target of the route, for example a peering connection. */
  target: string;
  /** What the route is for. */
  description: string;
}

/** References to the built-in variables of the platform, for `aliasOf` of a `Variable`: a service gets their values, and your program never handles them. */
export interface ContainerBuiltInVariables {
  /** Reference to the variable that contains the container id. */
  containerId: string;
  /** Reference to the variable that contains the host internal. */
  hostInternal: string;
  /** Reference to the variable that contains the host external. */
  hostExternal: string;
}

/** A container to deploy. */
export interface ContainerDeployment {
  /** ID of the container. */
  id: string;
  /** Image tag to deploy. */
  imageTag?: string | undefined;
}

/** The credentials, by reference. */
export interface CredentialsReference {
  /** ID of the credentials. */
  id: string;
  /** Name of the credentials. */
  name?: string | undefined;
}

/** Runs on a schedule. */
export interface Cronjob {
  /** Schedule: a cron expression of five fields, for example `0 4 * * *`. */
  scheduledAt: string;
  /** Arguments of the image's command. */
  arguments?: string[] | undefined;
  /** Command that replaces the image's entrypoint. */
  entrypoint?: string | undefined;
  /** Time zone of the schedule (IANA name). */
  timezone: string;
}

/** References to the built-in variables of the platform, for `aliasOf` of a `Variable`: a service gets their values, and your program never handles them. */
export interface DatabaseCredentials {
  /** Reference to the variable that contains the host. */
  host: string;
  /** Reference to the variable that contains the port. */
  port: string;
  /** Reference to the variable that contains the user. */
  user: string;
  /** Reference to the variable that contains the password. */
  password: string;
}

/** A service in a deployment. */
export interface DeployedService {
  /** ID of the service. */
  serviceId?: string | undefined;
  /** Type of the service, for example CONTAINER. */
  serviceType?: string | undefined;
  /** Name of the service. */
  name?: string | undefined;
  /** Status of the service after its deployment, for example DEPLOYED. */
  status?: string | undefined;
  /** Duration (ISO 8601), for example PT12S. */
  totalDuration?: string | undefined;
}

/** A stage of a deployment. */
export interface DeployedStage {
  /** Name of the stage. */
  name?: string | undefined;
  /** Status of the stage, for example DONE. */
  status?: string | undefined;
  /** Duration (ISO 8601), for example PT12S. */
  duration?: string | undefined;
  /** The services in the stage. */
  services?: DeployedService[] | undefined;
}

/** Duration of a stage. */
export interface DeploymentMetric {
  /** ID of the stage. */
  stageId?: string | undefined;
  /**
   * Duration of the stage.
   *
   * Unit: seconds.
   */
  totalDurationSec?: number | undefined;
  /** Durations by step. */
  details?: DeploymentMetricDetail[] | undefined;
}

/** Duration of a step. */
export interface DeploymentMetricDetail {
  /** ID of the stage. */
  stageId?: string | undefined;
  /** Name of the step, for example TOTAL. */
  stepName?: string | undefined;
  /** Result of the step, for example SUCCESS. */
  status?: string | undefined;
  /**
   * Duration of the step.
   *
   * Unit: seconds.
   */
  durationSec?: number | undefined;
}

/** A path in the repository. */
export interface DeploymentRestriction {
  /** Whether only commits that change the path deploy the service (`MATCH`), or all except those that change only the path (`EXCLUDE`). */
  mode: enums.DeploymentRestrictionMode;
  /** Type of the `value`. */
  type: enums.DeploymentRestrictionType;
  /** Path in the repository, for example `src/`. */
  value: string;
}

/** Lines added to the Dockerfile of the job. */
export type DockerfileFragment = {
  /** Where the lines come from. */
  type: enums.DockerfileFragmentType;
} & (
  | {
      /** Path of a file in the repository. */
      path: string;
      content?: undefined;
    }
  | {
      /** The lines. */
      content: string;
      path?: undefined;
    }
);

/** Where the backups are. */
export interface EksAnywhereBackupBucket {
  /** Name of the S3 bucket. */
  bucket: string;
  /** Region of the bucket. */
  region: string;
  /** ARN of the role that writes them. */
  roleArn: string;
  /** Prefix of the objects' keys. */
  keyPrefix?: string | undefined;
}

/** Backups of the cluster's state. */
export interface EksAnywhereClusterBackup {
  /** Whether the state is backed up. */
  enabled: boolean;
  /**
   * Maximum duration of a backup.
   *
   * Unit: seconds.
   */
  timeoutSeconds: number;
  /** Name of the secret with the certificates. */
  certsSecretName?: string | undefined;
  /** Where the backups are. */
  s3: EksAnywhereBackupBucket;
}

/** Git repository with the cluster's specification. */
export interface EksAnywhereGitRepository {
  /** URL of the repository. */
  url?: string | undefined;
  /** Git token that gives access to the repository. */
  gitTokenId?: string | undefined;
  /** Branch to read. */
  branch?: string | undefined;
  /** Commit to read. */
  commitId?: string | undefined;
  /** Service that hosts the repository. */
  provider?: enums.GitProvider | undefined;
}

/** Settings of EKS Anywhere. */
export interface EksAnywhereParameters {
  /** Git repository with the cluster's specification. */
  gitRepository?: EksAnywhereGitRepository | undefined;
  /** Path of the specification in the repository. */
  yamlFilePath?: string | undefined;
  /** Backups of the cluster's state. */
  clusterBackup?: EksAnywhereClusterBackup | undefined;
}

/** References to the built-in variables of the platform, for `aliasOf` of a `Variable`: a service gets their values, and your program never handles them. */
export interface EnvironmentBuiltInVariables {
  /** Reference to the variable that contains the environment id. */
  environmentId: string;
  /** Reference to the variable that contains the environment name. */
  environmentName: string;
  /** Reference to the variable that contains the environment type. */
  environmentType: string;
  /** Reference to the variable that contains the cloud provider. */
  cloudProvider: string;
  /** Reference to the variable that contains the cloud provider region. */
  cloudProviderRegion: string;
}

/** Where the environment's cluster runs. */
export interface EnvironmentCloudProvider {
  /** Cloud provider of the cluster. */
  provider?: string | undefined;
  /** Region or zone of the cluster, as the cloud provider names it. */
  cluster?: string | undefined;
}

/** What the role may do in environments of one type. */
export interface EnvironmentPermission {
  /** Type of the environments. */
  environmentType: enums.EnvironmentType;
  /** What the role may do: nothing, see them, deploy them, or everything. */
  permission: enums.EnvironmentRolePermission;
}

/** Environment of the resource. */
export interface EnvironmentReference {
  /** ID of the environment. */
  id: string;
}

/** Runs a command in the instance. */
export interface ExecProbe {
  /** Command and its arguments. */
  command: string[];
}

/** A secret in a secret manager. */
export interface ExternalSecret {
  /** Access to the secret manager: one of the `secretManagerAccessIds` of the cluster that the environment is on. */
  secretManagerAccessId: string;
  /** Name of the secret in the secret manager, or its ARN. */
  name: string;
  /** Path of the file that contains the secret, to make it a file. */
  mountPath?: string | undefined;
}

/** Identity with which `automaticallyConfigured` secret manager accesses read secrets (full API only). */
export interface ExternalSecretsAuthentication {
  /** ARN of the role, for EKS. */
  eksRoleArn?: string | undefined;
  /** Service account, for GKE. */
  gkeServiceAccount?: string | undefined;
}

/** Credentials for Google Cloud: the key of a service account, or workload identity federation. */
export type GcpCredentials =
  | {
      /**
       * Key of the service account, as JSON.
       *
       * Secret: encrypted in the state.
       */
      serviceAccountKey: string;
      serviceAccountEmail?: undefined;
      workloadIdentityProviderResource?: undefined;
    }
  | {
      /** Service account that the platform acts as. */
      serviceAccountEmail: string;
      /** Workload identity provider that the platform's tokens are for. */
      workloadIdentityProviderResource: string;
      serviceAccountKey?: undefined;
    };

/** The key of a service account of Google Cloud. */
export interface GcpJsonAccess {
  /**
   * The key, as JSON in Base64.
   *
   * Secret: encrypted in the state.
   */
  jsonCredentials?: string | undefined;
}

/** Secret Manager of Google Cloud. */
export interface GcpSecretManager {
  /** Region of the secret manager. */
  region: string;
  /** Project of the secret manager. */
  projectId: string;
}

/** An existing network of Google Cloud. */
export interface GcpUserProvidedNetwork {
  /** Name of the VPC. */
  vpcName: string;
  /** Project of the VPC. */
  vpcProjectId?: string | undefined;
  /** Name of the subnet. */
  subnetworkName?: string | undefined;
  /** Range of the services' addresses. */
  ipRangeServicesName?: string | undefined;
  /** Range of the pods' addresses. */
  ipRangePodsName?: string | undefined;
  /** Further ranges of the pods' addresses. */
  additionalIpRangePodsNames?: string[] | undefined;
  /** Whether the nodes have only private addresses. */
  privateNodes?: boolean | undefined;
}

/** Git repository with the source. */
export interface GitRepository {
  /** URL of the repository. */
  url: string;
  /** Branch to build. */
  branch?: string | undefined;
  /** Folder of the repository to build in. */
  rootPath?: string | undefined;
  /** Git token that gives access to a private repository. */
  gitTokenId?: string | undefined;
  /** Service that hosts the repository. */
  provider: enums.GitProvider;
  /** Owner of the repository, derived from its URL. */
  owner?: string | undefined;
  /** Name of the repository, derived from its URL. */
  name?: string | undefined;
  /** Whether the platform can read the repository. */
  hasAccess?: boolean | undefined;
  /** Commit that is deployed. */
  deployedCommitId?: string | undefined;
  /** Time of the deployed commit (ISO 8601). */
  deployedCommitDate?: string | undefined;
  /** Author of the deployed commit. */
  deployedCommitContributor?: string | undefined;
  /** Tag of the deployed commit. */
  deployedCommitTag?: string | undefined;
  /** Name of the git token. */
  gitTokenName?: string | undefined;
}

/** An annotation. */
export interface GroupAnnotation {
  /** Key of the annotation. */
  key: string;
  /** Value of the annotation. */
  value: string;
}

/** A label. */
export interface GroupLabel {
  /** Key of the label. */
  key: string;
  /** Value of the label. */
  value: string;
  /** Whether the cloud provider's resources get the label too. */
  propagateToCloudProvider: boolean;
}

/** Calls the gRPC health service. */
export interface GrpcProbe {
  /** Name of the gRPC service. */
  service?: string | undefined;
  /** Port to connect to. */
  port: number;
}

/** Probes of the service. */
export interface Healthchecks {
  /** Checks whether the service is ready for traffic. */
  readinessProbe?: Probe | undefined;
  /** Checks whether the service is alive. */
  livenessProbe?: Probe | undefined;
}

/** A chart of a Helm repository. */
export interface HelmChart {
  /** Helm repository that has the chart. */
  repositoryId: string;
  /** Name of the chart. */
  chartName: string;
  /** Version of the chart. */
  chartVersion: string;
  /** Helm repository that has the chart. */
  repository?: HelmRepositoryReference | undefined;
}

/** A Helm service to deploy. */
export interface HelmDeployment {
  /** ID of the Helm service. */
  id: string;
  /** Version of the chart. */
  chartVersion?: string | undefined;
  /** Commit to deploy. */
  gitCommitId?: string | undefined;
  /** Commit of the values that override the chart's. */
  valuesOverrideGitCommitId?: string | undefined;
}

/** A public port of a Kubernetes service, which is selected by `serviceName` or by the labels in `serviceSelectors`. */
export type HelmPort = {
  /** ID of the item, assigned by the platform. */
  id?: string | undefined;
  /** Port of the Kubernetes service. */
  internalPort: number;
  /** Name of the port. */
  name?: string | undefined;
  /** Public port. */
  externalPort?: number | undefined;
  /** Namespace of the Kubernetes service. */
  namespace?: string | undefined;
  /** Protocol of the port. */
  protocol: enums.HelmPortProtocol;
  /** Whether the service's domain points to this port. */
  isDefault?: boolean | undefined;
  /** How the Kubernetes service is found. */
  portType?: string | undefined;
} & (
  | {
      /** Name of the Kubernetes service. */
      serviceName: string;
      serviceSelectors?: undefined;
    }
  | {
      /** Labels of the Kubernetes service. */
      serviceSelectors: HelmServiceSelector[];
      serviceName?: undefined;
    }
);

/** Files in the program. */
export interface HelmRawValues {
  /** The files. */
  values: HelmValuesFile[];
}

/** Credentials, and where they're valid, as the kind requires. */
export interface HelmRepositoryConfig {
  /** Region of the cloud provider. */
  region?: string | undefined;
  /** ID of the AWS access key. */
  accessKeyId?: string | undefined;
  /**
   * Secret of the AWS access key.
   *
   * Secret: encrypted in the state.
   */
  secretAccessKey?: string | undefined;
  /** ARN of the AWS role to assume, instead of an access key. */
  roleArn?: string | undefined;
  /** ID of the Scaleway API key. */
  scalewayAccessKey?: string | undefined;
  /**
   * Secret of the Scaleway API key.
   *
   * Secret: encrypted in the state.
   */
  scalewaySecretKey?: string | undefined;
  /** Scaleway project. */
  scalewayProjectId?: string | undefined;
  /** User name. */
  username?: string | undefined;
  /**
   * Password or token of the user.
   *
   * Secret: encrypted in the state.
   */
  password?: string | undefined;
}

/** Helm repository that has the chart. */
export interface HelmRepositoryReference {
  /** ID of the Helm repository. */
  id: string;
  /** Name of the Helm repository. */
  name?: string | undefined;
  /** URL of the Helm repository. */
  url?: string | undefined;
}

/** References to the built-in variables of the platform, for `aliasOf` of a `Variable`: a service gets their values, and your program never handles them. */
export interface HelmServiceBuiltInVariables {
  /** Reference to the variable that contains the helm id. */
  helmId: string;
  /** Reference to the variable that contains the host internal. */
  hostInternal: string;
  /** Reference to the variable that contains the host external. */
  hostExternal: string;
}

/** A label of a Kubernetes service. */
export interface HelmServiceSelector {
  /** Key of a label. */
  key: string;
  /** Value of the label. */
  value: string;
}

/** Source of the chart. */
export type HelmSource =
  | {
      /** Git repository with the source. */
      gitRepository: GitRepository;
      helmRepository?: undefined;
    }
  | {
      /** A chart of a Helm repository. */
      helmRepository: HelmChart;
      gitRepository?: undefined;
    };

/** A file of values. */
export interface HelmValuesFile {
  /** Name of the file. */
  name: string;
  /** Content of the file, as YAML or JSON, such as `JSON.stringify({ replicas: 2 })`. */
  content: string;
}

/** Value files. */
export type HelmValuesFiles =
  | {
      /** Files of a git repository. */
      git: HelmValuesInGit;
      raw?: undefined;
    }
  | {
      /** Files in the program. */
      raw: HelmRawValues;
      git?: undefined;
    };

/** Files of a git repository. */
export interface HelmValuesInGit {
  /** Git repository with the source. */
  gitRepository: GitRepository;
  /** Paths of the files in the repository. */
  paths: string[];
}

/** Values that override the chart's. */
export interface HelmValuesOverride {
  /** Values by path, for example `{ 'image.tag': '1.2' }`, as Helm's `--set` takes them. */
  set?: { [key: string]: string } | undefined;
  /** Values by path that are strings, as Helm's `--set-string` takes them. */
  setString?: { [key: string]: string } | undefined;
  /** Values by path as JSON, as Helm's `--set-json` takes them. */
  setJson?: { [key: string]: string } | undefined;
  /** Value files. */
  file?: HelmValuesFiles | undefined;
}

/** Sends a GET request. */
export interface HttpProbe {
  /** Path to request. */
  path: string;
  /** Scheme of the request. */
  scheme: enums.ProbeScheme;
  /** Port to connect to. */
  port: number;
}

/** Settings of the components that the platform installs into the cluster. */
export interface InfrastructureChartsParameters {
  /** Settings of the ingress controller. */
  nginxParameters?: NginxParameters | undefined;
  /** Settings of cert-manager. */
  certManagerParameters?: CertManagerParameters | undefined;
  /** Settings of MetalLB. */
  metalLbParameters?: MetalLbParameters | undefined;
  /** Settings of EKS Anywhere. */
  eksAnywhereParameters?: EksAnywhereParameters | undefined;
}

/** Details from the cloud provider. */
export interface InfrastructureOutputs {
  /** AKS, EKS, GKE or SCW_KAPSULE. */
  kind?: string | undefined;
  /** Name of the cluster at the cloud provider. */
  clusterName?: string | undefined;
  /** Issuer of the cluster's OIDC tokens. */
  clusterOidcIssuer?: string | undefined;
  /** ARN of the cluster, for EKS. */
  clusterArn?: string | undefined;
  /** ID of the cluster's VPC, for EKS. */
  vpcId?: string | undefined;
  /** URL of the cluster, for GKE. */
  clusterSelfLink?: string | undefined;
  /** Identity with which `automaticallyConfigured` secret manager accesses read secrets (full API only). */
  externalSecretsAutomaticAuthentication?: ExternalSecretsAuthentication | undefined;
}

/** Monitoring of the cluster's internal network. */
export interface InternalNetworkMonitoring {
  /** Whether the cluster's internal network is monitored. */
  enabled: boolean;
}

/** References to the built-in variables of the platform, for `aliasOf` of a `Variable`: a service gets their values, and your program never handles them. */
export interface JobBuiltInVariables {
  /** Reference to the variable that contains the job id. */
  jobId: string;
}

/** A job to deploy. */
export interface JobDeployment {
  /** ID of the job. */
  id: string;
  /** Image tag to deploy. */
  imageTag?: string | undefined;
  /** Commit to deploy. */
  gitCommitId?: string | undefined;
}

/** An image built from a git repository: exactly one of `dockerfilePath` and `dockerfileRaw`. */
export type JobDocker = {
  /** Git repository with the source. */
  gitRepository: GitRepository;
  /** Stage of the Dockerfile to build. */
  dockerTargetBuildStage?: string | undefined;
} & (
  | {
      /** Path of the Dockerfile in the repository. */
      dockerfilePath: string;
      dockerfileRaw?: undefined;
    }
  | {
      /** Content of the Dockerfile. */
      dockerfileRaw: string;
      dockerfilePath?: undefined;
    }
);

/** Type of `onStart`, `onStop` and `onDelete`. */
export interface JobEvent {
  /** Arguments of the image's command. */
  arguments?: string[] | undefined;
  /** Command that replaces the image's entrypoint. */
  entrypoint?: string | undefined;
}

/** An image of a registry. */
export interface JobImage {
  /** Image name, in the form that the registry's kind requires. */
  imageName: string;
  /** Image tag. */
  tag: string;
  /** Registry of the image. */
  registryId: string;
  /** Registry of the image. */
  registry?: Registry | undefined;
}

/** When the job runs: set only `cronjob` for a cron job, or events for a lifecycle job. */
export type JobSchedule =
  | {
      /** Runs on a schedule. */
      cronjob: Cronjob;
      onStart?: undefined;
      onStop?: undefined;
      onDelete?: undefined;
      lifecycleType?: undefined;
    }
  | {
      /** Runs when the environment starts. */
      onStart?: JobEvent | undefined;
      /** Runs when the environment stops. */
      onStop?: JobEvent | undefined;
      /** Runs when the environment is deleted. */
      onDelete?: JobEvent | undefined;
      /** What the lifecycle job manages. */
      lifecycleType?: enums.LifecycleType | undefined;
      cronjob?: undefined;
    };

/** Source of the image. */
export type JobSource =
  | {
      /** An image of a registry. */
      image: JobImage;
      docker?: undefined;
    }
  | {
      /** An image built from a git repository: exactly one of `dockerfilePath` and `dockerfileRaw`. */
      docker: JobDocker;
      image?: undefined;
    };

/** Karpenter, which adds and removes nodes of a cluster on AWS. */
export interface Karpenter {
  /** Whether nodes may be spot instances. */
  spotEnabled: boolean;
  /**
   * Disk of a node.
   *
   * Unit: GiB.
   */
  diskSizeInGib: number;
  /**
   * IOPS of a node's disk.
   *
   * Unit: operations per second.
   */
  diskIops?: number | undefined;
  /**
   * Throughput of a node's disk.
   *
   * Unit: MB/s.
   */
  diskThroughput?: number | undefined;
  /** Architecture of services that state none. */
  defaultServiceArchitecture: enums.CpuArchitecture;
  /** The nodes that Karpenter creates. */
  nodePools: KarpenterNodePools;
}

/** When Karpenter may replace nodes to save cost. */
export interface KarpenterConsolidation {
  /** Whether nodes are consolidated at these times only. */
  enabled: boolean;
  /** Days of the week. */
  days: enums.Weekday[];
  /** Time of the day. */
  startTime: string;
  /** How long it lasts. */
  duration: string;
}

/** Nodes for cron jobs. */
export interface KarpenterCronjobOverride {
  /** When Karpenter may replace nodes to save cost. */
  consolidation?: KarpenterConsolidation | undefined;
  /** The most that all nodes together may have. */
  limits?: KarpenterLimits | undefined;
  /** Whether the nodes may be spot instances. */
  spotEnabled?: boolean | undefined;
  /** How long a node is idle before it goes, such as `30s`. */
  consolidateAfter?: string | undefined;
}

/** All other nodes. */
export interface KarpenterDefaultOverride {
  /** The most that all nodes together may have. */
  limits?: KarpenterLimits | undefined;
  /** Whether the nodes may be spot instances. */
  spotEnabled?: boolean | undefined;
  /** How long a node is idle before it goes, such as `30s`. */
  consolidateAfter?: string | undefined;
}

/** Nodes with GPUs. */
export interface KarpenterGpuOverride {
  /** When Karpenter may replace nodes to save cost. */
  consolidation?: KarpenterConsolidation | undefined;
  /** The most that all nodes together may have. */
  limits?: KarpenterLimits | undefined;
  /** Whether the nodes may be spot instances. */
  spotEnabled?: boolean | undefined;
  /** How long a node is idle before it goes, such as `30s`. */
  consolidateAfter?: string | undefined;
  /** Which instances these nodes may be. */
  requirements?: KarpenterRequirement[] | undefined;
  /**
   * Disk of these nodes.
   *
   * Unit: GiB.
   */
  diskSizeInGib: number;
  /**
   * IOPS of a node's disk.
   *
   * Unit: operations per second.
   */
  diskIops?: number | undefined;
  /**
   * Throughput of a node's disk.
   *
   * Unit: MB/s.
   */
  diskThroughput?: number | undefined;
}

/** The most that all nodes together may have. */
export interface KarpenterLimits {
  /** Whether the limits apply. */
  enabled: boolean;
  /**
   * Maximum of CPUs.
   *
   * Unit: vCPU.
   */
  maxCpuInVcpu: number;
  /**
   * Maximum memory.
   *
   * Unit: GiB.
   */
  maxMemoryInGibibytes: number;
  /** Maximum number of GPUs. */
  maxGpu: number;
}

/** The nodes that Karpenter creates. */
export interface KarpenterNodePools {
  /** Which instances the nodes may be. */
  requirements: KarpenterRequirement[];
  /** Nodes for what shouldn't move. */
  stableOverride?: KarpenterStableOverride | undefined;
  /** All other nodes. */
  defaultOverride?: KarpenterDefaultOverride | undefined;
  /** Nodes with GPUs. */
  gpuOverride?: KarpenterGpuOverride | undefined;
  /** Nodes for cron jobs. */
  cronjobOverride?: KarpenterCronjobOverride | undefined;
}

/** Which instances Karpenter may choose. */
export interface KarpenterRequirement {
  /** Property of the instances. */
  key: enums.KarpenterRequirementKey;
  /** How the property is compared. */
  operator: enums.KarpenterOperator;
  /** Accepted values, such as `AMD64` or `m6i`. */
  values: string[];
}

/** Nodes for what shouldn't move. */
export interface KarpenterStableOverride {
  /** When Karpenter may replace nodes to save cost. */
  consolidation?: KarpenterConsolidation | undefined;
  /** The most that all nodes together may have. */
  limits?: KarpenterLimits | undefined;
  /** Whether the nodes may be spot instances. */
  spotEnabled?: boolean | undefined;
  /** How long a node is idle before it goes, such as `30s`. */
  consolidateAfter?: string | undefined;
}

/** Event-driven autoscaling of the cluster's workloads. */
export interface Keda {
  /** Whether KEDA is installed. */
  enabled: boolean;
}

/** In the cluster. */
export type KubernetesBackend = Record<string, never>;

/** A label. */
export interface Label {
  /** Key of the label. */
  key: string;
  /** Value of the label. */
  value: string;
  /** Whether the cloud provider's resources get the label too. */
  propagateToCloudProvider?: boolean | undefined;
}

/** A group of labels of the organization. */
export interface LabelsGroupReference {
  /** ID of the labels group. */
  id: string;
  /** Time of creation (ISO 8601). */
  createdAt: string;
  /** Time of the last update (ISO 8601). */
  updatedAt?: string | undefined;
  /** Name of the group. */
  name?: string | undefined;
  /** Labels of the group. */
  labels?: Label[] | undefined;
}

/** An address of a public port. */
export interface Link {
  /** URL of the address. */
  url: string;
  /** Port in the instance. */
  internalPort: number;
  /** Public port. */
  externalPort: number;
  /** Whether it is the default address of the service. */
  isDefault: boolean;
}

/** Settings of MetalLB. */
export interface MetalLbParameters {
  /** Address pools. */
  ipAddressPools?: string[] | undefined;
}

/** Configuration of the metrics collection. */
export interface MetricsConfiguration {
  /** Who runs the metrics collection. */
  kind: enums.MetricsKind;
  /** Size of the metrics collection. */
  resourceProfile?: enums.MetricsResourceProfile | undefined;
  /** Export to CloudWatch. */
  cloudWatchExportConfig?: CloudWatchExportConfig | undefined;
  /** Whether the metrics collection is highly available. */
  highAvailability?: boolean | undefined;
  /** Monitoring of the cluster's internal network. */
  internalNetworkMonitoring?: InternalNetworkMonitoring | undefined;
  /** Alerts. */
  alerting?: Alerting | undefined;
}

/** Metrics of the cluster. */
export interface MetricsParameters {
  /** Whether metrics are collected. */
  enabled: boolean;
  /** Configuration of the metrics collection. */
  configuration?: MetricsConfiguration | undefined;
}

/** The NAT gateway of the cluster's network. */
export type NatGateway =
  | {
      /** Size of the gateway, on Scaleway. */
      type: enums.NatGatewayType;
      staticIpsEnabled?: undefined;
      staticIpsCount?: undefined;
    }
  | {
      /** Whether the gateway has fixed addresses, on Google Cloud. */
      staticIpsEnabled: boolean;
      /** Number of fixed addresses. */
      staticIpsCount: number;
      type?: undefined;
    };

/** Settings of the ingress controller. */
export interface NginxParameters {
  /** Number of instances. */
  replicaCount?: number | undefined;
  /** Certificate that's used if no other one matches, as `namespace/secret`. */
  defaultSslCertificate?: string | undefined;
  /** Address that the ingress controller publishes. */
  publishStatusAddress?: string | undefined;
  /** Addresses that MetalLB assigns to the load balancer. */
  annotationMetalLbLoadBalancerIps?: string | undefined;
  /** Target that external-dns writes. */
  annotationExternalDnsKubernetesTarget?: string | undefined;
}

/** Clusters that you run yourself: `{}`. */
export type OnPremiseCredentials = Record<string, never>;

/** Organization of the resource. */
export interface OrganizationReference {
  /** ID of the organization. */
  id: string;
}

/** A port. */
export interface Port {
  /** ID of the item, assigned by the platform. */
  id?: string | undefined;
  /** Port in the instance. */
  internalPort: number;
  /** Whether the port can be reached from the internet. */
  publiclyAccessible: boolean;
  /** Name of the port. */
  name?: string | undefined;
  /** Public port. */
  externalPort?: number | undefined;
  /** Whether the service's domain points to this port. */
  isDefault?: boolean | undefined;
  /** Protocol of the port. */
  protocol: enums.PortProtocol;
  /** Public path of the port. */
  publicPath?: string | undefined;
  /** Path that replaces the public path. */
  publicPathRewrite?: string | undefined;
}

/** Type of `readinessProbe` and `livenessProbe`. */
export interface Probe {
  /** What the probe does. */
  type: ProbeType;
  /**
   * Delay between the start and the first probe.
   *
   * Unit: seconds.
   */
  initialDelaySeconds: number;
  /**
   * Time between two probes.
   *
   * Unit: seconds.
   */
  periodSeconds: number;
  /**
   * Time after which a probe has failed.
   *
   * Unit: seconds.
   */
  timeoutSeconds: number;
  /** Consecutive successes after which the service is healthy again. */
  successThreshold: number;
  /** Consecutive failures after which the service is unhealthy. */
  failureThreshold: number;
}

/** What the probe does. */
export type ProbeType =
  | {
      /** Opens a TCP connection. */
      tcp: TcpProbe;
      http?: undefined;
      exec?: undefined;
      grpc?: undefined;
    }
  | {
      /** Sends a GET request. */
      http: HttpProbe;
      tcp?: undefined;
      exec?: undefined;
      grpc?: undefined;
    }
  | {
      /** Runs a command in the instance. */
      exec: ExecProbe;
      tcp?: undefined;
      http?: undefined;
      grpc?: undefined;
    }
  | {
      /** Calls the gRPC health service. */
      grpc: GrpcProbe;
      tcp?: undefined;
      http?: undefined;
      exec?: undefined;
    };

/** References to the built-in variables of the platform, for `aliasOf` of a `Variable`: a service gets their values, and your program never handles them. */
export interface ProjectBuiltInVariables {
  /** Reference to the variable that contains the project id. */
  projectId: string;
}

/** What the role may do in a project. */
export interface ProjectPermission {
  /** ID of the project. */
  projectId: string;
  /** Whether the role may do everything in the project. */
  isAdmin: boolean;
  /** Permissions by environment type. */
  permissions?: EnvironmentPermission[] | undefined;
  /** Name of the project. */
  projectName?: string | undefined;
}

/** Project of the environment. */
export interface ProjectReference {
  /** ID of the project. */
  id: string;
}

/** Registry of the image. */
export interface Registry {
  /** ID of the registry. */
  id: string;
  /** Name of the registry. */
  name?: string | undefined;
  /** URL of the registry. */
  url?: string | undefined;
  /** Kind of the registry: ECR, SCALEWAY_CR, DOCKER_HUB, PUBLIC_ECR or GENERIC_CR. */
  kind?: string | undefined;
}

/** Credentials, and where they're valid, as the kind requires. */
export interface RegistryConfig {
  /** Region of the cloud provider. */
  region?: string | undefined;
  /** ID of the AWS access key. */
  accessKeyId?: string | undefined;
  /**
   * Secret of the AWS access key.
   *
   * Secret: encrypted in the state.
   */
  secretAccessKey?: string | undefined;
  /** ARN of the AWS role to assume, instead of an access key. */
  roleArn?: string | undefined;
  /** ID of the Scaleway API key. */
  scalewayAccessKey?: string | undefined;
  /**
   * Secret of the Scaleway API key.
   *
   * Secret: encrypted in the state.
   */
  scalewaySecretKey?: string | undefined;
  /** Scaleway project. */
  scalewayProjectId?: string | undefined;
  /**
   * Key of the Google Cloud service account, as JSON.
   *
   * Secret: encrypted in the state.
   */
  jsonCredentials?: string | undefined;
  /** Type of the Google Cloud credentials. */
  gcpCredentialsType?: string | undefined;
  /** Google Cloud project. */
  projectId?: string | undefined;
  /** Google Cloud service account, for workload identity. */
  serviceAccountEmail?: string | undefined;
  /** Workload identity provider, instead of a key. */
  workloadIdentityProviderResource?: string | undefined;
  /**
   * Lifetime of the tokens, for workload identity.
   *
   * Unit: seconds.
   */
  tokenLifetimeSeconds?: number | undefined;
  /** Azure tenant. */
  azureTenantId?: string | undefined;
  /** Azure subscription. */
  azureSubscriptionId?: string | undefined;
  /** User name. */
  username?: string | undefined;
  /**
   * Password or token of the user.
   *
   * Secret: encrypted in the state.
   */
  password?: string | undefined;
}

/** A zone of Route 53. */
export interface Route53Dns {
  /** ID of the access key. */
  accessKeyId: string;
  /**
   * Secret of the access key.
   *
   * Secret: encrypted in the state.
   */
  secretAccessKey: string;
  /** Region for requests to AWS. */
  region: string;
  /** ID of the hosted zone. */
  hostedZoneId?: string | undefined;
}

/** A metric or event source that scales the service. */
export type Scaler = {
  /** Type of the scaler, as KEDA names it, for example `cpu`. */
  scalerType: string;
  /** Whether the scaler controls the number of instances (`PRIMARY`) or is only a safeguard (`SAFETY`). */
  role: enums.ScalerRole;
  /** Whether the scaler is enabled. */
  enabled: boolean;
  /** Credentials for the scaler's source of events. */
  triggerAuthentication?: TriggerAuthentication | undefined;
  /** ID of the scaler. */
  id?: string | undefined;
  /** Time of creation (ISO 8601). */
  createdAt: string;
  /** Time of the last update (ISO 8601). */
  updatedAt?: string | undefined;
} & (
  | {
      /** Configuration of the scaler (JSON), sent unchanged. */
      configJson: { [key: string]: unknown };
      configYaml?: undefined;
    }
  | {
      /** Configuration of the scaler (YAML). */
      configYaml: string;
      configJson?: undefined;
    }
);

/** Credentials for Scaleway. */
export interface ScalewayCredentials {
  /** ID of the API key. */
  accessKey: string;
  /**
   * Secret of the API key.
   *
   * Secret: encrypted in the state.
   */
  secretKey: string;
  /** Project of the clusters. */
  projectId: string;
  /** Organization of the project. */
  organizationId: string;
}

/** An access to a secret manager. */
export interface SecretManagerAccess {
  /** ID of the item, assigned by the platform. */
  id?: string | undefined;
  /** Name of the access. */
  name: string;
  /** Which secret manager it is: exactly one member. */
  endpoint: SecretManagerEndpoint;
  /** How the cluster is authenticated: exactly one member. */
  authentication: SecretManagerAuthentication;
}

/** How the cluster is authenticated: exactly one member. */
export type SecretManagerAuthentication =
  | {
      /** The identity in `externalSecretsAutomaticAuthentication` of the cluster's `infrastructureOutputs`: `{}`. */
      automaticallyConfigured: AutomaticallyConfiguredAccess;
      awsRoleArn?: undefined;
      awsStaticCredentials?: undefined;
      gcpJsonCredentials?: undefined;
    }
  | {
      /** A role of AWS that the cluster assumes. */
      awsRoleArn: AwsRoleAccess;
      automaticallyConfigured?: undefined;
      awsStaticCredentials?: undefined;
      gcpJsonCredentials?: undefined;
    }
  | {
      /** An access key of AWS. */
      awsStaticCredentials: AwsStaticAccess;
      automaticallyConfigured?: undefined;
      awsRoleArn?: undefined;
      gcpJsonCredentials?: undefined;
    }
  | {
      /** The key of a service account of Google Cloud. */
      gcpJsonCredentials: GcpJsonAccess;
      automaticallyConfigured?: undefined;
      awsRoleArn?: undefined;
      awsStaticCredentials?: undefined;
    };

/** Which secret manager it is: exactly one member. */
export type SecretManagerEndpoint =
  | {
      /** AWS Secrets Manager. */
      awsSecretManager: AwsSecretManager;
      awsParameterStore?: undefined;
      gcpSecretManager?: undefined;
    }
  | {
      /** Parameter Store of AWS Systems Manager. */
      awsParameterStore: AwsParameterStore;
      awsSecretManager?: undefined;
      gcpSecretManager?: undefined;
    }
  | {
      /** Secret Manager of Google Cloud. */
      gcpSecretManager: GcpSecretManager;
      awsSecretManager?: undefined;
      awsParameterStore?: undefined;
    };

/** A disk. */
export interface Storage {
  /** ID of the item, assigned by the platform. */
  id?: string | undefined;
  /** Type of the disk. */
  type: enums.StorageType;
  /**
   * Size of the disk.
   *
   * Unit: GB.
   */
  size: number;
  /** Folder in the instance where the disk is mounted. */
  mountPoint: string;
}

/** Opens a TCP connection. */
export interface TcpProbe {
  /** Port to connect to. */
  port: number;
  /** Host to connect to. */
  host?: string | undefined;
}

/** Where Terraform keeps its state. */
export type TerraformBackend =
  | {
      /** In the cluster. */
      kubernetes: KubernetesBackend;
      userProvided?: undefined;
    }
  | {
      /** In the backend that the Terraform files configure. */
      userProvided: UserProvidedBackend;
      kubernetes?: undefined;
    };

/** A Terraform service to deploy. */
export interface TerraformDeployment {
  /** ID of the Terraform service. */
  id: string;
  /** Commit to deploy. */
  gitCommitId?: string | undefined;
  /** What the deployment does instead of applying. */
  action?: enums.TerraformDeploymentAction | undefined;
}

/** Source of the Terraform files. */
export interface TerraformFilesSource {
  /** Git repository with the Terraform files. */
  gitRepository: TerraformGitRepository;
}

/** Git repository with the Terraform files. */
export interface TerraformGitRepository {
  /** URL of the repository. */
  url: string;
  /** Branch to build. */
  branch?: string | undefined;
  /** Folder of the repository to build in. */
  rootPath?: string | undefined;
  /** Git token that gives access to a private repository. */
  gitTokenId?: string | undefined;
  /** Service that hosts the repository, derived from its URL. */
  provider?: string | undefined;
  /** Owner of the repository, derived from its URL. */
  owner?: string | undefined;
  /** Name of the repository, derived from its URL. */
  name?: string | undefined;
  /** Whether the platform can read the repository. */
  hasAccess?: boolean | undefined;
  /** Commit that is deployed. */
  deployedCommitId?: string | undefined;
  /** Time of the deployed commit (ISO 8601). */
  deployedCommitDate?: string | undefined;
  /** Author of the deployed commit. */
  deployedCommitContributor?: string | undefined;
  /** Tag of the deployed commit. */
  deployedCommitTag?: string | undefined;
  /** Name of the git token. */
  gitTokenName?: string | undefined;
}

/** Size of the job that runs the engine. */
export interface TerraformJobResources {
  /**
   * CPU.
   *
   * Unit: millicores.
   */
  cpuMilli: number;
  /**
   * Memory.
   *
   * Unit: MiB.
   */
  ramMib: number;
  /** Number of GPUs. */
  gpu: number;
  /**
   * Size of the disk.
   *
   * Unit: GiB.
   */
  storageGib: number;
}

/** Version of the engine. */
export interface TerraformProviderVersion {
  /** Version to use. */
  explicitVersion: string;
  /** Whether the version is read from the files' `terraform` block. */
  readFromTerraformBlock?: boolean | undefined;
}

/** References to the built-in variables of the platform, for `aliasOf` of a `Variable`: a service gets their values, and your program never handles them. */
export interface TerraformServiceBuiltInVariables {
  /** Reference to the variable that contains the terraform id. */
  terraformId: string;
}

/** Sources of the variables' values. */
export interface TerraformVariablesSource {
  /** Paths of variable files in the repository. */
  tfVarFilePaths: string[];
  /** Values of variables. */
  tfVars: TfVar[];
}

/** A variable and its value. */
export interface TfVar {
  /** Name of the variable. */
  key: string;
  /**
   * Value of the variable.
   *
   * Secret unless `secret` is false.
   */
  value: string;
  /** Whether the value is secret: encrypted in the state and masked in responses. */
  secret: boolean;
}

/** Credentials for the scaler's source of events. */
export interface TriggerAuthentication {
  /** Name of the credentials. */
  name: string;
  /**
   * The credentials (YAML).
   *
   * Secret: encrypted in the state.
   */
  configYaml?: string | undefined;
  /** ID of the credentials. */
  id?: string | undefined;
  /** Time of creation (ISO 8601). */
  createdAt: string;
  /** Time of the last update (ISO 8601). */
  updatedAt?: string | undefined;
  /** Organization of the credentials. */
  organizationId?: string | undefined;
}

/** In the backend that the Terraform files configure. */
export type UserProvidedBackend = Record<string, never>;

/** Type of `aliasedVariable` and `overriddenVariable`. */
export interface VariableTarget {
  /** ID of the variable. */
  id: string;
  /** Key of the variable. */
  key: string;
  /** Scope of the variable, for example `ENVIRONMENT` or `BUILT_IN`. */
  scope: string;
}

/** The login of vSphere, for clusters of EKS Anywhere. */
export interface VsphereLogin {
  /** Name of the user. */
  user: string;
  /**
   * Password of the user.
   *
   * Secret: encrypted in the state.
   */
  password: string;
}

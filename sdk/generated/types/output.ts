// Generated from the definitions in provider/resources by `npm run generate`. Do not edit.

import type * as enums from "./enums.js";

/** Alerts. */
export interface Alerting {
  /** Whether alerts are sent. */
  enabled?: boolean | undefined;
  /** Labels put on every alert rule; travel untouched. */
  defaultRuleLabels?: { [key: string]: unknown } | undefined;
  /**
   * Configuration of the alert manager.
   *
   * Secret: encrypted in the state, also when the program passes plain text.
   */
  specConfigSecret?: string | undefined;
  /** Address of the alert manager, as seen from outside. */
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

/** A group of annotations kept by the organization. */
export interface AnnotationsGroup {
  /**
   * Identifier of the annotations group.
   *
   * Form: an identifier in UUID form, such as 3fa85f64-5717-4562-b3fc-2c963f66afa6.
   */
  id: string;
  /** When it was made, ISO 8601. */
  createdAt?: string | undefined;
  /** When it was changed last, ISO 8601. */
  updatedAt?: string | undefined;
  /** Name of the group. */
  name?: string | undefined;
  /** Annotations of the group. */
  annotations?: Annotation[] | undefined;
  /** What the annotations are put on, for example DEPLOYMENTS. */
  scopes?: string[] | undefined;
}

/** An application to deploy. */
export interface ApplicationDeployment {
  /**
   * Identifier of the application.
   *
   * Form: an identifier in UUID form, such as 3fa85f64-5717-4562-b3fc-2c963f66afa6.
   */
  applicationId: string;
  /** Commit to deploy; may be left out only for a service that was deployed before. */
  gitCommitId?: string | undefined;
}

/** Whether and how a new commit is deployed by itself. */
export interface AutoDeployConfig {
  /** Whether a new commit is deployed by itself. */
  autoDeploy: boolean;
  /** What such a deployment does. */
  terraformAction: enums.TerraformAction;
}

/** Scales the number of instances by events. The minimum number of instances must then be less than the maximum. */
export interface Autoscaling {
  /** What does the scaling. */
  mode: enums.AutoscalingMode;
  /**
   * What is measured; at least one enabled scaler.
   *
   * At least 1 item. At least one scaler is enabled.
   */
  scalers: Scaler[];
  /**
   * Pause between two measurements.
   *
   * Unit: seconds. Default: 30. At least 1.
   */
  pollingIntervalSeconds: number;
  /**
   * Pause between the last event and scaling down.
   *
   * Unit: seconds. Default: 300. At least 0.
   */
  cooldownPeriodSeconds: number;
  /** Identifier of the policy. */
  id?: string | undefined;
  /** When it was made, ISO 8601. */
  createdAt?: string | undefined;
  /** When it was changed last, ISO 8601. */
  updatedAt?: string | undefined;
  /** Service that the policy scales. */
  serviceId?: string | undefined;
}

/** Settings of cert-manager. */
export interface CertManagerParameters {
  /** Namespace that cert-manager runs in. */
  kubernetesNamespace?: string | undefined;
}

/** Credentials of the cloud provider, by reference. */
export interface CloudProviderCredentials {
  /** Company that the credentials are for. */
  cloudProvider?: string | undefined;
  /** The credentials, by reference. */
  credentials?: CredentialsReference | undefined;
  /** Region that the credentials are for. */
  region?: string | undefined;
}

/** Export to CloudWatch. */
export interface CloudWatchExportConfig {
  /** Whether metrics are exported to CloudWatch. */
  enabled?: boolean | undefined;
}

/** A feature of the cluster. */
export interface ClusterFeature {
  /**
   * Identifier of the feature.
   *
   * Form: an identifier in UUID form, such as 3fa85f64-5717-4562-b3fc-2c963f66afa6.
   */
  id: string;
  /** Value of the feature. */
  value: string;
  /** Title of the feature. */
  title?: string | undefined;
  /** What the feature does. */
  description?: string | undefined;
  /** Cost per month, in cents. */
  costPerMonthInCents?: number | undefined;
  /** Cost per month. */
  costPerMonth?: number | undefined;
  /** Currency of the cost. */
  currencyCode?: string | undefined;
  /** Whether the cloud provider asks for money. */
  isCloudProviderPayingFeature?: boolean | undefined;
  /** Where the cloud provider describes it. */
  cloudProviderFeatureDocumentation?: string | undefined;
  /** Whether the platform asks for money. */
  isPlatformPayingFeature?: boolean | undefined;
  /** Where the platform describes it. */
  platformFeatureDocumentation?: string | undefined;
  /** Type of the value, for example BOOLEAN. */
  valueType?: string | undefined;
  /** The value with its type. */
  valueObject?: ClusterFeatureValue | undefined;
  /** Whether the value can be changed. */
  isValueUpdatable?: boolean | undefined;
  /** Values that are accepted. */
  acceptedValues?: string[] | undefined;
}

/** The value with its type. */
export interface ClusterFeatureValue {
  /** Type of the value, for example STRING. */
  type?: string | undefined;
  /** The value. */
  value?: string | undefined;
}

/** A container to deploy. */
export interface ContainerDeployment {
  /**
   * Identifier of the container.
   *
   * Form: an identifier in UUID form, such as 3fa85f64-5717-4562-b3fc-2c963f66afa6.
   */
  id: string;
  /** Image tag to deploy; may be left out only for a service that was deployed before. */
  imageTag?: string | undefined;
}

/** The credentials, by reference. */
export interface CredentialsReference {
  /** Identifier of the credentials. */
  id: string;
  /** Name of the credentials. */
  name?: string | undefined;
}

/** Runs on a schedule. */
export interface Cronjob {
  /**
   * When to run, a cron expression of five fields, for example `0 4 * * *`.
   *
   * Form: a cron expression of five fields (minute, hour, day, month, weekday), such as "0 4 * * *".
   */
  scheduledAt: string;
  /** Arguments of the command that runs. */
  arguments?: string[] | undefined;
  /** Command that runs; replaces the image's own. */
  entrypoint?: string | undefined;
  /**
   * Time zone of the schedule, an IANA name.
   *
   * Default: "Etc/UTC". Form: an IANA time zone, such as Etc/UTC or Europe/Paris.
   */
  timezone: string;
}

/** Duration of a stage. */
export interface DeploymentMetric {
  /** Identifier of the stage. */
  stageId?: string | undefined;
  /** Duration of the stage, in seconds. */
  totalDurationSec?: number | undefined;
  /** Durations by step. */
  details?: DeploymentMetricDetail[] | undefined;
}

/** Duration of a step. */
export interface DeploymentMetricDetail {
  /** Identifier of the stage. */
  stageId?: string | undefined;
  /** Name of the step, for example TOTAL. */
  stepName?: string | undefined;
  /** How the step ended, for example SUCCESS. */
  status?: string | undefined;
  /** Duration of the step, in seconds. */
  durationSec?: number | undefined;
}

/** Lines added to the Dockerfile of the job; null means none. */
export interface DockerfileFragment {
  /** Where the lines are. */
  type: enums.DockerfileFragmentType;
  /**
   * Path of a file in the repository; only for type file.
   *
   * Only where type is file.
   */
  path?: string | undefined;
  /**
   * The lines themselves, at most 8192 bytes; only for type inline.
   *
   * At most 8192 bytes. Only where type is inline.
   */
  content?: string | undefined;
}

/** Git repository that holds the cluster's description. */
export interface EksAnywhereGitRepository {
  /**
   * Address of the repository.
   *
   * Form: an http, https or ssh URL of a git repository.
   */
  url: string;
  /**
   * Git token that gives access to the repository.
   *
   * Form: an identifier in UUID form, such as 3fa85f64-5717-4562-b3fc-2c963f66afa6.
   */
  gitTokenId?: string | undefined;
  /** Branch to read. */
  branch?: string | undefined;
  /** Company that hosts the repository. */
  provider?: enums.GitProvider | undefined;
}

/** Settings of EKS Anywhere. */
export interface EksAnywhereParameters {
  /** Git repository that holds the cluster's description. */
  gitRepository?: EksAnywhereGitRepository | undefined;
  /** Path of the description in the repository. */
  yamlFilePath?: string | undefined;
}

/** Environment that holds the service. */
export interface EnvironmentReference {
  /**
   * Identifier of the environment.
   *
   * Form: an identifier in UUID form, such as 3fa85f64-5717-4562-b3fc-2c963f66afa6.
   */
  id: string;
}

/** Runs a command inside the instance; exit code 0 is a success. */
export interface ExecProbe {
  /**
   * Command and its arguments.
   *
   * At least 1 item.
   */
  command: string[];
}

/** Git repository that holds the source. */
export interface GitRepository {
  /**
   * Address of the repository.
   *
   * Form: an http, https or ssh URL of a git repository.
   */
  url: string;
  /**
   * Branch to build from.
   *
   * Default: the server's.
   */
  branch?: string | undefined;
  /**
   * Folder of the repository to build in.
   *
   * Default: the server's, usually /.
   */
  rootPath?: string | undefined;
  /**
   * Git token that gives access to a private repository.
   *
   * Form: an identifier in UUID form, such as 3fa85f64-5717-4562-b3fc-2c963f66afa6.
   */
  gitTokenId?: string | undefined;
  /** Company that hosts the repository. */
  provider: enums.GitProvider;
  /** Owner of the repository, derived from its URL. */
  owner?: string | undefined;
  /** Name of the repository, derived from its URL. */
  name?: string | undefined;
  /** Whether the platform can read the repository. */
  hasAccess?: boolean | undefined;
  /** Commit that is deployed. */
  deployedCommitId?: string | undefined;
  /** When the deployed commit was made, ISO 8601. */
  deployedCommitDate?: string | undefined;
  /** Who made the deployed commit. */
  deployedCommitContributor?: string | undefined;
  /** Tag of the deployed commit. */
  deployedCommitTag?: string | undefined;
  /** Name of the git token. */
  gitTokenName?: string | undefined;
}

/** Asks the gRPC health service. */
export interface GrpcProbe {
  /**
   * Name of the gRPC service.
   *
   * Default: the server as a whole. `null` clears it.
   */
  service?: string | undefined;
  /**
   * Port to connect to.
   *
   * From 1 to 65535.
   */
  port: number;
}

/** Probes of the service; an empty object for none. A probe that is left out is not managed, `null` removes it. */
export interface Healthchecks {
  /**
   * How the platform finds out whether the service is ready for traffic.
   *
   * `null` clears it.
   */
  readinessProbe?: Probe | undefined;
  /**
   * How the platform finds out whether the service is alive.
   *
   * `null` clears it.
   */
  livenessProbe?: Probe | undefined;
}

/** A Helm service to deploy. */
export interface HelmDeployment {
  /**
   * Identifier of the Helm service.
   *
   * Form: an identifier in UUID form, such as 3fa85f64-5717-4562-b3fc-2c963f66afa6.
   */
  id: string;
  /** Version of the chart. */
  chartVersion?: string | undefined;
  /** Commit to deploy; may be left out only for a service that was deployed before. */
  gitCommitId?: string | undefined;
  /** Commit of the values that override the chart's. */
  valuesOverrideGitCommitId?: string | undefined;
}

/** Sends a GET request; a status of 200 to 399 is a success. */
export interface HttpProbe {
  /**
   * Path to ask for.
   *
   * Default: "/".
   */
  path: string;
  /**
   * Scheme of the request.
   *
   * Default: "HTTP".
   */
  scheme: string;
  /**
   * Port to connect to.
   *
   * From 1 to 65535.
   */
  port: number;
}

/** Settings of what the platform installs into the cluster. */
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

/** What the cloud provider tells of the cluster. */
export interface InfrastructureOutputs {
  /** AKS, EKS, GKE or SCW_KAPSULE. */
  kind?: string | undefined;
  /** Name of the cluster at the cloud provider. */
  clusterName?: string | undefined;
  /** Issuer of the cluster's OIDC tokens. */
  clusterOidcIssuer?: string | undefined;
}

/** Monitoring of the cluster's own network. */
export interface InternalNetworkMonitoring {
  /** Whether the cluster's own network is monitored. */
  enabled?: boolean | undefined;
}

/** A job to deploy. */
export interface JobDeployment {
  /**
   * Identifier of the job.
   *
   * Form: an identifier in UUID form, such as 3fa85f64-5717-4562-b3fc-2c963f66afa6.
   */
  id: string;
  /** Image tag to deploy; may be left out only for a service that was deployed before. */
  imageTag?: string | undefined;
  /** Commit to deploy; may be left out only for a service that was deployed before. */
  gitCommitId?: string | undefined;
}

/** An image built from a git repository: exactly one of `dockerfilePath` and `dockerfileRaw`. */
export interface JobDocker {
  /** Git repository that holds the source. */
  gitRepository: GitRepository;
  /** Path of the Dockerfile in the repository. */
  dockerfilePath?: string | undefined;
  /** Text of the Dockerfile itself. */
  dockerfileRaw?: string | undefined;
  /** Stage of the Dockerfile to build. */
  dockerTargetBuildStage?: string | undefined;
}

/** What runs when the environment is deleted. */
export interface JobEvent {
  /** Arguments of the command that runs. */
  arguments?: string[] | undefined;
  /** Command that runs; replaces the image's own. */
  entrypoint?: string | undefined;
}

/** An image of a registry. */
export interface JobImage {
  /**
   * Image name, in the form that the registry's kind asks for.
   *
   * Form: lower-case segments joined by "/", without a tag or digest, such as library/nginx.
   */
  imageName: string;
  /** Image tag. */
  tag: string;
  /**
   * Registry that holds the image.
   *
   * Form: an identifier in UUID form, such as 3fa85f64-5717-4562-b3fc-2c963f66afa6.
   */
  registryId: string;
  /** Registry that holds the image. */
  registry?: Registry | undefined;
}

/** When the job runs: a cron job fills only `cronjob`, a lifecycle job at least one of `onStart`, `onStop`, `onDelete`. */
export interface JobSchedule {
  /** What runs when the environment starts. */
  onStart?: JobEvent | undefined;
  /** What runs when the environment stops. */
  onStop?: JobEvent | undefined;
  /** What runs when the environment is deleted. */
  onDelete?: JobEvent | undefined;
  /** What the lifecycle job manages. */
  lifecycleType?: enums.LifecycleType | undefined;
  /** Runs on a schedule. */
  cronjob?: Cronjob | undefined;
}

/** Where the image comes from: exactly one member. */
export interface JobSource {
  /** An image of a registry. */
  image?: JobImage | undefined;
  /** An image built from a git repository: exactly one of `dockerfilePath` and `dockerfileRaw`. */
  docker?: JobDocker | undefined;
}

/** Event-driven autoscaling of the cluster's workloads. */
export interface Keda {
  /** Whether KEDA is installed. */
  enabled?: boolean | undefined;
}

/** In the cluster. */
export type KubernetesBackend = Record<string, never>;

/** A label. */
export interface Label {
  /** Key of the label. */
  key: string;
  /** Value of the label. */
  value: string;
  /** Whether the label is put on the cloud provider's resources too. */
  propagateToCloudProvider?: boolean | undefined;
}

/** A group of labels kept by the organization. */
export interface LabelsGroup {
  /**
   * Identifier of the labels group.
   *
   * Form: an identifier in UUID form, such as 3fa85f64-5717-4562-b3fc-2c963f66afa6.
   */
  id: string;
  /** When it was made, ISO 8601. */
  createdAt?: string | undefined;
  /** When it was changed last, ISO 8601. */
  updatedAt?: string | undefined;
  /** Name of the group. */
  name?: string | undefined;
  /** Labels of the group. */
  labels?: Label[] | undefined;
}

/** Settings of MetalLB. */
export interface MetalLbParameters {
  /** Pools of addresses. */
  ipAddressPools?: string[] | undefined;
}

/** How metrics are collected. */
export interface MetricsConfiguration {
  /** Who runs the collection. */
  kind: enums.MetricsKind;
  /** Size of the collection. */
  resourceProfile?: enums.MetricsResourceProfile | undefined;
  /** Export to CloudWatch. */
  cloudWatchExportConfig?: CloudWatchExportConfig | undefined;
  /** Whether the collection runs more than once. */
  highAvailability?: boolean | undefined;
  /** Monitoring of the cluster's own network. */
  internalNetworkMonitoring?: InternalNetworkMonitoring | undefined;
  /** Alerts. */
  alerting?: Alerting | undefined;
}

/** Metrics of the cluster. */
export interface MetricsParameters {
  /** Whether metrics are collected. */
  enabled?: boolean | undefined;
  /** How metrics are collected. */
  configuration?: MetricsConfiguration | undefined;
}

/** Settings of the ingress controller. */
export interface NginxParameters {
  /**
   * Number of instances.
   *
   * At least 0.
   */
  replicaCount?: number | undefined;
  /** Certificate used where no other fits, `namespace/secret`. */
  defaultSslCertificate?: string | undefined;
  /** Address that the ingress controller publishes. */
  publishStatusAddress?: string | undefined;
  /** Addresses that MetalLB gives to the load balancer. */
  annotationMetalLbLoadBalancerIps?: string | undefined;
  /** Target that external-dns writes. */
  annotationExternalDnsKubernetesTarget?: string | undefined;
}

/** Organization that holds the cluster. */
export interface OrganizationReference {
  /**
   * Identifier of the organization.
   *
   * Form: an identifier in UUID form, such as 3fa85f64-5717-4562-b3fc-2c963f66afa6.
   */
  id: string;
}

/** A port. */
export interface Port {
  /**
   * Identifier of the item, given by the server. Leave it out: items are matched without it.
   *
   * Form: an identifier in UUID form, such as 3fa85f64-5717-4562-b3fc-2c963f66afa6.
   */
  id?: string | undefined;
  /**
   * Port inside the instance; unique within the service.
   *
   * From 1 to 65535.
   */
  internalPort: number;
  /** Whether the port can be reached from the internet. */
  publiclyAccessible: boolean;
  /**
   * Name of the port; unique within the service.
   *
   * Default: given by the server.
   */
  name?: string | undefined;
  /**
   * Port on the outside; only for a public port.
   *
   * Default: 443 for a public port. From 1 to 65535. Only where publiclyAccessible is true.
   */
  externalPort?: number | undefined;
  /** Whether the service's own domain leads to this port; at most one. */
  isDefault?: boolean | undefined;
  /**
   * Protocol spoken on the port.
   *
   * Default: "HTTP".
   */
  protocol: enums.PortProtocol;
  /**
   * Path under which the port is reached; only for a public HTTP or GRPC port.
   *
   * Only where publiclyAccessible is true and protocol is HTTP or GRPC.
   */
  publicPath?: string | undefined;
  /**
   * What the public path is rewritten to; only for a public HTTP or GRPC port.
   *
   * Only where publiclyAccessible is true and protocol is HTTP or GRPC.
   */
  publicPathRewrite?: string | undefined;
}

/** How the platform finds out whether the service is alive. */
export interface Probe {
  /** What the probe does: exactly one member. */
  type: ProbeType;
  /**
   * Pause between the start and the first probe.
   *
   * Unit: seconds. Default: 30. At least 0.
   */
  initialDelaySeconds: number;
  /**
   * Pause between two probes.
   *
   * Unit: seconds. Default: 10. At least 1.
   */
  periodSeconds: number;
  /**
   * Time after which a probe has failed.
   *
   * Unit: seconds. Default: 5. At least 1.
   */
  timeoutSeconds: number;
  /**
   * Successes in a row that make the service healthy again.
   *
   * Default: 1. At least 1.
   */
  successThreshold: number;
  /**
   * Failures in a row that make the service unhealthy.
   *
   * Default: 9. At least 1.
   */
  failureThreshold: number;
}

/** What the probe does: exactly one member. */
export interface ProbeType {
  /** Opens a TCP connection. */
  tcp?: TcpProbe | undefined;
  /** Sends a GET request; a status of 200 to 399 is a success. */
  http?: HttpProbe | undefined;
  /** Runs a command inside the instance; exit code 0 is a success. */
  exec?: ExecProbe | undefined;
  /** Asks the gRPC health service. */
  grpc?: GrpcProbe | undefined;
}

/** Registry that holds the image. */
export interface Registry {
  /**
   * Identifier of the registry.
   *
   * Form: an identifier in UUID form, such as 3fa85f64-5717-4562-b3fc-2c963f66afa6.
   */
  id: string;
  /** Name of the registry. */
  name?: string | undefined;
  /** Address of the registry. */
  url?: string | undefined;
  /** Kind of the registry: ECR, SCALEWAY_CR, DOCKER_HUB, PUBLIC_ECR or GENERIC_CR. */
  kind?: string | undefined;
}

/** One thing to measure. */
export interface Scaler {
  /** Type of the scaler, as KEDA names it, for example `cpu`. */
  scalerType: string;
  /** Whether the scaler leads or only guards. */
  role: enums.ScalerRole;
  /**
   * Whether the scaler counts.
   *
   * Default: true.
   */
  enabled: boolean;
  /** Configuration of the scaler, as JSON; travels untouched. */
  configJson?: { [key: string]: unknown } | undefined;
  /** Configuration of the scaler, as YAML. */
  configYaml?: string | undefined;
  /** Credentials for what is measured. */
  triggerAuthentication?: TriggerAuthentication | undefined;
  /** Identifier of the scaler. */
  id?: string | undefined;
  /** When it was made, ISO 8601. */
  createdAt?: string | undefined;
  /** When it was changed last, ISO 8601. */
  updatedAt?: string | undefined;
}

/** A disk. */
export interface Storage {
  /**
   * Identifier of the item, given by the server. Leave it out: items are matched without it.
   *
   * Form: an identifier in UUID form, such as 3fa85f64-5717-4562-b3fc-2c963f66afa6.
   */
  id?: string | undefined;
  /** Kind of disk: FAST_SSD. */
  type: string;
  /**
   * Size of the disk.
   *
   * Unit: GB. At least 4.
   */
  size: number;
  /** Folder inside the instance where the disk is mounted; unique within the service. */
  mountPoint: string;
}

/** Opens a TCP connection. */
export interface TcpProbe {
  /**
   * Port to connect to.
   *
   * From 1 to 65535.
   */
  port: number;
  /**
   * Host to connect to.
   *
   * Default: the instance itself. `null` clears it.
   */
  host?: string | undefined;
}

/** Where Terraform keeps its state: exactly one member. */
export interface TerraformBackend {
  /** In the cluster. */
  kubernetes?: KubernetesBackend | undefined;
  /** Where the Terraform files themselves say. */
  userProvided?: UserProvidedBackend | undefined;
}

/** A Terraform service to deploy. */
export interface TerraformDeployment {
  /**
   * Identifier of the Terraform service.
   *
   * Form: an identifier in UUID form, such as 3fa85f64-5717-4562-b3fc-2c963f66afa6.
   */
  id: string;
  /** Commit to deploy; may be left out only for a service that was deployed before. */
  gitCommitId?: string | undefined;
  /** What the deployment does instead of applying. */
  action?: enums.TerraformDeploymentAction | undefined;
}

/** Where the Terraform files are. */
export interface TerraformFilesSource {
  /** Git repository that holds the Terraform files. */
  gitRepository: TerraformGitRepository;
}

/** Git repository that holds the Terraform files. */
export interface TerraformGitRepository {
  /**
   * Address of the repository.
   *
   * Form: an http, https or ssh URL of a git repository.
   */
  url: string;
  /**
   * Branch to build from.
   *
   * Default: the server's.
   */
  branch?: string | undefined;
  /**
   * Folder of the repository to build in.
   *
   * Default: the server's, usually /.
   */
  rootPath?: string | undefined;
  /**
   * Git token that gives access to a private repository.
   *
   * Form: an identifier in UUID form, such as 3fa85f64-5717-4562-b3fc-2c963f66afa6.
   */
  gitTokenId?: string | undefined;
  /** Company that hosts the repository, derived from its URL. */
  provider?: string | undefined;
  /** Owner of the repository, derived from its URL. */
  owner?: string | undefined;
  /** Name of the repository, derived from its URL. */
  name?: string | undefined;
  /** Whether the platform can read the repository. */
  hasAccess?: boolean | undefined;
  /** Commit that is deployed. */
  deployedCommitId?: string | undefined;
  /** When the deployed commit was made, ISO 8601. */
  deployedCommitDate?: string | undefined;
  /** Who made the deployed commit. */
  deployedCommitContributor?: string | undefined;
  /** Tag of the deployed commit. */
  deployedCommitTag?: string | undefined;
  /** Name of the git token. */
  gitTokenName?: string | undefined;
}

/** Size of the job that runs the engine. */
export interface TerraformJobResources {
  /**
   * Processor share.
   *
   * Unit: millicores. From 1 to 32000.
   */
  cpuMilli: number;
  /**
   * Memory.
   *
   * Unit: MiB. From 1 to 131072.
   */
  ramMib: number;
  /**
   * Graphics processors.
   *
   * From 0 to 8.
   */
  gpu: number;
  /**
   * Size of the disk.
   *
   * Unit: GiB. At least 1.
   */
  storageGib: number;
}

/** Version of the engine. */
export interface TerraformProviderVersion {
  /** Version to use. */
  explicitVersion: string;
  /** Whether the version is read from the files' terraform block. */
  readFromTerraformBlock?: boolean | undefined;
}

/** Where the values of the variables come from. */
export interface TerraformVariablesSource {
  /** Paths of variable files in the repository. */
  tfVarFilePaths: string[];
  /**
   * Values of variables.
   *
   * Items are told apart by `key`; their order does not matter.
   */
  tfVars: TfVar[];
}

/** The value of one variable. */
export interface TfVar {
  /** Name of the variable. */
  key: string;
  /**
   * Value of the variable.
   *
   * Secret where `secret` is true.
   */
  value: string;
  /** Whether the value is secret: it is then encrypted in the state and comes back masked. */
  secret: boolean;
}

/** Credentials for what is measured. */
export interface TriggerAuthentication {
  /** Name of the credentials. */
  name: string;
  /**
   * The credentials, as YAML.
   *
   * Secret: encrypted in the state, also when the program passes plain text.
   */
  configYaml: string;
  /** Identifier of the credentials. */
  id?: string | undefined;
  /** When it was made, ISO 8601. */
  createdAt?: string | undefined;
  /** When it was changed last, ISO 8601. */
  updatedAt?: string | undefined;
  /** Organization that holds the credentials. */
  organizationId?: string | undefined;
}

/** Where the Terraform files themselves say. */
export type UserProvidedBackend = Record<string, never>;

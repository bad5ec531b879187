// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

/** A kind of Kubernetes objects. */
export const AnnotationsScope = {
  DEPLOYMENTS: "DEPLOYMENTS",
  STATEFUL_SETS: "STATEFUL_SETS",
  SERVICES: "SERVICES",
  INGRESS: "INGRESS",
  GATEWAY_API_ROUTES: "GATEWAY_API_ROUTES",
  HPA: "HPA",
  PODS: "PODS",
  SECRETS: "SECRETS",
  JOBS: "JOBS",
  CRON_JOBS: "CRON_JOBS",
} as const;

/** A kind of Kubernetes objects. */
export type AnnotationsScope = (typeof AnnotationsScope)[keyof typeof AnnotationsScope];

/** How the API deletes the object. */
export const ApiObjectDeleteMethod = { DELETE: "DELETE", POST: "POST", NONE: "NONE" } as const;

/** How the API deletes the object. */
export type ApiObjectDeleteMethod = (typeof ApiObjectDeleteMethod)[keyof typeof ApiObjectDeleteMethod];

/** How the API updates the object. */
export const ApiObjectUpdateMethod = { PUT: "PUT", PATCH: "PATCH", POST: "POST", NONE: "NONE" } as const;

/** How the API updates the object. */
export type ApiObjectUpdateMethod = (typeof ApiObjectUpdateMethod)[keyof typeof ApiObjectUpdateMethod];

/** Autoscaler. */
export const AutoscalingMode = { KEDA: "KEDA" } as const;

/** Autoscaler. */
export type AutoscalingMode = (typeof AutoscalingMode)[keyof typeof AutoscalingMode];

/** How the image is built. */
export const BuildMode = { DOCKER: "DOCKER" } as const;

/** How the image is built. */
export type BuildMode = (typeof BuildMode)[keyof typeof BuildMode];

/** Cloud that the credentials are for. */
export const Cloud = { aws: "aws", gcp: "gcp", scaleway: "scaleway", azure: "azure", onPremise: "onPremise" } as const;

/** Cloud that the credentials are for. */
export type Cloud = (typeof Cloud)[keyof typeof Cloud];

/** Cloud provider of the cluster. */
export const CloudProvider = {
  AWS: "AWS",
  SCW: "SCW",
  GCP: "GCP",
  DO: "DO",
  AZURE: "AZURE",
  OVH: "OVH",
  CIVO: "CIVO",
  HETZNER: "HETZNER",
  ORACLE: "ORACLE",
  IBM: "IBM",
  ON_PREMISE: "ON_PREMISE",
} as const;

/** Cloud provider of the cluster. */
export type CloudProvider = (typeof CloudProvider)[keyof typeof CloudProvider];

/** What the role may do: see the cluster, create environments on it, or everything. */
export const ClusterRolePermission = { VIEWER: "VIEWER", ENV_CREATOR: "ENV_CREATOR", ADMIN: "ADMIN" } as const;

/** What the role may do: see the cluster, create environments on it, or everything. */
export type ClusterRolePermission = (typeof ClusterRolePermission)[keyof typeof ClusterRolePermission];

/** Type of `cpuArchitecture` and `defaultServiceArchitecture`. */
export const CpuArchitecture = { AMD64: "AMD64", ARM64: "ARM64" } as const;

/** Type of `cpuArchitecture` and `defaultServiceArchitecture`. */
export type CpuArchitecture = (typeof CpuArchitecture)[keyof typeof CpuArchitecture];

/** Whether the database can be reached from the internet. */
export const DatabaseAccessibility = { PRIVATE: "PRIVATE", PUBLIC: "PUBLIC" } as const;

/** Whether the database can be reached from the internet. */
export type DatabaseAccessibility = (typeof DatabaseAccessibility)[keyof typeof DatabaseAccessibility];

/** Who runs the database. */
export const DatabaseMode = { CONTAINER: "CONTAINER", MANAGED: "MANAGED" } as const;

/** Who runs the database. */
export type DatabaseMode = (typeof DatabaseMode)[keyof typeof DatabaseMode];

/** Type of the database. */
export const DatabaseType = { MONGODB: "MONGODB", MYSQL: "MYSQL", POSTGRESQL: "POSTGRESQL", REDIS: "REDIS" } as const;

/** Type of the database. */
export type DatabaseType = (typeof DatabaseType)[keyof typeof DatabaseType];

/** Whether only commits that change the path deploy the service (`MATCH`), or all except those that change only the path (`EXCLUDE`). */
export const DeploymentRestrictionMode = { MATCH: "MATCH", EXCLUDE: "EXCLUDE" } as const;

/** Whether only commits that change the path deploy the service (`MATCH`), or all except those that change only the path (`EXCLUDE`). */
export type DeploymentRestrictionMode = (typeof DeploymentRestrictionMode)[keyof typeof DeploymentRestrictionMode];

/** Type of the `value`. */
export const DeploymentRestrictionType = { PATH: "PATH" } as const;

/** Type of the `value`. */
export type DeploymentRestrictionType = (typeof DeploymentRestrictionType)[keyof typeof DeploymentRestrictionType];

/** Whether the cluster runs. */
export const DesiredState = { RUNNING: "RUNNING", STOPPED: "STOPPED" } as const;

/** Whether the cluster runs. */
export type DesiredState = (typeof DesiredState)[keyof typeof DesiredState];

/** Type of the disk. */
export const DiskType = { gp2: "gp2", gp3: "gp3" } as const;

/** Type of the disk. */
export type DiskType = (typeof DiskType)[keyof typeof DiskType];

/** Where the lines come from. */
export const DockerfileFragmentType = { file: "file", inline: "inline" } as const;

/** Where the lines come from. */
export type DockerfileFragmentType = (typeof DockerfileFragmentType)[keyof typeof DockerfileFragmentType];

/** Purpose of the environment. */
export const EnvironmentMode = { DEVELOPMENT: "DEVELOPMENT", STAGING: "STAGING", PRODUCTION: "PRODUCTION" } as const;

/** Purpose of the environment. */
export type EnvironmentMode = (typeof EnvironmentMode)[keyof typeof EnvironmentMode];

/** What the role may do: nothing, see them, deploy them, or everything. */
export const EnvironmentRolePermission = {
  NO_ACCESS: "NO_ACCESS",
  VIEWER: "VIEWER",
  DEPLOYER: "DEPLOYER",
  MANAGER: "MANAGER",
} as const;

/** What the role may do: nothing, see them, deploy them, or everything. */
export type EnvironmentRolePermission = (typeof EnvironmentRolePermission)[keyof typeof EnvironmentRolePermission];

/** Type of the environments. */
export const EnvironmentType = {
  DEVELOPMENT: "DEVELOPMENT",
  PREVIEW: "PREVIEW",
  STAGING: "STAGING",
  PRODUCTION: "PRODUCTION",
} as const;

/** Type of the environments. */
export type EnvironmentType = (typeof EnvironmentType)[keyof typeof EnvironmentType];

/** Service that hosts the repository. */
export const GitProvider = { BITBUCKET: "BITBUCKET", GITHUB: "GITHUB", GITLAB: "GITLAB" } as const;

/** Service that hosts the repository. */
export type GitProvider = (typeof GitProvider)[keyof typeof GitProvider];

/** Service that issued the token. */
export const GitTokenType = { GITHUB: "GITHUB", GITLAB: "GITLAB", BITBUCKET: "BITBUCKET" } as const;

/** Service that issued the token. */
export type GitTokenType = (typeof GitTokenType)[keyof typeof GitTokenType];

/** Protocol of the port. */
export const HelmPortProtocol = { HTTP: "HTTP", GRPC: "GRPC" } as const;

/** Protocol of the port. */
export type HelmPortProtocol = (typeof HelmPortProtocol)[keyof typeof HelmPortProtocol];

/** Kind of the repository. */
export const HelmRepositoryKind = {
  HTTPS: "HTTPS",
  OCI_ECR: "OCI_ECR",
  OCI_SCALEWAY_CR: "OCI_SCALEWAY_CR",
  OCI_DOCKER_HUB: "OCI_DOCKER_HUB",
  OCI_PUBLIC_ECR: "OCI_PUBLIC_ECR",
  OCI_GENERIC_CR: "OCI_GENERIC_CR",
  OCI_GITHUB_CR: "OCI_GITHUB_CR",
  OCI_GITLAB_CR: "OCI_GITLAB_CR",
} as const;

/** Kind of the repository. */
export type HelmRepositoryKind = (typeof HelmRepositoryKind)[keyof typeof HelmRepositoryKind];

/** How the property is compared. */
export const KarpenterOperator = { In: "In" } as const;

/** How the property is compared. */
export type KarpenterOperator = (typeof KarpenterOperator)[keyof typeof KarpenterOperator];

/** Property of the instances. */
export const KarpenterRequirementKey = {
  InstanceFamily: "InstanceFamily",
  InstanceSize: "InstanceSize",
  Arch: "Arch",
  SkuFamily: "SkuFamily",
  SkuVersion: "SkuVersion",
} as const;

/** Property of the instances. */
export type KarpenterRequirementKey = (typeof KarpenterRequirementKey)[keyof typeof KarpenterRequirementKey];

/** Who manages Kubernetes. */
export const KubernetesMode = {
  MANAGED: "MANAGED",
  SELF_MANAGED: "SELF_MANAGED",
  PARTIALLY_MANAGED: "PARTIALLY_MANAGED",
} as const;

/** Who manages Kubernetes. */
export type KubernetesMode = (typeof KubernetesMode)[keyof typeof KubernetesMode];

/** What the lifecycle job manages. */
export const LifecycleType = { GENERIC: "GENERIC", TERRAFORM: "TERRAFORM", CLOUDFORMATION: "CLOUDFORMATION" } as const;

/** What the lifecycle job manages. */
export type LifecycleType = (typeof LifecycleType)[keyof typeof LifecycleType];

/** Who runs the metrics collection. */
export const MetricsKind = { MANAGED_BY_PLATFORM: "MANAGED_BY_PLATFORM" } as const;

/** Who runs the metrics collection. */
export type MetricsKind = (typeof MetricsKind)[keyof typeof MetricsKind];

/** Size of the metrics collection. */
export const MetricsResourceProfile = { LOW: "LOW", NORMAL: "NORMAL", HIGH: "HIGH" } as const;

/** Size of the metrics collection. */
export type MetricsResourceProfile = (typeof MetricsResourceProfile)[keyof typeof MetricsResourceProfile];

/** Size of the gateway, on Scaleway. */
export const NatGatewayType = {
  "VPC-GW-S": "VPC-GW-S",
  "VPC-GW-M": "VPC-GW-M",
  "VPC-GW-L": "VPC-GW-L",
  "VPC-GW-XL": "VPC-GW-XL",
} as const;

/** Size of the gateway, on Scaleway. */
export type NatGatewayType = (typeof NatGatewayType)[keyof typeof NatGatewayType];

/** Protocol of the port. */
export const PortProtocol = { HTTP: "HTTP", GRPC: "GRPC", TCP: "TCP", UDP: "UDP" } as const;

/** Protocol of the port. */
export type PortProtocol = (typeof PortProtocol)[keyof typeof PortProtocol];

/** Scheme of the request. */
export const ProbeScheme = { HTTP: "HTTP", HTTPS: "HTTPS" } as const;

/** Scheme of the request. */
export type ProbeScheme = (typeof ProbeScheme)[keyof typeof ProbeScheme];

/** Which services each deployment after the first includes: those that `changed` (and those that are out of date or failed), or `all` that are listed. */
export const Redeploy = { changed: "changed", all: "all" } as const;

/** Which services each deployment after the first includes: those that `changed` (and those that are out of date or failed), or `all` that are listed. */
export type Redeploy = (typeof Redeploy)[keyof typeof Redeploy];

/** Kind of the registry. */
export const RegistryKind = {
  ECR: "ECR",
  SCALEWAY_CR: "SCALEWAY_CR",
  DOCKER_HUB: "DOCKER_HUB",
  GITHUB_CR: "GITHUB_CR",
  GITHUB_ENTERPRISE_CR: "GITHUB_ENTERPRISE_CR",
  GITLAB_CR: "GITLAB_CR",
  PUBLIC_ECR: "PUBLIC_ECR",
  GENERIC_CR: "GENERIC_CR",
  GCP_ARTIFACT_REGISTRY: "GCP_ARTIFACT_REGISTRY",
  AZURE_CR: "AZURE_CR",
} as const;

/** Kind of the registry. */
export type RegistryKind = (typeof RegistryKind)[keyof typeof RegistryKind];

/** Whether the scaler controls the number of instances (`PRIMARY`) or is only a safeguard (`SAFETY`). */
export const ScalerRole = { PRIMARY: "PRIMARY", SAFETY: "SAFETY" } as const;

/** Whether the scaler controls the number of instances (`PRIMARY`) or is only a safeguard (`SAFETY`). */
export type ScalerRole = (typeof ScalerRole)[keyof typeof ScalerRole];

/** Type of the disk. */
export const StorageType = { FAST_SSD: "FAST_SSD" } as const;

/** Type of the disk. */
export type StorageType = (typeof StorageType)[keyof typeof StorageType];

/** What an automatic deployment does. */
export const TerraformAction = { DEFAULT: "DEFAULT", PLAN: "PLAN", NOOP: "NOOP" } as const;

/** What an automatic deployment does. */
export type TerraformAction = (typeof TerraformAction)[keyof typeof TerraformAction];

/** What the deployment does instead of applying. */
export const TerraformDeploymentAction = {
  PLAN: "PLAN",
  FORCE_UNLOCK: "FORCE_UNLOCK",
  MIGRATE_STATE: "MIGRATE_STATE",
} as const;

/** What the deployment does instead of applying. */
export type TerraformDeploymentAction = (typeof TerraformDeploymentAction)[keyof typeof TerraformDeploymentAction];

/** Program that runs the files. */
export const TerraformEngine = { TERRAFORM: "TERRAFORM", OPEN_TOFU: "OPEN_TOFU" } as const;

/** Program that runs the files. */
export type TerraformEngine = (typeof TerraformEngine)[keyof typeof TerraformEngine];

/** Whether the update ends when the deployment is `requested`, or waits until everything is `deployed` (full API only). */
export const WaitFor = { requested: "requested", deployed: "deployed" } as const;

/** Whether the update ends when the deployment is `requested`, or waits until everything is `deployed` (full API only). */
export type WaitFor = (typeof WaitFor)[keyof typeof WaitFor];

/** Day of the week. */
export const Weekday = {
  MONDAY: "MONDAY",
  TUESDAY: "TUESDAY",
  WEDNESDAY: "WEDNESDAY",
  THURSDAY: "THURSDAY",
  FRIDAY: "FRIDAY",
  SATURDAY: "SATURDAY",
  SUNDAY: "SUNDAY",
} as const;

/** Day of the week. */
export type Weekday = (typeof Weekday)[keyof typeof Weekday];

// Generated from the definitions in provider/resources by `npm run generate`. Do not edit.

/** What does the scaling. */
export const AutoscalingMode = { KEDA: "KEDA" } as const;

/** What does the scaling. */
export type AutoscalingMode = (typeof AutoscalingMode)[keyof typeof AutoscalingMode];

/** How the image is built. */
export const BuildMode = { DOCKER: "DOCKER" } as const;

/** How the image is built. */
export type BuildMode = (typeof BuildMode)[keyof typeof BuildMode];

/** Company that runs the cluster, as it is; the platform never changes it. */
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

/** Company that runs the cluster, as it is; the platform never changes it. */
export type CloudProvider = (typeof CloudProvider)[keyof typeof CloudProvider];

/** Whether it can be reached from the internet. */
export const DatabaseAccessibility = { PRIVATE: "PRIVATE", PUBLIC: "PUBLIC" } as const;

/** Whether it can be reached from the internet. */
export type DatabaseAccessibility = (typeof DatabaseAccessibility)[keyof typeof DatabaseAccessibility];

/** Who runs the database. */
export const DatabaseMode = { CONTAINER: "CONTAINER", MANAGED: "MANAGED" } as const;

/** Who runs the database. */
export type DatabaseMode = (typeof DatabaseMode)[keyof typeof DatabaseMode];

/** Kind of database. */
export const DatabaseType = { MONGODB: "MONGODB", MYSQL: "MYSQL", POSTGRESQL: "POSTGRESQL", REDIS: "REDIS" } as const;

/** Kind of database. */
export type DatabaseType = (typeof DatabaseType)[keyof typeof DatabaseType];

/** Kind of disk; only for a managed database on an AWS cluster. */
export const DiskType = { gp2: "gp2", gp3: "gp3" } as const;

/** Kind of disk; only for a managed database on an AWS cluster. */
export type DiskType = (typeof DiskType)[keyof typeof DiskType];

/** Where the lines are. */
export const DockerfileFragmentType = { file: "file", inline: "inline" } as const;

/** Where the lines are. */
export type DockerfileFragmentType = (typeof DockerfileFragmentType)[keyof typeof DockerfileFragmentType];

/** Company that hosts the repository. */
export const GitProvider = { BITBUCKET: "BITBUCKET", GITHUB: "GITHUB", GITLAB: "GITLAB" } as const;

/** Company that hosts the repository. */
export type GitProvider = (typeof GitProvider)[keyof typeof GitProvider];

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

/** Who runs the collection. */
export const MetricsKind = { MANAGED_BY_PLATFORM: "MANAGED_BY_PLATFORM" } as const;

/** Who runs the collection. */
export type MetricsKind = (typeof MetricsKind)[keyof typeof MetricsKind];

/** Size of the collection. */
export const MetricsResourceProfile = { LOW: "LOW", NORMAL: "NORMAL", HIGH: "HIGH" } as const;

/** Size of the collection. */
export type MetricsResourceProfile = (typeof MetricsResourceProfile)[keyof typeof MetricsResourceProfile];

/** Protocol spoken on the port. */
export const PortProtocol = { HTTP: "HTTP", GRPC: "GRPC", TCP: "TCP", UDP: "UDP" } as const;

/** Protocol spoken on the port. */
export type PortProtocol = (typeof PortProtocol)[keyof typeof PortProtocol];

/** Whether the scaler leads or only guards. */
export const ScalerRole = { PRIMARY: "PRIMARY", SAFETY: "SAFETY" } as const;

/** Whether the scaler leads or only guards. */
export type ScalerRole = (typeof ScalerRole)[keyof typeof ScalerRole];

/** What such a deployment does. */
export const TerraformAction = { DEFAULT: "DEFAULT", PLAN: "PLAN", NOOP: "NOOP" } as const;

/** What such a deployment does. */
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

/** What the update waits for: that the deployment is `requested`, or that everything is `deployed` (extended endpoints only). */
export const WaitFor = { requested: "requested", deployed: "deployed" } as const;

/** What the update waits for: that the deployment is `requested`, or that everything is `deployed` (extended endpoints only). */
export type WaitFor = (typeof WaitFor)[keyof typeof WaitFor];

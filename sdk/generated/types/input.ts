// Generated from the definitions in provider/resources by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";
import type * as enums from "./enums.js";

/** Alerts. */
export interface AlertingArgs {
  /** Whether alerts are sent. */
  enabled?: pulumi.Input<boolean> | undefined;
  /** Labels put on every alert rule; travel untouched. */
  defaultRuleLabels?: pulumi.Input<{ [key: string]: unknown }> | undefined;
  /**
   * Configuration of the alert manager.
   *
   * Secret: encrypted in the state, also when the program passes plain text.
   */
  specConfigSecret?: pulumi.Input<string> | undefined;
  /** Address of the alert manager, as seen from outside. */
  specExternalUrl?: pulumi.Input<string> | undefined;
  /** Name of the alert manager's configuration. */
  configName?: pulumi.Input<string> | undefined;
}

/** A group of annotations kept by the organization. */
export interface AnnotationsGroupArgs {
  /**
   * Identifier of the annotations group.
   *
   * Form: an identifier in UUID form, such as 3fa85f64-5717-4562-b3fc-2c963f66afa6.
   */
  id: pulumi.Input<string>;
}

/** An application to deploy. */
export interface ApplicationDeploymentArgs {
  /**
   * Identifier of the application.
   *
   * Form: an identifier in UUID form, such as 3fa85f64-5717-4562-b3fc-2c963f66afa6.
   */
  applicationId: pulumi.Input<string>;
  /** Commit to deploy; may be left out only for a service that was deployed before. */
  gitCommitId?: pulumi.Input<string> | undefined;
}

/** Whether and how a new commit is deployed by itself. */
export interface AutoDeployConfigArgs {
  /** Whether a new commit is deployed by itself. */
  autoDeploy: pulumi.Input<boolean>;
  /** What such a deployment does. */
  terraformAction: pulumi.Input<enums.TerraformAction>;
}

/** Scales the number of instances by events. The minimum number of instances must then be less than the maximum. */
export interface AutoscalingArgs {
  /** What does the scaling. */
  mode: pulumi.Input<enums.AutoscalingMode>;
  /**
   * What is measured; at least one enabled scaler.
   *
   * At least 1 item. At least one scaler is enabled.
   */
  scalers: pulumi.Input<pulumi.Input<ScalerArgs>[]>;
  /**
   * Pause between two measurements.
   *
   * Unit: seconds. Default: 30. At least 1.
   */
  pollingIntervalSeconds?: pulumi.Input<number> | undefined;
  /**
   * Pause between the last event and scaling down.
   *
   * Unit: seconds. Default: 300. At least 0.
   */
  cooldownPeriodSeconds?: pulumi.Input<number> | undefined;
}

/** Settings of cert-manager. */
export interface CertManagerParametersArgs {
  /** Namespace that cert-manager runs in. */
  kubernetesNamespace?: pulumi.Input<string> | undefined;
}

/** Credentials of the cloud provider, by reference. */
export interface CloudProviderCredentialsArgs {
  /** Company that the credentials are for. */
  cloudProvider?: pulumi.Input<string> | undefined;
  /** The credentials, by reference. */
  credentials?: pulumi.Input<CredentialsReferenceArgs> | undefined;
  /** Region that the credentials are for. */
  region?: pulumi.Input<string> | undefined;
}

/** Export to CloudWatch. */
export interface CloudWatchExportConfigArgs {
  /** Whether metrics are exported to CloudWatch. */
  enabled?: pulumi.Input<boolean> | undefined;
}

/** A feature of the cluster. */
export interface ClusterFeatureArgs {
  /**
   * Identifier of the feature.
   *
   * Form: an identifier in UUID form, such as 3fa85f64-5717-4562-b3fc-2c963f66afa6.
   */
  id: pulumi.Input<string>;
  /** Value of the feature. */
  value: pulumi.Input<string>;
}

/** A container to deploy. */
export interface ContainerDeploymentArgs {
  /**
   * Identifier of the container.
   *
   * Form: an identifier in UUID form, such as 3fa85f64-5717-4562-b3fc-2c963f66afa6.
   */
  id: pulumi.Input<string>;
  /** Image tag to deploy; may be left out only for a service that was deployed before. */
  imageTag?: pulumi.Input<string> | undefined;
}

/** The credentials, by reference. */
export interface CredentialsReferenceArgs {
  /** Identifier of the credentials. */
  id: pulumi.Input<string>;
  /** Name of the credentials. */
  name?: pulumi.Input<string> | undefined;
}

/** Runs on a schedule. */
export interface CronjobArgs {
  /**
   * When to run, a cron expression of five fields, for example `0 4 * * *`.
   *
   * Form: a cron expression of five fields (minute, hour, day, month, weekday), such as "0 4 * * *".
   */
  scheduledAt: pulumi.Input<string>;
  /** Arguments of the command that runs. */
  arguments?: pulumi.Input<pulumi.Input<string>[]> | undefined;
  /** Command that runs; replaces the image's own. */
  entrypoint?: pulumi.Input<string> | undefined;
  /**
   * Time zone of the schedule, an IANA name.
   *
   * Default: "Etc/UTC". Form: an IANA time zone, such as Etc/UTC or Europe/Paris.
   */
  timezone?: pulumi.Input<string> | undefined;
}

/** Lines added to the Dockerfile of the job; null means none. */
export type DockerfileFragmentArgs = {
  /** Where the lines are. */
  type: pulumi.Input<enums.DockerfileFragmentType>;
} & (
  | {
      /**
       * Path of a file in the repository; only for type file.
       *
       * Only where type is file.
       */
      path: pulumi.Input<string>;
      content?: undefined;
    }
  | {
      /**
       * The lines themselves, at most 8192 bytes; only for type inline.
       *
       * At most 8192 bytes. Only where type is inline.
       */
      content: pulumi.Input<string>;
      path?: undefined;
    }
);

/** Git repository that holds the cluster's description. */
export interface EksAnywhereGitRepositoryArgs {
  /**
   * Address of the repository.
   *
   * Form: an http, https or ssh URL of a git repository.
   */
  url: pulumi.Input<string>;
  /**
   * Git token that gives access to the repository.
   *
   * Form: an identifier in UUID form, such as 3fa85f64-5717-4562-b3fc-2c963f66afa6.
   */
  gitTokenId?: pulumi.Input<string> | undefined;
  /** Branch to read. */
  branch?: pulumi.Input<string> | undefined;
  /** Company that hosts the repository. */
  provider?: pulumi.Input<enums.GitProvider> | undefined;
}

/** Settings of EKS Anywhere. */
export interface EksAnywhereParametersArgs {
  /** Git repository that holds the cluster's description. */
  gitRepository?: pulumi.Input<EksAnywhereGitRepositoryArgs> | undefined;
  /** Path of the description in the repository. */
  yamlFilePath?: pulumi.Input<string> | undefined;
}

/** Runs a command inside the instance; exit code 0 is a success. */
export interface ExecProbeArgs {
  /**
   * Command and its arguments.
   *
   * At least 1 item.
   */
  command: pulumi.Input<pulumi.Input<string>[]>;
}

/** Git repository that holds the source. */
export interface GitRepositoryArgs {
  /**
   * Address of the repository.
   *
   * Form: an http, https or ssh URL of a git repository.
   */
  url: pulumi.Input<string>;
  /**
   * Branch to build from.
   *
   * Default: the server's.
   */
  branch?: pulumi.Input<string> | undefined;
  /**
   * Folder of the repository to build in.
   *
   * Default: the server's, usually /.
   */
  rootPath?: pulumi.Input<string> | undefined;
  /**
   * Git token that gives access to a private repository.
   *
   * Form: an identifier in UUID form, such as 3fa85f64-5717-4562-b3fc-2c963f66afa6.
   */
  gitTokenId?: pulumi.Input<string> | undefined;
  /** Company that hosts the repository. */
  provider: pulumi.Input<enums.GitProvider>;
}

/** Asks the gRPC health service. */
export interface GrpcProbeArgs {
  /**
   * Name of the gRPC service.
   *
   * Default: the server as a whole. `null` clears it.
   */
  service?: pulumi.Input<string | null> | undefined;
  /**
   * Port to connect to.
   *
   * From 1 to 65535.
   */
  port: pulumi.Input<number>;
}

/** Probes of the service; an empty object for none. A probe that is left out is not managed, `null` removes it. */
export interface HealthchecksArgs {
  /**
   * How the platform finds out whether the service is ready for traffic.
   *
   * `null` clears it.
   */
  readinessProbe?: pulumi.Input<ProbeArgs | null> | undefined;
  /**
   * How the platform finds out whether the service is alive.
   *
   * `null` clears it.
   */
  livenessProbe?: pulumi.Input<ProbeArgs | null> | undefined;
}

/** A Helm service to deploy. */
export interface HelmDeploymentArgs {
  /**
   * Identifier of the Helm service.
   *
   * Form: an identifier in UUID form, such as 3fa85f64-5717-4562-b3fc-2c963f66afa6.
   */
  id: pulumi.Input<string>;
  /** Version of the chart. */
  chartVersion?: pulumi.Input<string> | undefined;
  /** Commit to deploy; may be left out only for a service that was deployed before. */
  gitCommitId?: pulumi.Input<string> | undefined;
  /** Commit of the values that override the chart's. */
  valuesOverrideGitCommitId?: pulumi.Input<string> | undefined;
}

/** Sends a GET request; a status of 200 to 399 is a success. */
export interface HttpProbeArgs {
  /**
   * Path to ask for.
   *
   * Default: "/".
   */
  path?: pulumi.Input<string> | undefined;
  /**
   * Scheme of the request.
   *
   * Default: "HTTP".
   */
  scheme?: pulumi.Input<string> | undefined;
  /**
   * Port to connect to.
   *
   * From 1 to 65535.
   */
  port: pulumi.Input<number>;
}

/** Settings of what the platform installs into the cluster. */
export interface InfrastructureChartsParametersArgs {
  /** Settings of the ingress controller. */
  nginxParameters?: pulumi.Input<NginxParametersArgs> | undefined;
  /** Settings of cert-manager. */
  certManagerParameters?: pulumi.Input<CertManagerParametersArgs> | undefined;
  /** Settings of MetalLB. */
  metalLbParameters?: pulumi.Input<MetalLbParametersArgs> | undefined;
  /** Settings of EKS Anywhere. */
  eksAnywhereParameters?: pulumi.Input<EksAnywhereParametersArgs> | undefined;
}

/** Monitoring of the cluster's own network. */
export interface InternalNetworkMonitoringArgs {
  /** Whether the cluster's own network is monitored. */
  enabled?: pulumi.Input<boolean> | undefined;
}

/** A job to deploy. */
export interface JobDeploymentArgs {
  /**
   * Identifier of the job.
   *
   * Form: an identifier in UUID form, such as 3fa85f64-5717-4562-b3fc-2c963f66afa6.
   */
  id: pulumi.Input<string>;
  /** Image tag to deploy; may be left out only for a service that was deployed before. */
  imageTag?: pulumi.Input<string> | undefined;
  /** Commit to deploy; may be left out only for a service that was deployed before. */
  gitCommitId?: pulumi.Input<string> | undefined;
}

/** An image built from a git repository: exactly one of `dockerfilePath` and `dockerfileRaw`. */
export type JobDockerArgs = {
  /** Git repository that holds the source. */
  gitRepository: pulumi.Input<GitRepositoryArgs>;
  /** Stage of the Dockerfile to build. */
  dockerTargetBuildStage?: pulumi.Input<string> | undefined;
} & (
  | {
      /** Path of the Dockerfile in the repository. */
      dockerfilePath: pulumi.Input<string>;
      dockerfileRaw?: undefined;
    }
  | {
      /** Text of the Dockerfile itself. */
      dockerfileRaw: pulumi.Input<string>;
      dockerfilePath?: undefined;
    }
);

/** What runs when the environment is deleted. */
export interface JobEventArgs {
  /** Arguments of the command that runs. */
  arguments?: pulumi.Input<pulumi.Input<string>[]> | undefined;
  /** Command that runs; replaces the image's own. */
  entrypoint?: pulumi.Input<string> | undefined;
}

/** An image of a registry. */
export interface JobImageArgs {
  /**
   * Image name, in the form that the registry's kind asks for.
   *
   * Form: lower-case segments joined by "/", without a tag or digest, such as library/nginx.
   */
  imageName: pulumi.Input<string>;
  /** Image tag. */
  tag: pulumi.Input<string>;
  /**
   * Registry that holds the image.
   *
   * Form: an identifier in UUID form, such as 3fa85f64-5717-4562-b3fc-2c963f66afa6.
   */
  registryId: pulumi.Input<string>;
}

/** When the job runs: a cron job fills only `cronjob`, a lifecycle job at least one of `onStart`, `onStop`, `onDelete`. */
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
      /** What runs when the environment starts. */
      onStart?: pulumi.Input<JobEventArgs> | undefined;
      /** What runs when the environment stops. */
      onStop?: pulumi.Input<JobEventArgs> | undefined;
      /** What runs when the environment is deleted. */
      onDelete?: pulumi.Input<JobEventArgs> | undefined;
      /** What the lifecycle job manages. */
      lifecycleType?: pulumi.Input<enums.LifecycleType> | undefined;
      cronjob?: undefined;
    };

/** Where the image comes from: exactly one member. */
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

/** Event-driven autoscaling of the cluster's workloads. */
export interface KedaArgs {
  /** Whether KEDA is installed. */
  enabled?: pulumi.Input<boolean> | undefined;
}

/** In the cluster. */
export type KubernetesBackendArgs = Record<string, never>;

/** A group of labels kept by the organization. */
export interface LabelsGroupArgs {
  /**
   * Identifier of the labels group.
   *
   * Form: an identifier in UUID form, such as 3fa85f64-5717-4562-b3fc-2c963f66afa6.
   */
  id: pulumi.Input<string>;
}

/** Settings of MetalLB. */
export interface MetalLbParametersArgs {
  /** Pools of addresses. */
  ipAddressPools?: pulumi.Input<pulumi.Input<string>[]> | undefined;
}

/** How metrics are collected. */
export interface MetricsConfigurationArgs {
  /** Who runs the collection. */
  kind: pulumi.Input<enums.MetricsKind>;
  /** Size of the collection. */
  resourceProfile?: pulumi.Input<enums.MetricsResourceProfile> | undefined;
  /** Export to CloudWatch. */
  cloudWatchExportConfig?: pulumi.Input<CloudWatchExportConfigArgs> | undefined;
  /** Whether the collection runs more than once. */
  highAvailability?: pulumi.Input<boolean> | undefined;
  /** Monitoring of the cluster's own network. */
  internalNetworkMonitoring?: pulumi.Input<InternalNetworkMonitoringArgs> | undefined;
  /** Alerts. */
  alerting?: pulumi.Input<AlertingArgs> | undefined;
}

/** Metrics of the cluster. */
export interface MetricsParametersArgs {
  /** Whether metrics are collected. */
  enabled?: pulumi.Input<boolean> | undefined;
  /** How metrics are collected. */
  configuration?: pulumi.Input<MetricsConfigurationArgs> | undefined;
}

/** Settings of the ingress controller. */
export interface NginxParametersArgs {
  /**
   * Number of instances.
   *
   * At least 0.
   */
  replicaCount?: pulumi.Input<number> | undefined;
  /** Certificate used where no other fits, `namespace/secret`. */
  defaultSslCertificate?: pulumi.Input<string> | undefined;
  /** Address that the ingress controller publishes. */
  publishStatusAddress?: pulumi.Input<string> | undefined;
  /** Addresses that MetalLB gives to the load balancer. */
  annotationMetalLbLoadBalancerIps?: pulumi.Input<string> | undefined;
  /** Target that external-dns writes. */
  annotationExternalDnsKubernetesTarget?: pulumi.Input<string> | undefined;
}

/** A port. */
export interface PortArgs {
  /**
   * Identifier of the item, given by the server. Leave it out: items are matched without it.
   *
   * Form: an identifier in UUID form, such as 3fa85f64-5717-4562-b3fc-2c963f66afa6.
   */
  id?: pulumi.Input<string> | undefined;
  /**
   * Port inside the instance; unique within the service.
   *
   * From 1 to 65535.
   */
  internalPort: pulumi.Input<number>;
  /** Whether the port can be reached from the internet. */
  publiclyAccessible: pulumi.Input<boolean>;
  /**
   * Name of the port; unique within the service.
   *
   * Default: given by the server.
   */
  name?: pulumi.Input<string> | undefined;
  /**
   * Port on the outside; only for a public port.
   *
   * Default: 443 for a public port. From 1 to 65535. Only where publiclyAccessible is true.
   */
  externalPort?: pulumi.Input<number> | undefined;
  /** Whether the service's own domain leads to this port; at most one. */
  isDefault?: pulumi.Input<boolean> | undefined;
  /**
   * Protocol spoken on the port.
   *
   * Default: "HTTP".
   */
  protocol?: pulumi.Input<enums.PortProtocol> | undefined;
  /**
   * Path under which the port is reached; only for a public HTTP or GRPC port.
   *
   * Only where publiclyAccessible is true and protocol is HTTP or GRPC.
   */
  publicPath?: pulumi.Input<string> | undefined;
  /**
   * What the public path is rewritten to; only for a public HTTP or GRPC port.
   *
   * Only where publiclyAccessible is true and protocol is HTTP or GRPC.
   */
  publicPathRewrite?: pulumi.Input<string> | undefined;
}

/** How the platform finds out whether the service is alive. */
export interface ProbeArgs {
  /** What the probe does: exactly one member. */
  type: pulumi.Input<ProbeTypeArgs>;
  /**
   * Pause between the start and the first probe.
   *
   * Unit: seconds. Default: 30. At least 0.
   */
  initialDelaySeconds?: pulumi.Input<number> | undefined;
  /**
   * Pause between two probes.
   *
   * Unit: seconds. Default: 10. At least 1.
   */
  periodSeconds?: pulumi.Input<number> | undefined;
  /**
   * Time after which a probe has failed.
   *
   * Unit: seconds. Default: 5. At least 1.
   */
  timeoutSeconds?: pulumi.Input<number> | undefined;
  /**
   * Successes in a row that make the service healthy again.
   *
   * Default: 1. At least 1.
   */
  successThreshold?: pulumi.Input<number> | undefined;
  /**
   * Failures in a row that make the service unhealthy.
   *
   * Default: 9. At least 1.
   */
  failureThreshold?: pulumi.Input<number> | undefined;
}

/** What the probe does: exactly one member. */
export type ProbeTypeArgs =
  | {
      /** Opens a TCP connection. */
      tcp: pulumi.Input<TcpProbeArgs>;
      http?: undefined;
      exec?: undefined;
      grpc?: undefined;
    }
  | {
      /** Sends a GET request; a status of 200 to 399 is a success. */
      http: pulumi.Input<HttpProbeArgs>;
      tcp?: undefined;
      exec?: undefined;
      grpc?: undefined;
    }
  | {
      /** Runs a command inside the instance; exit code 0 is a success. */
      exec: pulumi.Input<ExecProbeArgs>;
      tcp?: undefined;
      http?: undefined;
      grpc?: undefined;
    }
  | {
      /** Asks the gRPC health service. */
      grpc: pulumi.Input<GrpcProbeArgs>;
      tcp?: undefined;
      http?: undefined;
      exec?: undefined;
    };

/** One thing to measure. */
export type ScalerArgs = {
  /** Type of the scaler, as KEDA names it, for example `cpu`. */
  scalerType: pulumi.Input<string>;
  /** Whether the scaler leads or only guards. */
  role: pulumi.Input<enums.ScalerRole>;
  /**
   * Whether the scaler counts.
   *
   * Default: true.
   */
  enabled?: pulumi.Input<boolean> | undefined;
  /** Credentials for what is measured. */
  triggerAuthentication?: pulumi.Input<TriggerAuthenticationArgs> | undefined;
} & (
  | {
      /** Configuration of the scaler, as JSON; travels untouched. */
      configJson: pulumi.Input<{ [key: string]: unknown }>;
      configYaml?: undefined;
    }
  | {
      /** Configuration of the scaler, as YAML. */
      configYaml: pulumi.Input<string>;
      configJson?: undefined;
    }
);

/** A disk. */
export interface StorageArgs {
  /**
   * Identifier of the item, given by the server. Leave it out: items are matched without it.
   *
   * Form: an identifier in UUID form, such as 3fa85f64-5717-4562-b3fc-2c963f66afa6.
   */
  id?: pulumi.Input<string> | undefined;
  /** Kind of disk: FAST_SSD. */
  type: pulumi.Input<string>;
  /**
   * Size of the disk.
   *
   * Unit: GB. At least 4.
   */
  size: pulumi.Input<number>;
  /** Folder inside the instance where the disk is mounted; unique within the service. */
  mountPoint: pulumi.Input<string>;
}

/** Opens a TCP connection. */
export interface TcpProbeArgs {
  /**
   * Port to connect to.
   *
   * From 1 to 65535.
   */
  port: pulumi.Input<number>;
  /**
   * Host to connect to.
   *
   * Default: the instance itself. `null` clears it.
   */
  host?: pulumi.Input<string | null> | undefined;
}

/** Where Terraform keeps its state: exactly one member. */
export type TerraformBackendArgs =
  | {
      /** In the cluster. */
      kubernetes: pulumi.Input<KubernetesBackendArgs>;
      userProvided?: undefined;
    }
  | {
      /** Where the Terraform files themselves say. */
      userProvided: pulumi.Input<UserProvidedBackendArgs>;
      kubernetes?: undefined;
    };

/** A Terraform service to deploy. */
export interface TerraformDeploymentArgs {
  /**
   * Identifier of the Terraform service.
   *
   * Form: an identifier in UUID form, such as 3fa85f64-5717-4562-b3fc-2c963f66afa6.
   */
  id: pulumi.Input<string>;
  /** Commit to deploy; may be left out only for a service that was deployed before. */
  gitCommitId?: pulumi.Input<string> | undefined;
  /** What the deployment does instead of applying. */
  action?: pulumi.Input<enums.TerraformDeploymentAction> | undefined;
}

/** Where the Terraform files are. */
export interface TerraformFilesSourceArgs {
  /** Git repository that holds the Terraform files. */
  gitRepository: pulumi.Input<TerraformGitRepositoryArgs>;
}

/** Git repository that holds the Terraform files. */
export interface TerraformGitRepositoryArgs {
  /**
   * Address of the repository.
   *
   * Form: an http, https or ssh URL of a git repository.
   */
  url: pulumi.Input<string>;
  /**
   * Branch to build from.
   *
   * Default: the server's.
   */
  branch?: pulumi.Input<string> | undefined;
  /**
   * Folder of the repository to build in.
   *
   * Default: the server's, usually /.
   */
  rootPath?: pulumi.Input<string> | undefined;
  /**
   * Git token that gives access to a private repository.
   *
   * Form: an identifier in UUID form, such as 3fa85f64-5717-4562-b3fc-2c963f66afa6.
   */
  gitTokenId?: pulumi.Input<string> | undefined;
}

/** Size of the job that runs the engine. */
export interface TerraformJobResourcesArgs {
  /**
   * Processor share.
   *
   * Unit: millicores. From 1 to 32000.
   */
  cpuMilli: pulumi.Input<number>;
  /**
   * Memory.
   *
   * Unit: MiB. From 1 to 131072.
   */
  ramMib: pulumi.Input<number>;
  /**
   * Graphics processors.
   *
   * From 0 to 8.
   */
  gpu: pulumi.Input<number>;
  /**
   * Size of the disk.
   *
   * Unit: GiB. At least 1.
   */
  storageGib: pulumi.Input<number>;
}

/** Version of the engine. */
export interface TerraformProviderVersionArgs {
  /** Version to use. */
  explicitVersion: pulumi.Input<string>;
  /** Whether the version is read from the files' terraform block. */
  readFromTerraformBlock?: pulumi.Input<boolean> | undefined;
}

/** Where the values of the variables come from. */
export interface TerraformVariablesSourceArgs {
  /** Paths of variable files in the repository. */
  tfVarFilePaths: pulumi.Input<pulumi.Input<string>[]>;
  /**
   * Values of variables.
   *
   * Items are told apart by `key`; their order does not matter.
   */
  tfVars: pulumi.Input<pulumi.Input<TfVarArgs>[]>;
}

/** The value of one variable. */
export interface TfVarArgs {
  /** Name of the variable. */
  key: pulumi.Input<string>;
  /**
   * Value of the variable.
   *
   * Secret where `secret` is true.
   */
  value: pulumi.Input<string>;
  /** Whether the value is secret: it is then encrypted in the state and comes back masked. */
  secret: pulumi.Input<boolean>;
}

/** Credentials for what is measured. */
export interface TriggerAuthenticationArgs {
  /** Name of the credentials. */
  name: pulumi.Input<string>;
  /**
   * The credentials, as YAML.
   *
   * Secret: encrypted in the state, also when the program passes plain text.
   */
  configYaml: pulumi.Input<string>;
}

/** Where the Terraform files themselves say. */
export type UserProvidedBackendArgs = Record<string, never>;

/** Arguments of every kind with every field set, as a program would give them. */
import type {
  ApplicationArgs,
  ArgoCdConfigArgs,
  ClusterArgs,
  ContainerArgs,
  DatabaseArgs,
  JobArgs,
  TerraformServiceArgs,
  types,
} from "pulumi-app-platform";
import type { SeededIds } from "../platform.js";

/** The feature that the seeded cluster has. */
const featureId = "fea70e00-a3c5-41e7-a263-d45f7193b00d";

export const commit = "4f2a91c0d5b7e3a86c1f9e2d7b4a05c8e6f31d92";

const times = { initialDelaySeconds: 5, periodSeconds: 15, timeoutSeconds: 3 };
const probes = { ...times, successThreshold: 2, failureThreshold: 4 };

const scaled = (configYaml: string): types.input.AutoscalingArgs => ({
  mode: "KEDA",
  pollingIntervalSeconds: 20,
  cooldownPeriodSeconds: 120,
  scalers: [
    { scalerType: "cpu", role: "PRIMARY", enabled: true, configJson: { metricType: "Utilization", camelCase: [1] } },
    {
      scalerType: "rabbitmq",
      role: "SAFETY",
      enabled: false,
      configYaml: "queueName: orders\n",
      triggerAuthentication: { name: "rabbit", configYaml },
    },
  ],
});

const git = (ids: SeededIds): types.input.GitRepositoryArgs => ({
  url: "https://github.com/acme/shop.git",
  provider: "GITHUB",
  branch: "release",
  rootPath: "/service",
  gitTokenId: ids.gitToken,
});

const groups = (ids: SeededIds) => ({
  annotationsGroups: [{ id: ids.annotationsGroup }],
  labelsGroups: [{ id: ids.labelsGroup }],
});

/** What an application and a container share. */
const workload = (ids: SeededIds, configYaml: string) => ({
  storage: [
    { type: "FAST_SSD", size: 10, mountPoint: "/data" },
    { type: "FAST_SSD", size: 20, mountPoint: "/cache" },
  ],
  ports: [
    {
      internalPort: 8080,
      publiclyAccessible: true,
      name: "web",
      externalPort: 443,
      isDefault: true,
      protocol: "HTTP" as const,
      publicPath: "/api",
      publicPathRewrite: "/",
    },
    { internalPort: 9090, publiclyAccessible: false, name: "metrics", isDefault: false, protocol: "TCP" as const },
  ],
  cpu: 750,
  memory: 1024,
  gpu: 1,
  minRunningInstances: 2,
  maxRunningInstances: 6,
  autoPreview: false,
  autoDeploy: true,
  arguments: ["--verbose", "--port=8080"],
  entrypoint: "/bin/serve",
  iconUri: "https://example.com/icon.svg",
  autoscaling: scaled(configYaml),
  ...groups(ids),
});

/** Secret values, for the tests that look for them where they must not be. */
export interface Secrets {
  readonly argocdToken: string;
  readonly tfVar: string;
  readonly triggerAuthentication: string;
  readonly alerting: string;
}

export const someSecrets: Secrets = {
  argocdToken: "gitops token",
  tfVar: "s3cret",
  triggerAuthentication: "password: guest\n",
  alerting: "receivers: []",
};

export function everyField(ids: SeededIds, secrets: Secrets = someSecrets) {
  const environmentId = ids.environment;
  const application: ApplicationArgs = {
    environmentId,
    name: "every-application",
    gitRepository: git(ids),
    healthchecks: {
      readinessProbe: { type: { http: { path: "/ready", scheme: "HTTP", port: 8080 } }, ...probes },
      livenessProbe: { type: { exec: { command: ["/bin/check", "--live"] } }, ...probes },
    },
    description: "built from git",
    buildMode: "DOCKER",
    dockerfilePath: "docker/Dockerfile",
    dockerTargetBuildStage: "production",
    ...workload(ids, secrets.triggerAuthentication),
  };
  const container: ContainerArgs = {
    environmentId,
    name: "every-container",
    registryId: ids.registries.DOCKER_HUB,
    imageName: "library/nginx",
    tag: "1.27",
    healthchecks: {
      readinessProbe: { type: { tcp: { port: 8080, host: "localhost" } }, ...probes },
      livenessProbe: { type: { grpc: { service: "shop.Health", port: 9090 } }, ...probes },
    },
    description: "run from an image",
    ...workload(ids, secrets.triggerAuthentication),
  };
  const command = { arguments: ["--now"], entrypoint: "/bin/job" };
  const jobs = {
    healthchecks: { readinessProbe: { type: { tcp: { port: 8080 } }, ...probes } },
    cpu: 250,
    memory: 256,
    gpu: 1,
    maxNbRestart: 3,
    maxDurationSeconds: 600,
    autoPreview: true,
    port: 8080,
    autoDeploy: false,
    iconUri: "https://example.com/job.svg",
    ...groups(ids),
  };
  const cronJob: JobArgs = {
    environmentId,
    name: "every-cron-job",
    description: "on a schedule, from an image",
    ...jobs,
    source: { image: { imageName: "acme/report", tag: "2.4.0", registryId: ids.registries.GENERIC_CR } },
    schedule: { cronjob: { scheduledAt: "0 4 * * MON-FRI", timezone: "Europe/Paris", ...command } },
  };
  const lifecycleJob: JobArgs = {
    environmentId,
    name: "every-lifecycle-job",
    description: "with the environment, from git",
    ...jobs,
    source: {
      docker: { gitRepository: git(ids), dockerfileRaw: "FROM alpine\n", dockerTargetBuildStage: "production" },
    },
    schedule: { onStart: command, onStop: command, onDelete: command, lifecycleType: "TERRAFORM" },
  };
  const containerDatabase: DatabaseArgs = {
    environmentId,
    name: "every-container-database",
    type: "MYSQL",
    version: "8.4",
    mode: "CONTAINER",
    description: "orders",
    accessibility: "PUBLIC",
    cpu: 500,
    memory: 1024,
    storage: 20,
    iconUri: "https://example.com/db.svg",
    ...groups(ids),
  };
  const managedDatabase: DatabaseArgs = {
    environmentId,
    name: "every-managed-database",
    type: "POSTGRESQL",
    version: "16",
    mode: "MANAGED",
    description: "invoices",
    accessibility: "PRIVATE",
    instanceType: "db.t3.small",
    diskType: "gp3",
    storage: 50,
    iconUri: "https://example.com/db.svg",
    ...groups(ids),
  };
  const terraformService: TerraformServiceArgs = {
    environmentId,
    name: "every-terraform-service",
    description: "buckets and queues",
    autoDeployConfig: { autoDeploy: true, terraformAction: "PLAN" },
    terraformFilesSource: {
      gitRepository: {
        url: "https://gitlab.com/acme/infra.git",
        branch: "main",
        rootPath: "/network",
        gitTokenId: ids.gitToken,
      },
    },
    terraformVariablesSource: {
      tfVarFilePaths: ["prod.tfvars"],
      tfVars: [
        { key: "region", value: "eu-west-3", secret: false },
        { key: "password", value: secrets.tfVar, secret: true },
      ],
    },
    backend: { kubernetes: {} },
    engine: "OPEN_TOFU",
    providerVersion: { explicitVersion: "1.9.0", readFromTerraformBlock: true },
    jobResources: { cpuMilli: 500, ramMib: 512, gpu: 1, storageGib: 2 },
    timeoutSec: 900,
    iconUri: "https://example.com/tofu.svg",
    useClusterCredentials: true,
    actionExtraArguments: { plan: ["-parallelism=5"], force_unlock: ["-force"] },
    dockerfileFragment: { type: "inline", content: "RUN apk add jq\n" },
  };
  const cluster: ClusterArgs = {
    organizationId: ids.organization,
    clusterId: ids.cluster,
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
          specConfigSecret: secrets.alerting,
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
  const argoCdConfig: ArgoCdConfigArgs = {
    clusterId: ids.cluster,
    argocdUrl: "https://argocd.example.com",
    argocdToken: secrets.argocdToken,
  };
  return {
    application,
    container,
    cronJob,
    lifecycleJob,
    containerDatabase,
    managedDatabase,
    terraformService,
    cluster,
    argoCdConfig,
  };
}

export type EveryField = ReturnType<typeof everyField>;

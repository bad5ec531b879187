import * as pulumi from "@pulumi/pulumi";
import {
  Application,
  ArgoCdConfig,
  Cluster,
  Container,
  Database,
  DeploymentTrigger,
  Job,
  TerraformService,
} from "pulumi-app-platform";

// Every kind with every argument, as a program of this version gives them. A copy of it is kept with each version's state.

const application = new Application("application", {
  environmentId: "e0a1b2c3-d4e5-4f60-8a1b-2c3d4e5f6003",
  name: "every-application",
  gitRepository: {
    url: "https://github.com/acme/shop.git",
    provider: "GITHUB",
    branch: "release",
    rootPath: "/service",
    gitTokenId: "917c0de5-2b6a-4e8f-a3d1-5f7b9c1e3d05",
  },
  healthchecks: {
    readinessProbe: {
      type: {
        http: {
          path: "/ready",
          scheme: "HTTP",
          port: 8080,
        },
      },
      initialDelaySeconds: 5,
      periodSeconds: 15,
      timeoutSeconds: 3,
      successThreshold: 2,
      failureThreshold: 4,
    },
    livenessProbe: {
      type: {
        exec: {
          command: ["/bin/check", "--live"],
        },
      },
      initialDelaySeconds: 5,
      periodSeconds: 15,
      timeoutSeconds: 3,
      successThreshold: 2,
      failureThreshold: 4,
    },
  },
  description: "built from git",
  buildMode: "DOCKER",
  dockerfilePath: "docker/Dockerfile",
  dockerTargetBuildStage: "production",
  storage: [
    {
      type: "FAST_SSD",
      size: 10,
      mountPoint: "/data",
    },
    {
      size: 20,
      mountPoint: "/cache",
    },
  ],
  ports: [
    {
      internalPort: 8080,
      publiclyAccessible: true,
      name: "web",
      externalPort: 443,
      isDefault: true,
      protocol: "HTTP",
      publicPath: "/api",
      publicPathRewrite: "/",
    },
    {
      internalPort: 9090,
      publiclyAccessible: false,
      name: "metrics",
      isDefault: false,
      protocol: "TCP",
    },
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
  autoscaling: {
    mode: "KEDA",
    pollingIntervalSeconds: 20,
    cooldownPeriodSeconds: 120,
    scalers: [
      {
        scalerType: "cpu",
        role: "PRIMARY",
        enabled: true,
        configJson: {
          metricType: "Utilization",
          camelCase: [1],
        },
      },
      {
        scalerType: "rabbitmq",
        role: "SAFETY",
        enabled: false,
        configYaml: "queueName: orders\n",
        triggerAuthentication: {
          name: "rabbit",
          configYaml: "password: guest\n",
        },
      },
    ],
  },
  annotationsGroups: [
    {
      id: "a77081a7-1c3e-4b5d-8f9a-6c8e0a2b4d06",
    },
  ],
  labelsGroups: [
    {
      id: "1abe15a7-4d6f-4a8b-9c0d-7e9f1b3c5d07",
    },
  ],
});

const container = new Container("container", {
  environmentId: "e0a1b2c3-d4e5-4f60-8a1b-2c3d4e5f6003",
  name: "every-container",
  registryId: "4e615714-7092-4eb4-af30-a12c4e608d0a",
  imageName: "library/nginx",
  tag: "1.27",
  healthchecks: {
    readinessProbe: {
      type: {
        tcp: {
          port: 8080,
          host: "localhost",
        },
      },
      initialDelaySeconds: 5,
      periodSeconds: 15,
      timeoutSeconds: 3,
      successThreshold: 2,
      failureThreshold: 4,
    },
    livenessProbe: {
      type: {
        grpc: {
          service: "shop.Health",
          port: 9090,
        },
      },
      initialDelaySeconds: 5,
      periodSeconds: 15,
      timeoutSeconds: 3,
      successThreshold: 2,
      failureThreshold: 4,
    },
  },
  description: "run from an image",
  storage: [
    {
      type: "FAST_SSD",
      size: 10,
      mountPoint: "/data",
    },
    {
      size: 20,
      mountPoint: "/cache",
    },
  ],
  ports: [
    {
      internalPort: 8080,
      publiclyAccessible: true,
      name: "web",
      externalPort: 443,
      isDefault: true,
      protocol: "HTTP",
      publicPath: "/api",
      publicPathRewrite: "/",
    },
    {
      internalPort: 9090,
      publiclyAccessible: false,
      name: "metrics",
      isDefault: false,
      protocol: "TCP",
    },
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
  autoscaling: {
    mode: "KEDA",
    pollingIntervalSeconds: 20,
    cooldownPeriodSeconds: 120,
    scalers: [
      {
        scalerType: "cpu",
        role: "PRIMARY",
        enabled: true,
        configJson: {
          metricType: "Utilization",
          camelCase: [1],
        },
      },
      {
        scalerType: "rabbitmq",
        role: "SAFETY",
        enabled: false,
        configYaml: "queueName: orders\n",
        triggerAuthentication: {
          name: "rabbit",
          configYaml: "password: guest\n",
        },
      },
    ],
  },
  annotationsGroups: [
    {
      id: "a77081a7-1c3e-4b5d-8f9a-6c8e0a2b4d06",
    },
  ],
  labelsGroups: [
    {
      id: "1abe15a7-4d6f-4a8b-9c0d-7e9f1b3c5d07",
    },
  ],
});

const cronJob = new Job("cron-job", {
  environmentId: "e0a1b2c3-d4e5-4f60-8a1b-2c3d4e5f6003",
  name: "every-cron-job",
  description: "on a schedule, from an image",
  healthchecks: {
    readinessProbe: {
      type: {
        tcp: {
          port: 8080,
        },
      },
      initialDelaySeconds: 5,
      periodSeconds: 15,
      timeoutSeconds: 3,
      successThreshold: 2,
      failureThreshold: 4,
    },
  },
  cpu: 250,
  memory: 256,
  gpu: 1,
  maxNbRestart: 3,
  maxDurationSeconds: 600,
  autoPreview: true,
  port: 8080,
  autoDeploy: false,
  iconUri: "https://example.com/job.svg",
  annotationsGroups: [
    {
      id: "a77081a7-1c3e-4b5d-8f9a-6c8e0a2b4d06",
    },
  ],
  labelsGroups: [
    {
      id: "1abe15a7-4d6f-4a8b-9c0d-7e9f1b3c5d07",
    },
  ],
  source: {
    image: {
      imageName: "acme/report",
      tag: "2.4.0",
      registryId: "4e615714-92b4-40d6-9152-c34e6082af0c",
    },
  },
  schedule: {
    cronjob: {
      scheduledAt: "0 4 * * MON-FRI",
      timezone: "Europe/Paris",
      arguments: ["--now"],
      entrypoint: "/bin/job",
    },
  },
});

const lifecycleJob = new Job("lifecycle-job", {
  environmentId: "e0a1b2c3-d4e5-4f60-8a1b-2c3d4e5f6003",
  name: "every-lifecycle-job",
  description: "with the environment, from git",
  healthchecks: {
    readinessProbe: {
      type: {
        tcp: {
          port: 8080,
        },
      },
      initialDelaySeconds: 5,
      periodSeconds: 15,
      timeoutSeconds: 3,
      successThreshold: 2,
      failureThreshold: 4,
    },
  },
  cpu: 250,
  memory: 256,
  gpu: 1,
  maxNbRestart: 3,
  maxDurationSeconds: 600,
  autoPreview: true,
  port: 8080,
  autoDeploy: false,
  iconUri: "https://example.com/job.svg",
  annotationsGroups: [
    {
      id: "a77081a7-1c3e-4b5d-8f9a-6c8e0a2b4d06",
    },
  ],
  labelsGroups: [
    {
      id: "1abe15a7-4d6f-4a8b-9c0d-7e9f1b3c5d07",
    },
  ],
  source: {
    docker: {
      gitRepository: {
        url: "https://github.com/acme/shop.git",
        provider: "GITHUB",
        branch: "release",
        rootPath: "/service",
        gitTokenId: "917c0de5-2b6a-4e8f-a3d1-5f7b9c1e3d05",
      },
      dockerfileRaw: "FROM alpine\n",
      dockerTargetBuildStage: "production",
    },
  },
  schedule: {
    onStart: {
      arguments: ["--now"],
      entrypoint: "/bin/job",
    },
    onStop: {
      arguments: ["--now"],
      entrypoint: "/bin/job",
    },
    onDelete: {
      arguments: ["--now"],
      entrypoint: "/bin/job",
    },
    lifecycleType: "TERRAFORM",
  },
});

const containerDatabase = new Database("container-database", {
  environmentId: "e0a1b2c3-d4e5-4f60-8a1b-2c3d4e5f6003",
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
  annotationsGroups: [
    {
      id: "a77081a7-1c3e-4b5d-8f9a-6c8e0a2b4d06",
    },
  ],
  labelsGroups: [
    {
      id: "1abe15a7-4d6f-4a8b-9c0d-7e9f1b3c5d07",
    },
  ],
});

const managedDatabase = new Database("managed-database", {
  environmentId: "e0a1b2c3-d4e5-4f60-8a1b-2c3d4e5f6003",
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
  annotationsGroups: [
    {
      id: "a77081a7-1c3e-4b5d-8f9a-6c8e0a2b4d06",
    },
  ],
  labelsGroups: [
    {
      id: "1abe15a7-4d6f-4a8b-9c0d-7e9f1b3c5d07",
    },
  ],
});

const terraformService = new TerraformService("terraform-service", {
  environmentId: "e0a1b2c3-d4e5-4f60-8a1b-2c3d4e5f6003",
  name: "every-terraform-service",
  description: "buckets and queues",
  autoDeployConfig: {
    autoDeploy: true,
    terraformAction: "PLAN",
  },
  terraformFilesSource: {
    gitRepository: {
      url: "https://gitlab.com/acme/infra.git",
      branch: "main",
      rootPath: "/network",
      gitTokenId: "917c0de5-2b6a-4e8f-a3d1-5f7b9c1e3d05",
    },
  },
  terraformVariablesSource: {
    tfVarFilePaths: ["prod.tfvars"],
    tfVars: [
      {
        key: "region",
        value: "eu-west-3",
        secret: false,
      },
      {
        key: "password",
        value: "s3cret",
        secret: true,
      },
    ],
  },
  backend: {
    kubernetes: {},
  },
  engine: "OPEN_TOFU",
  providerVersion: {
    explicitVersion: "1.9.0",
    readFromTerraformBlock: true,
  },
  jobResources: {
    cpuMilli: 500,
    ramMib: 512,
    gpu: 1,
    storageGib: 2,
  },
  timeoutSec: 900,
  iconUri: "https://example.com/tofu.svg",
  useClusterCredentials: true,
  actionExtraArguments: {
    plan: ["-parallelism=5"],
    force_unlock: ["-force"],
  },
  dockerfileFragment: {
    type: "inline",
    content: "RUN apk add jq\n",
  },
});

const cluster = new Cluster("cluster", {
  organizationId: "5c0e2a1d-6b1f-4d2e-9a57-0c5d1f3b7e01",
  clusterId: "c1a57e2d-3f4b-4c1a-8d26-7b9e0f4a6c02",
  acceptDefaults: true,
  name: "production",
  region: "eu-west-3",
  cloudProvider: "AWS",
  description: "everything runs here",
  cloudProviderCredentials: {
    cloudProvider: "AWS",
    credentials: {
      id: "0d1e2f30-4152-4637-8495-a6b7c8d9e0f1",
      name: "account",
    },
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
  features: [
    {
      id: "fea70e00-a3c5-41e7-a263-d45f7193b00d",
      value: "true",
    },
  ],
  metricsParameters: {
    enabled: true,
    configuration: {
      kind: "MANAGED_BY_PLATFORM",
      resourceProfile: "HIGH",
      cloudWatchExportConfig: {
        enabled: true,
      },
      highAvailability: true,
      internalNetworkMonitoring: {
        enabled: false,
      },
      alerting: {
        enabled: true,
        defaultRuleLabels: {
          team: "shop",
          camelCase: "kept",
        },
        specConfigSecret: "receivers: []",
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
    certManagerParameters: {
      kubernetesNamespace: "cert-manager",
    },
    metalLbParameters: {
      ipAddressPools: ["203.0.113.0/28"],
    },
    eksAnywhereParameters: {
      gitRepository: {
        url: "https://github.com/acme/cluster.git",
        gitTokenId: "917c0de5-2b6a-4e8f-a3d1-5f7b9c1e3d05",
        branch: "main",
        provider: "GITHUB",
      },
      yamlFilePath: "cluster.yaml",
    },
  },
  keda: {
    enabled: true,
  },
  labelsGroups: [
    {
      id: "1abe15a7-4d6f-4a8b-9c0d-7e9f1b3c5d07",
    },
  ],
});

const argoCdConfig = new ArgoCdConfig("argo-cd-config", {
  clusterId: "c1a57e2d-3f4b-4c1a-8d26-7b9e0f4a6c02",
  argocdUrl: "https://argocd.example.com",
  argocdToken: "gitops token",
});

new Container("marked-secret", {
  environmentId: "e0a1b2c3-d4e5-4f60-8a1b-2c3d4e5f6003",
  registryId: "4e615714-7092-4eb4-af30-a12c4e608d0a",
  imageName: "acme/worker",
  tag: "3",
  healthchecks: {},
  arguments: pulumi.secret(["--password", "a secret of the program"]),
});
new Container("cloned", { environmentId: "e0a1b2c3-d4e5-4f60-8a1b-2c3d4e5f6003", cloneFrom: container, tag: "1.28" });
new DeploymentTrigger("release", {
  environmentId: "e0a1b2c3-d4e5-4f60-8a1b-2c3d4e5f6003",
  services: [
    { service: application, gitCommitId: "4f2a91c0d5b7e3a86c1f9e2d7b4a05c8e6f31d92" },
    container,
    { service: lifecycleJob, gitCommitId: "4f2a91c0d5b7e3a86c1f9e2d7b4a05c8e6f31d92" },
  ],
  databases: [containerDatabase.id, managedDatabase.id],
  jobs: [{ id: cronJob.id, imageTag: "2.4.0" }],
  terraforms: [{ id: terraformService.id, gitCommitId: "4f2a91c0d5b7e3a86c1f9e2d7b4a05c8e6f31d92", action: "PLAN" }],
  triggers: ["first", { release: 1 }],
  timeoutSeconds: 30,
});

export const ids = [application.id, cluster.id, argoCdConfig.id];

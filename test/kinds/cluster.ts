import type { ClusterArgs } from "pulumi-app-platform";
import type { Value, Values } from "../support/provider.js";
import { cluster as fixture } from "./cluster/fixture.js";
import type { Bound, Changes } from "./recordParts.js";
import { name, notEmpty, within } from "./shared/arguments.js";
import { onPlatform } from "./shared/everyField.js";
import { ids as fixtureIds, otherCluster } from "./shared/ids.js";
import { described, edited, written } from "./shared/service.js";
import { option } from "./shared/simulated.js";
import { testRecord } from "./testRecord.js";

const clusters = `/organization/${fixtureIds.organization}/cluster`;
const save = [`PUT ${clusters}/${fixtureIds.cluster}`];
const list = [`GET ${clusters}`];
const edit = { maxRunningNodes: 12 };

const subnets = ["eks", "rds", "documentdb", "elasticache", "eksKarpenterFargate"].flatMap((prefix) =>
  ["A", "B", "C"].map((zone) => `${prefix}SubnetsZone${zone}Ids[]`),
);

const consolidated = ["stableOverride", "gpuOverride", "cronjobOverride"];
const overrides = [...consolidated, "defaultOverride"];
const karpenterRequired = within(
  "features[].karpenter",
  [
    "diskSizeInGib defaultServiceArchitecture nodePools nodePools.requirements",
    ...["requirements", "gpuOverride.requirements"].map((name) => `nodePools.${name}[].key nodePools.${name}[].values`),
    ...overrides.map((name) => `nodePools.${name}.limits.maxCpuInVcpu nodePools.${name}.limits.maxMemoryInGibibytes`),
    ...consolidated.flatMap((name) =>
      ["days", "startTime", "duration"].map((member) => `nodePools.${name}.consolidation.${member}`),
    ),
  ].join(" "),
).join(" ");

const backup = ["bucket", "region", "roleArn", "keyPrefix"];

const backupRequired = within(
  "infrastructureChartsParameters.eksAnywhereParameters.clusterBackup",
  "s3 s3.bucket s3.region s3.roleArn",
).join(" ");

const dnsRequired = within("dnsProvider", "domain cloudflare.email cloudflare.apiToken route53.accessKeyId").concat(
  within("dnsProvider.route53", "secretAccessKey region"),
);

const changed: Changes = [
  "edit",
  { organizationId: "replace", clusterId: "replace", region: "refused", cloudProvider: "refused" },
];

export const cluster = testRecord({
  fixture,
  documented: {
    request: `name region cloud_provider description cloud_provider_credentials min_running_nodes max_running_nodes
      disk_size disk_iops disk_throughput instance_type kubernetes production ssh_keys features metrics_parameters
      infrastructure_charts_parameters keda labels_groups`,
    response: `id created_at organization name region cloud_provider description cloud_provider_credentials
      min_running_nodes max_running_nodes disk_size disk_iops disk_throughput instance_type kubernetes production
      ssh_keys features metrics_parameters infrastructure_charts_parameters keda labels_groups updated_at cpu memory
      estimated_cloud_provider_cost status has_access version is_default is_demo deployment_status
      infrastructure_outputs`,
  },
  arguments: {
    required: `organizationId name region cloudProvider cloudProviderCredentials.credentials.id features[].id
      features[].awsUserProvidedNetwork.awsVpcEksId features[].awsUserProvidedNetwork.eksSubnetsZoneAIds
      features[].awsUserProvidedNetwork.eksSubnetsZoneBIds features[].awsUserProvidedNetwork.eksSubnetsZoneCIds
      features[].gcpUserProvidedNetwork.vpcName features[].natGateway.staticIpsEnabled
      features[].natGateway.staticIpsCount ${karpenterRequired} routingTable[].destination routingTable[].target
      routingTable[].description ${dnsRequired.join(" ")} metricsParameters.configuration.kind labelsGroups[].id ${backupRequired}`,
    bounds: [
      ...name,
      ...notEmpty(
        "region instanceType sshKeys[]",
        ...within("cloudProviderCredentials", "cloudProvider credentials.id credentials.name region"),
        ...within(
          "dnsProvider",
          "domain cloudflare.email cloudflare.apiToken route53.accessKeyId route53.secretAccessKey route53.region route53.hostedZoneId",
        ),
        ...within("metricsParameters.configuration.alerting", "specConfigSecret specExternalUrl configName"),
        ...within("features[].awsUserProvidedNetwork", `awsVpcEksId ${subnets.join(" ")}`),
        ...within(
          "features[].gcpUserProvidedNetwork",
          "vpcName vpcProjectId subnetworkName ipRangeServicesName ipRangePodsName additionalIpRangePodsNames[]",
        ),
        ...within(
          "features[].karpenter.nodePools",
          [
            "requirements[].values[] gpuOverride.requirements[].values[]",
            ...overrides.map((name) => `${name}.consolidateAfter`),
            ...consolidated.map((name) => `${name}.consolidation.startTime ${name}.consolidation.duration`),
          ].join(" "),
        ),
        ...within(
          "infrastructureChartsParameters",
          `nginxParameters.defaultSslCertificate nginxParameters.publishStatusAddress
          nginxParameters.annotationMetalLbLoadBalancerIps nginxParameters.annotationExternalDnsKubernetesTarget
          certManagerParameters.kubernetesNamespace metalLbParameters.ipAddressPools[]
          eksAnywhereParameters.gitRepository.branch eksAnywhereParameters.gitRepository.commitId
          eksAnywhereParameters.yamlFilePath eksAnywhereParameters.clusterBackup.certsSecretName
          ${backup.map((name) => `eksAnywhereParameters.clusterBackup.s3.${name}`).join(" ")}`,
        ),
      ),
      ["infrastructureChartsParameters.eksAnywhereParameters.clusterBackup.timeoutSeconds", [0], [1]],
      ["minRunningNodes", [-1], [0]],
      ["maxRunningNodes", [-1], [0]],
      ["diskSize", [0], [1]],
      ["diskIops", [2999, 16001], [3000, 16000]],
      ["diskThroughput", [124, 1001], [125, 1000]],
      ["features[].natGateway.staticIpsCount", [0], [1]],
      ["features[].karpenter.diskSizeInGib", [0], [1]],
      ["features[].karpenter.diskIops", [2999, 16001], [3000, 16000]],
      ["features[].karpenter.diskThroughput", [124, 1001], [125, 1000]],
      ["features[].karpenter.nodePools.gpuOverride.diskSizeInGib", [0], [1]],
      ["features[].karpenter.nodePools.gpuOverride.diskIops", [2999, 16001], [3000, 16000]],
      ["features[].karpenter.nodePools.gpuOverride.diskThroughput", [124, 1001], [125, 1000]],
      ...overrides.flatMap((name) =>
        ["maxCpuInVcpu", "maxMemoryInGibibytes", "maxGpu"].map(
          (limit): Bound => [`features[].karpenter.nodePools.${name}.limits.${limit}`, [-1], [0]],
        ),
      ),
      ["infrastructureChartsParameters.nginxParameters.replicaCount", [-1], [0]],
    ],
    changed: { documented: changed, extended: changed },
    extendedOnly: {
      secretManagerAccesses: [
        [
          {
            name: "shop",
            endpoint: { gcpSecretManager: { region: "europe-west9", projectId: "shop" } },
            authentication: { gcpJsonCredentials: { jsonCredentials: "e30=" } },
          },
          {
            name: "aws",
            endpoint: { awsParameterStore: { region: "eu-west-3" } },
            authentication: { awsStaticCredentials: { region: "eu-west-3", accessKey: "AKID", secretKey: "hunter2" } },
          },
        ],
        [{ name: "shop", endpoint: {}, authentication: { automaticallyConfigured: {} } }],
        "secret_manager_accesses",
        [
          {
            name: "shop",
            endpoint: { mode: "GCP_SECRET_MANAGER", region: "europe-west9", project_id: "shop" },
            authentication: { mode: "GCP_JSON_CREDENTIALS", json_credentials: "e30=" },
          },
          {
            name: "aws",
            endpoint: { mode: "AWS_PARAMETER_STORE", region: "eu-west-3" },
            authentication: {
              ...{ mode: "AWS_STATIC_CREDENTIALS", region: "eu-west-3" },
              ...{ access_key: "AKID", secret_key: "hunter2" },
            },
          },
        ],
      ],
    },
    omittedElsewhere: {
      maxRunningNodes: "minRunningNodes",
      ...Object.fromEntries(
        within("features[]", "value awsUserProvidedNetwork gcpUserProvidedNetwork natGateway karpenter").map((path) => [
          path,
          "features[]",
        ]),
      ),
      "features[].natGateway.type": "features[].natGateway",
    },
    valid: ({
      features,
      secretManagerAccesses: accesses,
      dnsProvider: _,
      eksAnywhereKubeconfig,
      state: __,
      ...values
    }) => ({
      // Each cloud's authentication is for its own secret managers, and has its secret.
      ...(Array.isArray(accesses) && {
        secretManagerAccesses: accesses.map((each) => ({
          ...(each as Values),
          authentication: { automaticallyConfigured: {} },
        })) as Value,
      }),
      // Whether a deployment succeeds, and which domain is the platform's own, does not depend on the arguments alone.
      ...{ ...values, acceptDefaults: true, deploy: false },
      ...(values.kubernetes === "PARTIALLY_MANAGED" &&
        eksAnywhereKubeconfig !== undefined && {
          eksAnywhereKubeconfig: "clusters: []",
        }),
      // Without its type, a response says nothing about the form of an object.
      ...(Array.isArray(features) && {
        features: features.map((each) => {
          const { id, value = true } = each as Values;
          return { id, value };
        }) as Value,
      }),
    }),
  },
  secrets: [
    { path: "metricsParameters.configuration.alerting.specConfigSecret", name: "alerting", sample: "receivers: []" },
    {
      path: "secretManagerAccesses[].authentication.awsStaticCredentials.secretKey",
      name: "secretManagerKey",
      sample: "a secret key",
    },
    {
      path: "secretManagerAccesses[].authentication.gcpJsonCredentials.jsonCredentials",
      name: "secretManagerCredentials",
      sample: "e30=",
    },
    { path: "dnsProvider.cloudflare.apiToken", name: "cloudflareToken", sample: "token of Cloudflare" },
    { path: "dnsProvider.route53.secretAccessKey", name: "route53Key", sample: "key of Route 53" },
    { path: "eksAnywhereKubeconfig", name: "kubeconfig", sample: "clusters: []" },
  ],
  calls: {
    before: { description: "set in the console" },
    documented: { create: save, read: [], update: save, delete: [], edit },
    extended: { create: [...list, ...save], read: list, update: [...list, ...save], delete: [], edit },
  },
  createdTwice: "saved again",
  service: { notApplicable: "A cluster belongs to the organization, and no environment holds it." },
  lifecycle: {
    args: (ids) => ({
      organizationId: ids.organization,
      clusterId: ids.cluster,
      name: "main",
      region: "eu-west-3",
      cloudProvider: "AWS",
      description: written,
      diskSize: 80,
      acceptDefaults: true,
    }),
    edited: described,
    edits: () => [{ description: edited }, { region: "eu-west-1" }],
    removed: { arg: "diskSize", wire: "disk_size" },
    replacements: () => [{ clusterId: otherCluster.id, name: otherCluster.name }],
    existsBefore: true,
  },
  existing: { notApplicable: "A cluster is always one that exists: `adoptId` is refused." },
  bodies: { notApplicable: "It is saved by one call, for which access/endpoints.ts has a body." },
  everyField: (ids, secret) => ({
    cluster: onPlatform<ClusterArgs>(
      fixture,
      ids,
      {
        ...{ name: "production", maxRunningNodes: 8, acceptDefaults: true },
        dnsProvider: {
          domain: "apps.example.com",
          cloudflare: { email: "admin@example.com", apiToken: secret("cloudflareToken") },
        },
      },
      { "alert: hunter2": secret("alerting") },
    ),
  }),
  simulation: {
    args: ({ edition }, ids) => ({
      organizationId: ids.organization,
      clusterId: ids.cluster,
      region: "eu-west-3",
      cloudProvider: "AWS",
      description: `edition ${edition}`,
      maxRunningNodes: 1 + edition,
      acceptDefaults: true,
    }),
    wire: ({ edition }) => ({ description: `edition ${edition}`, max_running_nodes: 1 + edition }),
    optional: [option("diskSize", 80, 40, 60), option("production", true, false, true)],
    isSingle: true,
    isNamed: true,
  },
});

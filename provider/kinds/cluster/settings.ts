import { z } from "zod";
import type { Codec } from "../../schema/facts.js";
import { at, isAbsent, type Values } from "../../schema/json.js";
import {
  choice,
  flag,
  freeObject,
  gitUrl,
  integer,
  object,
  oneOf,
  responseNumber,
  responseText,
  setting,
  text,
  uuid,
} from "../../schema/schemas.js";
import { gitProvider } from "../shared/common.js";

const subnets = (what: string) => text.meta({ description: `${what}.` });
const zones = ["A", "B", "C"] as const;

/** The subnets of an existing network in each zone, for one use. */
function subnetsOf<const Prefix extends string>(prefix: Prefix, what: string) {
  const named = zones.map((zone) => {
    const list = z.array(subnets("ID of a subnet")).meta({
      description: `Subnets of ${what} in zone ${zone.toLowerCase()}.`,
      items: { key: "id" },
    });
    return [`${prefix}SubnetsZone${zone}Ids`, list];
  });
  return Object.fromEntries(named) as Record<`${Prefix}SubnetsZone${(typeof zones)[number]}Ids`, typeof subnetList>;
}

const subnetList = z.array(subnets("ID of a subnet"));

function optional<Shape extends Record<string, z.ZodType>>(shape: Shape) {
  const entries = Object.entries(shape).map(([name, schema]) => [name, schema.optional()]);
  return Object.fromEntries(entries) as { [Name in keyof Shape]: z.ZodOptional<Shape[Name]> };
}

const awsNetwork = object("AwsUserProvidedNetwork", "An existing network of AWS.", {
  awsVpcEksId: text.meta({ description: "ID of the VPC." }),
  ...subnetsOf("eks", "the nodes"),
  ...optional(subnetsOf("rds", "relational databases")),
  ...optional(subnetsOf("documentdb", "document databases")),
  ...optional(subnetsOf("elasticache", "caches")),
  ...optional(subnetsOf("eksKarpenterFargate", "Karpenter")),
  eksCreateNodesInPrivateSubnet: flag.optional().meta({ description: "Whether the nodes are in private subnets." }),
});

const gcpNetwork = object("GcpUserProvidedNetwork", "An existing network of Google Cloud.", {
  vpcName: text.meta({ description: "Name of the VPC." }),
  vpcProjectId: text.optional().meta({ description: "Project of the VPC." }),
  subnetworkName: text.optional().meta({ description: "Name of the subnet." }),
  ipRangeServicesName: text.optional().meta({ description: "Range of the services' addresses." }),
  ipRangePodsName: text.optional().meta({ description: "Range of the pods' addresses." }),
  additionalIpRangePodsNames: z
    .array(text.meta({ description: "Name of a range." }))
    .optional()
    .meta({ description: "Further ranges of the pods' addresses.", items: { key: "name" } }),
  privateNodes: flag.optional().meta({ description: "Whether the nodes have only private addresses." }),
});

/** The types of values of a feature. Responses name one of them, or another one for a `value`. */
const types: Readonly<Record<string, string>> = {
  awsUserProvidedNetwork: "AWS_USER_PROVIDED_NETWORK",
  gcpUserProvidedNetwork: "GCP_USER_PROVIDED_NETWORK",
  natGateway: "NAT_GATEWAY",
  karpenter: "KARPENTER",
  value: "other",
};

/** Requests have a value of any type in `value`, and `valueByType` gives the one of a response the name of its type. */
const valueFor = (name: string) => ({ wire: "value", response: { path: types[name] as string } });

/** The value in a response is that of the member that the program sets, and otherwise of the one for its type. */
const valueByType: Codec = {
  decode(response, { known }) {
    const { value, ...others } = response as Values;
    const set = Object.keys(types).find((name) => !isAbsent(at(known, name)));
    const type = String(set === undefined ? at(response, "value_object.type") : types[set]);
    const member = Object.values(types).includes(type) ? type : "other";
    return { ...others, [member]: at(response, "value_object.value") ?? value };
  },
};

const feature = oneOf(
  {
    id: text.meta({
      description: "Name of the feature, for example `STATIC_IP`, or its ID if the platform returns that.",
      compared: "ignoring case",
    }),
  },
  {
    value: setting.meta({
      description: "Value of the feature; a string, a boolean or an object, depending on the feature.",
      ...valueFor("value"),
    }),
  },
  { awsUserProvidedNetwork: awsNetwork.meta(valueFor("awsUserProvidedNetwork")) },
  { gcpUserProvidedNetwork: gcpNetwork.meta(valueFor("gcpUserProvidedNetwork")) },
  {
    natGateway: freeObject.meta({
      description: "NAT gateway of the cluster's network, sent unchanged.",
      ...valueFor("natGateway"),
    }),
  },
  {
    karpenter: freeObject.meta({
      description: "Settings of Karpenter, which adds and removes nodes, sent unchanged.",
      ...valueFor("karpenter"),
    }),
  },
).meta({
  typeName: "ClusterFeature",
  codec: valueByType,
  description: "A feature of the cluster: its ID, and its value in one of these forms.",
  response: {
    only: {
      title: responseText.meta({ description: "Title of the feature." }),
      description: responseText.meta({ description: "Description of the feature." }),
      costPerMonthInCents: responseNumber.meta({ description: "Cost per month.", unit: "cents" }),
      costPerMonth: responseNumber.meta({ description: "Cost per month." }),
      currencyCode: responseText.meta({ description: "Currency of the cost." }),
      isCloudProviderPayingFeature: flag
        .optional()
        .meta({ description: "Whether the cloud provider charges for the feature." }),
      cloudProviderFeatureDocumentation: responseText.meta({
        description: "URL of the cloud provider's documentation.",
      }),
      isPlatformPayingFeature: flag.optional().meta({ description: "Whether the platform charges for the feature." }),
      platformFeatureDocumentation: responseText.meta({ description: "URL of the platform's documentation." }),
      valueType: responseText.meta({ description: "Type of the value, for example BOOLEAN." }),
      valueObject: object("ClusterFeatureValue", "The value with its type.", {
        type: responseText.meta({ description: "Type of the value, for example STRING." }),
        value: setting.optional().meta({ description: "Value." }),
      }).optional(),
      isValueUpdatable: flag.optional().meta({ description: "Whether the value can be updated." }),
      acceptedValues: z
        .array(z.string().meta({ description: "An accepted value." }))
        .optional()
        .meta({ description: "Accepted values." }),
    },
  },
});

export const features = z
  .array(feature)
  .optional()
  .meta({ description: "Features of the cluster.", items: { key: "id", unique: ["id"], isPartial: true } });

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
    provider: gitProvider.optional(),
  }).optional(),
  yamlFilePath: text.optional().meta({ description: "Path of the specification in the repository." }),
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

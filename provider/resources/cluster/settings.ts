import { z } from "zod";
import { oneOf } from "../../schema/argumentSchemas.js";
import { gitUrl, uuid } from "../../schema/formats.js";
import { freeObject, integer, setting, text } from "../../schema/texts.js";
import { gitProvider } from "../shared/git.js";

const subnets = (what: string) => text.meta({ description: `${what}.` });
const zones = ["A", "B", "C"] as const;

/** The subnets of a part of an existing network, in each of its zones. */
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

const awsNetwork = z
  .strictObject({
    awsVpcEksId: text.meta({ description: "ID of the VPC." }),
    ...subnetsOf("eks", "the nodes"),
    ...optional(subnetsOf("rds", "relational databases")),
    ...optional(subnetsOf("documentdb", "document databases")),
    ...optional(subnetsOf("elasticache", "caches")),
    ...optional(subnetsOf("eksKarpenterFargate", "Karpenter")),
    eksCreateNodesInPrivateSubnet: z
      .boolean()
      .optional()
      .meta({ description: "Whether the nodes are in private subnets." }),
  })
  .meta({ typeName: "AwsUserProvidedNetwork", description: "An existing network of AWS." });

const gcpNetwork = z
  .strictObject({
    vpcName: text.meta({ description: "Name of the VPC." }),
    vpcProjectId: text.optional().meta({ description: "Project of the VPC." }),
    subnetworkName: text.optional().meta({ description: "Name of the subnet." }),
    ipRangeServicesName: text.optional().meta({ description: "Range of the services' addresses." }),
    ipRangePodsName: text.optional().meta({ description: "Range of the pods' addresses." }),
    additionalIpRangePodsNames: z
      .array(text.meta({ description: "Name of a range." }))
      .optional()
      .meta({ description: "Further ranges of the pods' addresses.", items: { key: "name" } }),
    privateNodes: z.boolean().optional().meta({ description: "Whether the nodes have private addresses alone." }),
  })
  .meta({ typeName: "GcpUserProvidedNetwork", description: "An existing network of Google Cloud." });

/** Where requests and responses have the value of a feature, whatever its type. */
const valueOfType = (as: string) => ({
  wire: "value",
  response: { path: "value_object.value", typed: { by: "value_object.type", as } },
});

const feature = oneOf(
  { id: uuid.meta({ description: "ID of the feature." }) },
  {
    value: setting.meta({
      description: "Value of the feature; a string, a boolean or an object, depending on the feature.",
      response: { path: "value_object.value" },
      wasRequired: true,
    }),
  },
  { awsUserProvidedNetwork: awsNetwork.meta(valueOfType("AWS_USER_PROVIDED_NETWORK")) },
  { gcpUserProvidedNetwork: gcpNetwork.meta(valueOfType("GCP_USER_PROVIDED_NETWORK")) },
  {
    natGateway: freeObject.meta({
      description: "NAT gateway of the cluster's network, sent unchanged.",
      ...valueOfType("NAT_GATEWAY"),
    }),
  },
  {
    karpenter: freeObject.meta({
      description: "Settings of Karpenter, which adds and removes nodes, sent unchanged.",
      ...valueOfType("KARPENTER"),
    }),
  },
).meta({
  typeName: "ClusterFeature",
  description: "A feature of the cluster: its ID, and its value in one of these forms.",
  response: {
    only: {
      title: z.string().optional().meta({ description: "Title of the feature." }),
      description: z.string().optional().meta({ description: "Description of the feature." }),
      costPerMonthInCents: z.int().optional().meta({ description: "Cost per month.", unit: "cents" }),
      costPerMonth: z.int().optional().meta({ description: "Cost per month." }),
      currencyCode: z.string().optional().meta({ description: "Currency of the cost." }),
      isCloudProviderPayingFeature: z
        .boolean()
        .optional()
        .meta({ description: "Whether the cloud provider charges for the feature." }),
      cloudProviderFeatureDocumentation: z
        .string()
        .optional()
        .meta({ description: "URL of the cloud provider's documentation." }),
      isPlatformPayingFeature: z
        .boolean()
        .optional()
        .meta({ description: "Whether the platform charges for the feature." }),
      platformFeatureDocumentation: z.string().optional().meta({ description: "URL of the platform's documentation." }),
      valueType: z.string().optional().meta({ description: "Type of the value, for example BOOLEAN." }),
      valueObject: z
        .strictObject({
          type: z.string().optional().meta({ description: "Type of the value, for example STRING." }),
          value: setting.optional().meta({ description: "Value." }),
        })
        .optional()
        .meta({ typeName: "ClusterFeatureValue", description: "The value with its type." }),
      isValueUpdatable: z.boolean().optional().meta({ description: "Whether the value can be updated." }),
      acceptedValues: z
        .array(z.string().meta({ description: "An accepted value." }))
        .optional()
        .meta({ description: "Accepted values." }),
    },
  },
});

/** Features of a cluster. */
export const features = z
  .array(feature)
  .optional()
  .meta({ description: "Features of the cluster.", items: { key: "id", unique: ["id"], isPartial: true } });

const nginxParameters = z
  .strictObject({
    replicaCount: integer(0).optional().meta({ description: "Number of instances." }),
    defaultSslCertificate: text
      .optional()
      .meta({ description: "Certificate used where no other matches, as `namespace/secret`." }),
    publishStatusAddress: text.optional().meta({ description: "Address that the ingress controller publishes." }),
    annotationMetalLbLoadBalancerIps: text
      .optional()
      .meta({ description: "Addresses that MetalLB assigns to the load balancer." }),
    annotationExternalDnsKubernetesTarget: text.optional().meta({ description: "Target that external-dns writes." }),
  })
  .optional()
  .meta({ typeName: "NginxParameters", description: "Settings of the ingress controller." });

const certManagerParameters = z
  .strictObject({
    kubernetesNamespace: text.optional().meta({ description: "Namespace of cert-manager." }),
  })
  .optional()
  .meta({ typeName: "CertManagerParameters", description: "Settings of cert-manager." });

const metalLbParameters = z
  .strictObject({
    ipAddressPools: z
      .array(text.meta({ description: "Address pool." }))
      .optional()
      .meta({ description: "Address pools.", items: { key: "pool" } }),
  })
  .optional()
  .meta({ typeName: "MetalLbParameters", description: "Settings of MetalLB." });

const eksAnywhereParameters = z
  .strictObject({
    gitRepository: z
      .strictObject({
        url: gitUrl.optional().meta({ description: "URL of the repository." }),
        gitTokenId: uuid
          .optional()
          .meta({ description: "Git token that gives access to the repository.", idOf: { kind: "GitToken" } }),
        branch: text.optional().meta({ description: "Branch to read." }),
        provider: gitProvider.optional(),
      })
      .optional()
      .meta({
        typeName: "EksAnywhereGitRepository",
        description: "Git repository with the cluster's specification.",
      }),
    yamlFilePath: text.optional().meta({ description: "Path of the specification in the repository." }),
  })
  .optional()
  .meta({ typeName: "EksAnywhereParameters", description: "Settings of EKS Anywhere." });

/** Settings of the components that the platform installs into a cluster. */
export const infrastructureChartsParameters = z
  .strictObject({ nginxParameters, certManagerParameters, metalLbParameters, eksAnywhereParameters })
  .optional()
  .meta({
    typeName: "InfrastructureChartsParameters",
    description: "Settings of the components that the platform installs into the cluster.",
  });

const alerting = z
  .strictObject({
    enabled: z
      .boolean()
      .optional()
      .meta({ description: "Whether alerts are sent.", default: false, whenOmitted: { isSent: true } }),
    defaultRuleLabels: freeObject.optional().meta({ description: "Labels of every alert rule, sent unchanged." }),
    specConfigSecret: text.optional().meta({ description: "Configuration of the alert manager.", secret: true }),
    specExternalUrl: text.optional().meta({ description: "External URL of the alert manager." }),
    configName: text.optional().meta({ description: "Name of the alert manager's configuration." }),
  })
  .optional()
  .meta({ typeName: "Alerting", description: "Alerts." });

const configuration = z
  .strictObject({
    kind: z
      .enum(["MANAGED_BY_PLATFORM"])
      .meta({ typeName: "MetricsKind", description: "Who runs the metrics collection." }),
    resourceProfile: z
      .enum(["LOW", "NORMAL", "HIGH"])
      .optional()
      .meta({ typeName: "MetricsResourceProfile", description: "Size of the metrics collection." }),
    cloudWatchExportConfig: z
      .strictObject({
        enabled: z
          .boolean()
          .optional()
          .meta({
            description: "Whether metrics are exported to CloudWatch.",
            default: false,
            whenOmitted: { isSent: true },
          }),
      })
      .optional()
      .meta({ typeName: "CloudWatchExportConfig", description: "Export to CloudWatch." }),
    highAvailability: z
      .boolean()
      .optional()
      .meta({ description: "Whether the metrics collection is highly available." }),
    internalNetworkMonitoring: z
      .strictObject({
        enabled: z
          .boolean()
          .optional()
          .meta({
            description: "Whether the cluster's internal network is monitored.",
            default: false,
            whenOmitted: { isSent: true },
          }),
      })
      .optional()
      .meta({ typeName: "InternalNetworkMonitoring", description: "Monitoring of the cluster's internal network." }),
    alerting,
  })
  .optional()
  .meta({ typeName: "MetricsConfiguration", description: "Configuration of the metrics collection." });

/** Metrics of a cluster. */
export const metricsParameters = z
  .strictObject({
    enabled: z
      .boolean()
      .optional()
      .meta({ description: "Whether metrics are collected.", default: false, whenOmitted: { isSent: true } }),
    configuration,
  })
  .optional()
  .meta({ typeName: "MetricsParameters", description: "Metrics of the cluster." });

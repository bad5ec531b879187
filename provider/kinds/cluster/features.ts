/** The features of a cluster: their names, and a form for the value of each. */
import { z } from "zod";
import type { Step } from "../../schema/equality.js";
import type { Codec } from "../../schema/facts.js";
import { featureNames } from "../../schema/formats.js";
import { at, isAbsent, isObject, type Value, type Values } from "../../schema/json.js";
import {
  choice,
  featureName,
  flag,
  integer,
  listRule,
  object,
  oneOf,
  optionalList,
  type Rule,
  responseNumber,
  responseText,
  rule,
  setting,
  text,
  type Violation,
} from "../../schema/schemas.js";
import { nearestName } from "../../values/nearestName.js";
import { toggle } from "../shared/common.js";

const zones = ["A", "B", "C"] as const;

const subnets = (description: string) =>
  z.array(text.meta({ description: "ID of a subnet." })).meta({ description, items: { key: "id" } });

/** The subnets of an existing network in each zone, for one use. */
function subnetsOf<const Prefix extends string>(prefix: Prefix, what: string) {
  const named = zones.map((zone) => [
    `${prefix}SubnetsZone${zone}Ids`,
    subnets(`Subnets of ${what} in zone ${zone.toLowerCase()}.`),
  ]);
  type Name = `${Prefix}SubnetsZone${(typeof zones)[number]}Ids`;
  return Object.fromEntries(named) as Record<Name, ReturnType<typeof subnets>>;
}

const optional = <Shape extends z.ZodRawShape>(shape: Shape) => z.object(shape).partial().shape;

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
  additionalIpRangePodsNames: optionalList(text.meta({ description: "Name of a range." })).meta({
    description: "Further ranges of the pods' addresses.",
    items: { key: "name" },
  }),
  privateNodes: flag.optional().meta({ description: "Whether the nodes have only private addresses." }),
});

const days = ["MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY", "SUNDAY"] as const;

const requiredKeys = ["InstanceFamily", "InstanceSize", "Arch"] as const;

const keys = [...requiredKeys, "SkuFamily", "SkuVersion"] as const;
const isKey = (key: unknown) => keys.some((each) => each === key);

const requirement = object("KarpenterRequirement", "Which instances Karpenter may choose.", {
  key: choice("KarpenterRequirementKey", keys).meta({
    description: "Property of the instances.",
  }),
  operator: choice("KarpenterOperator", ["In"])
    .optional()
    .meta({ description: "How the property is compared.", default: "In", whenOmitted: { isSent: true } }),
  values: z
    .array(text.meta({ description: "An accepted value." }))
    .meta({ description: "Accepted values, such as `AMD64` or `m6i`.", items: { key: "value" } }),
});

const requirementsOf = (description: string) =>
  z.array(requirement).meta({ description, items: { key: "key", unique: ["key"] } });

const namesInstances = listRule({
  description: `There is an item for each of ${requiredKeys.map((key) => `\`${key}\``).join(", ")}.`,
  check(items) {
    const specified = items.map((item) => at(item, "key"));
    const missing = requiredKeys.filter((key) => !specified.includes(key));
    if (missing.length === 0 || !specified.every(isKey)) return undefined;
    return { path: [], expected: `must have an item for ${missing.join(" and for ")}`, got: false };
  },
});

const consolidation = object("KarpenterConsolidation", "When Karpenter may replace nodes to save cost.", {
  enabled: toggle("Whether nodes are consolidated at these times only."),
  days: z
    .array(choice("Weekday", days).meta({ description: "Day of the week." }))
    .meta({ description: "Days of the week.", items: { key: "day" } }),
  startTime: text.meta({ description: "Time of the day." }),
  duration: text.meta({ description: "How long it lasts." }),
}).optional();

const limits = object("KarpenterLimits", "The most that all nodes together may have.", {
  enabled: toggle("Whether the limits apply."),
  maxCpuInVcpu: integer(0).meta({ description: "Maximum of CPUs.", unit: "vCPU" }),
  maxMemoryInGibibytes: integer(0).meta({ description: "Maximum memory.", unit: "GiB" }),
  maxGpu: integer(0)
    .optional()
    .meta({ description: "Maximum number of GPUs.", default: 0, whenOmitted: { isSent: true } }),
}).optional();

/** Settings of a node's disk. */
export const diskSpeed = {
  diskIops: integer(3000, 16000)
    .optional()
    .meta({ description: "IOPS of a node's disk.", unit: "operations per second" }),
  diskThroughput: integer(125, 1000).optional().meta({ description: "Throughput of a node's disk.", unit: "MB/s" }),
};

const plainOverride = {
  limits,
  spotEnabled: flag.optional().meta({ description: "Whether the nodes may be spot instances." }),
  consolidateAfter: text.optional().meta({ description: "How long a node is idle before it goes, such as `30s`." }),
};

const nodePools = object("KarpenterNodePools", "The nodes that Karpenter creates.", {
  requirements: requirementsOf("Which instances the nodes may be.").check(namesInstances),
  stableOverride: object("KarpenterStableOverride", "Nodes for what shouldn't move.", {
    consolidation,
    ...plainOverride,
  }).optional(),
  defaultOverride: object("KarpenterDefaultOverride", "All other nodes.", plainOverride).optional(),
  gpuOverride: object("KarpenterGpuOverride", "Nodes with GPUs.", {
    consolidation,
    ...plainOverride,
    requirements: requirementsOf("Which instances these nodes may be.").optional(),
    diskSizeInGib: integer(1).optional().meta({ description: "Disk of these nodes.", unit: "GiB", default: 100 }),
    ...diskSpeed,
  }).optional(),
  cronjobOverride: object("KarpenterCronjobOverride", "Nodes for cron jobs.", {
    consolidation,
    ...plainOverride,
  }).optional(),
});

/** The name of the member with the node pools has the vendor's name: it's found by the rest of it. */
const nodePoolsByName: Codec = {
  decode(response) {
    const members = Object.entries(response as Values).map(([name, value]) => [
      name.endsWith("_node_pools") ? "platform_node_pools" : name,
      value,
    ]);
    return Object.fromEntries(members);
  },
};

const karpenter = object("Karpenter", "Karpenter, which adds and removes nodes of a cluster on AWS.", {
  spotEnabled: toggle("Whether nodes may be spot instances."),
  diskSizeInGib: integer(1).meta({ description: "Disk of a node.", unit: "GiB" }),
  ...diskSpeed,
  defaultServiceArchitecture: choice("CpuArchitecture", ["AMD64", "ARM64"]).meta({
    description: "Architecture of services that state none.",
  }),
  nodePools: nodePools.meta({ wire: "platform_node_pools" }),
}).meta({ codec: nodePoolsByName });

/** On the wire, the settings of a NAT gateway are in an object that names the cloud. */
const gatewayType: Codec = {
  encode(usual) {
    const provider = isAbsent(at(usual, "type")) ? "gcp" : "scaleway";
    return { nat_gateway_type: { provider, ...(usual as Values) } };
  },
  decode: (response) => at(response, "nat_gateway_type") ?? {},
};

const natGateway = oneOf(
  {},
  {
    type: choice("NatGatewayType", ["VPC-GW-S", "VPC-GW-M", "VPC-GW-L", "VPC-GW-XL"]).meta({
      description: "Size of the gateway, on Scaleway.",
    }),
  },
  {
    staticIpsEnabled: flag.meta({ description: "Whether the gateway has fixed addresses, on Google Cloud." }),
    staticIpsCount: integer(1).meta({ description: "Number of fixed addresses." }),
  },
).meta({ typeName: "NatGateway", description: "The NAT gateway of the cluster's network.", codec: gatewayType });

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

interface Named {
  /** Whether only a new cluster can have it, or another value of it. */
  readonly isFixed?: true;
  /** The clouds that have it. */
  readonly clouds: readonly string[] | "all";
  /** Its value in a form of its own, by cloud; `value` also takes it as an object with the platform's names. */
  readonly forms?: Readonly<Record<string, string>>;
  readonly accepts: (value: Value) => boolean;
  readonly expected: string;
}

const isText = (value: Value) => typeof value === "string";

/** What is known of the features that have a name. */
const named: Readonly<Record<(typeof featureNames)[number], Named>> = {
  STATIC_IP: {
    clouds: "all",
    accepts: (value) => typeof value === "boolean" || value === "true" || value === "false",
    expected: "must be true or false",
  },
  VPC_SUBNET: {
    isFixed: true,
    clouds: ["AWS", "SCW", "DO", "AZURE", "OVH", "CIVO", "HETZNER", "ORACLE", "IBM", "ON_PREMISE"],
    accepts: isText,
    expected: "must be a network, such as 10.0.0.0/16",
  },
  EXISTING_VPC: {
    isFixed: true,
    clouds: ["AWS", "GCP"],
    forms: { AWS: "awsUserProvidedNetwork", GCP: "gcpUserProvidedNetwork" },
    accepts: isObject,
    expected: "must be an object",
  },
  KARPENTER: { clouds: ["AWS"], forms: { AWS: "karpenter" }, accepts: isObject, expected: "must be an object" },
  NAT_GATEWAY: {
    clouds: ["GCP", "SCW"],
    forms: { GCP: "natGateway", SCW: "natGateway" },
    accepts: isObject,
    expected: "must be an object",
  },
  GKE_KMS_KEY: { isFixed: true, clouds: ["GCP"], accepts: isText, expected: "must be the name of a key" },
};

const names: readonly string[] = featureNames;

function isNamed(id: Value | undefined): id is keyof typeof named {
  return typeof id === "string" && names.includes(id);
}

/** A name that is almost one of those above is a mistake; any other one may be of another platform. */
const valueOfItsFeature: Rule = {
  reads: ["id", ...Object.keys(types)],
  description: "The value is in the form that the feature has.",
  check({ id, ...values }): Violation | undefined {
    if (typeof id !== "string") return undefined;
    if (!isNamed(id)) {
      const near = nearestName(id, names);
      const isMistake = near !== undefined && Math.abs(near.length - id.length) <= 1;
      return isMistake ? { path: ["id"], expected: `isn't a feature; did you mean ${near}?` } : undefined;
    }
    const { forms = {}, accepts, expected } = named[id];
    const [form] = Object.keys(values).filter((name) => !isAbsent(values[name]));
    const own = [...new Set(Object.values(forms))];
    if (form === undefined || own.includes(form) || (form === "value" && accepts(values.value as Value)))
      return undefined;
    const advice = `set ${(own.length > 0 ? own : ["value"]).map((name) => `\`${name}\``).join(" or ")}`;
    return form === "value"
      ? { path: ["value"], expected: `${expected}, for ${id}`, ...(own.length > 0 && { advice }) }
      : { path: [form], expected: `isn't the value of ${id}`, got: false, advice };
  },
};

/** Which clouds have a feature, and in which form. */
export const featuresRule: Rule = {
  reads: ["cloudProvider", "features"],
  description: "The features are those that the cloud provider has.",
  check({ cloudProvider, features }) {
    if (typeof cloudProvider !== "string" || !Array.isArray(features)) return undefined;
    for (const [index, item] of features.entries()) {
      const id = at(item, "id");
      if (!isNamed(id)) continue;
      const { clouds, forms = {} } = named[id];
      if (clouds !== "all" && !clouds.includes(cloudProvider))
        return { path: ["features", index, "id"], expected: `isn't a feature of clusters on ${cloudProvider}` };
      const own = forms[cloudProvider];
      const other = Object.values(forms).find((form) => form !== own && !isAbsent(at(item, form)));
      if (other !== undefined) {
        const advice = `set \`${own}\``;
        return { path: ["features", index, other], expected: `isn't for ${cloudProvider}`, got: false, advice };
      }
    }
    return undefined;
  },
};

const feature = oneOf(
  {
    id: featureName.meta({
      description: `Name of the feature: ${featureNames.map((name) => `\`${name}\``).join(", ")}, or another name or ID that your platform has.`,
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
  { natGateway: natGateway.meta(valueFor("natGateway")) },
  { karpenter: karpenter.meta(valueFor("karpenter")) },
)
  .check(rule(valueOfItsFeature))
  .meta({
    typeName: "ClusterFeature",
    codec: valueByType,
    description: "A feature of the cluster: its name, and its value in one of these forms.",
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
        acceptedValues: optionalList(z.string().meta({ description: "An accepted value." })).meta({
          description: "Accepted values.",
        }),
      },
    },
  });

export const features = optionalList(feature).meta({
  description: "Features of the cluster.",
  items: { key: "id", unique: ["id"], isPartial: true },
});

/** Whether a change is one of a feature whose value the platform never changes. */
export function isFixedFeature([arg, step]: readonly Step[], { features: present }: Values): boolean {
  const id = arg === "features" && isObject(step) ? at(step.item, "id") : undefined;
  if (typeof id !== "string") return false;
  const item = (Array.isArray(present) ? present : []).find((each) => sameName(at(each, "id"), id));
  return at(item, "isValueUpdatable") === false || (isNamed(id) && named[id].isFixed === true);
}

function sameName(one: Value | undefined, other: string): boolean {
  return typeof one === "string" && one.toLowerCase() === other.toLowerCase();
}

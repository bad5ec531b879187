/** The features of a cluster: what the platform says about them, and the values that an update gives them. */
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { messageOf } from "../schema/messages.js";
import { type Path, type Report, rule, withRules } from "../schema/rules.js";
import { freeText, idOf, isWellFormed, text, uuid } from "../schema/texts.js";
import { freeJson, integer, isObject, omittable, optional } from "../schema/values.js";

/** A value is a text, a boolean or an object; which of them depends on the feature. */
export type Value = string | boolean | Record<string, unknown>;

function isValue(value: unknown): value is Value {
  return typeof value === "string" ? isWellFormed(value) : typeof value === "boolean" || isObject(value);
}

export const featureValue = freeJson
  .refine(isValue, {
    error: ({ input }) => (input === undefined ? "is required" : "must be a string, true, false or an object"),
  })
  .meta({ type: ["string", "boolean", "object"] }) as unknown as z.ZodType<Value>;

/** A list of subnets for each of three zones. */
function subnets(prefix: string, of: (list: z.ZodType) => z.ZodType) {
  return Object.fromEntries(["a", "b", "c"].map((zone) => [`${prefix}_subnets_zone_${zone}_ids`, of(z.array(text))]));
}
const furtherSubnets = ["rds", "documentdb", "elasticache", "eks_karpenter_fargate"].map((prefix) =>
  subnets(prefix, omittable),
);

/** The features whose value is an object: in which cloud, and what is known of its members. */
const objectTypes: Readonly<Record<string, { readonly provider?: string; readonly value: z.ZodObject }>> = {
  AWS_USER_PROVIDED_NETWORK: {
    provider: "AWS",
    value: z.looseObject({
      aws_vpc_eks_id: text,
      ...subnets("eks", (list) => list),
      ...Object.assign({}, ...furtherSubnets),
      eks_create_nodes_in_private_subnet: omittable(z.boolean()),
    }),
  },
  GCP_USER_PROVIDED_NETWORK: {
    provider: "GCP",
    value: z.looseObject({
      vpc_name: text,
      vpc_project_id: optional(text),
      subnetwork_name: optional(text),
      ip_range_services_name: optional(text),
      ip_range_pods_name: optional(text),
      additional_ip_range_pods_names: omittable(z.array(text)),
      private_nodes: omittable(z.boolean()),
    }),
  },
  KARPENTER: { provider: "AWS", value: z.looseObject({}) },
  NAT_GATEWAY: { value: z.looseObject({}) },
};

/** The type of a value, as the API names it: that of its feature if that is one of objects. */
export function typeOfValue(value: Value, featureType = ""): string {
  if (typeof value === "object") return featureType in objectTypes ? featureType : "OBJECT";
  return typeof value === "boolean" ? "BOOLEAN" : "STRING";
}

const valueObject = z.object({ type: text, value: featureValue });

export const feature = z
  .object({
    id: uuid,
    title: text,
    description: text,
    cost_per_month_in_cents: integer(),
    cost_per_month: integer(),
    currency_code: text,
    is_cloud_provider_paying_feature: z.boolean(),
    cloud_provider_feature_documentation: optional(text),
    is_platform_paying_feature: z.boolean(),
    platform_feature_documentation: optional(text),
    value_type: text,
    value_object: optional(valueObject),
    is_value_updatable: z.boolean(),
    accepted_values: z.array(freeText),
  })
  .meta({ id: "ClusterFeature" });
export type Feature = z.output<typeof feature>;

interface GivenFeature {
  readonly id: string;
  readonly value?: Value | null | undefined;
  /** Null is a feature without a value, as a response shows it. */
  readonly value_object?: { readonly value: Value } | null | undefined;
}

const hasValue = rule<GivenFeature>(["value", "value_object"], ({ value, value_object }, report) => {
  if (value === undefined && value_object === undefined) report(["value"], "is required");
});

export const featureRequest = withRules(
  z.object({
    id: idOf("feature"),
    value: omittable(featureValue),
    value_object: z
      .object({ value: featureValue })
      .nullable()
      .optional()
      .meta({ description: "The value as responses show it; used if `value` is omitted." }),
  }),
  hasValue,
);

/** The value of a feature in a cluster. */
export interface FeatureValue {
  readonly id: string;
  readonly value: Value;
}

/** A boolean is the same value as its text. */
function comparable(value: Value | undefined): string | Record<string, unknown> | undefined {
  return typeof value === "boolean" ? String(value) : value;
}

function givenValue({ value, value_object }: GivenFeature): Value | undefined {
  return value ?? value_object?.value;
}

function currentValue(feature: Feature, values: readonly FeatureValue[]): Value | undefined {
  return values.find(({ id }) => id === feature.id)?.value ?? feature.value_object?.value;
}

/** A cluster before a request, or a new one. */
interface FeaturesBefore {
  readonly values: readonly FeatureValue[];
  /** All features of the platform. */
  readonly features: readonly Feature[];
  readonly provider: string | undefined;
  readonly isNew?: boolean;
}

/**
 * What a feature may become: its value can stay as it is, and change as far as the platform allows. Items that are not
 * objects were reported before. A new cluster may have any feature that there is for its cloud provider.
 */
export function checkFeatures(
  given: readonly (GivenFeature | undefined)[],
  { values, features, provider, isNew = false }: FeaturesBefore,
  report: Report,
): void {
  for (const [index, change] of given.entries()) {
    const feature = features.find(({ id }) => id === change?.id);
    const value = change && givenValue(change);
    if (feature === undefined || value === undefined) continue;
    const current = currentValue(feature, values);
    const text = comparable(value);
    if (isDeepStrictEqual(text, comparable(current))) continue;
    const isInRequestForm = change?.value !== undefined && change.value !== null;
    const path = ["features", index, isInRequestForm ? "value" : "value_object"];
    const { accepted_values: accepted, is_value_updatable: canChange } = feature;
    const { provider: only = provider, value: schema } = objectTypes[feature.value_type] ?? {};
    if (only !== provider) report(["features", index, "id"], `isn't a feature of clusters on ${provider}`);
    else if (!canChange && !isNew) report(path, `can't change; it is ${JSON.stringify(current ?? null)}`);
    else if (accepted.length > 0 && !accepted.some((each) => each === text))
      report(path, `must be one of ${accepted.join(", ")}`);
    else if (schema !== undefined) reportMembers(schema, value, path, report);
  }
}

function reportMembers(schema: z.ZodType, value: Value, path: Path, report: Report): void {
  const { error } = schema.safeParse(value, { error: messageOf });
  for (const issue of error?.issues ?? []) report([...path, ...(issue.path as string[])], issue.message);
}

/** The values after an update: what it omits returns to the default, except a value that cannot change. */
export function updatedFeatures(
  given: readonly GivenFeature[],
  values: readonly FeatureValue[],
  features: readonly Feature[],
): FeatureValue[] {
  const constant = values.filter(({ id }) => features.some((each) => each.id === id && !each.is_value_updatable));
  const kept = constant.filter(({ id }) => !given.some((each) => each.id === id));
  const set = given.flatMap((each) => {
    const value = givenValue(each);
    return value === undefined ? [] : [{ id: each.id, value }];
  });
  return [...kept, ...set];
}

/** The features as the response of a cluster shows them. Those whose value is an object are shown only where they have one. */
export function representFeatures(features: readonly Feature[], values: readonly FeatureValue[]): Feature[] {
  return features.flatMap((feature) => {
    const value = values.find(({ id }) => id === feature.id)?.value;
    if (value !== undefined)
      return [{ ...feature, value_object: { type: typeOfValue(value, feature.value_type), value } }];
    return feature.value_type in objectTypes ? [] : [feature];
  });
}

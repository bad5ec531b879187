/** The features of a cluster: what the platform says about them, and the values that an update gives them. */
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { messageOf } from "../schema/messages.js";
import { currentReferences } from "../schema/references.js";
import { has, type Path, type Report, rule, withRules } from "../schema/rules.js";
import { freeText, isWellFormed, text, uuid } from "../schema/texts.js";
import { freeJson, integer, isObject, omittable, optional } from "../schema/values.js";
import { karpenter, natGateway } from "./feature-values.js";
import { type FeatureType, featureName, type OwnFeature, ownFeature } from "./own-features.js";

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
  subnets(prefix, (list) => list.nullish()),
);

/** What is known of the values of each type. A value keeps its other members. */
const valueTypes: Readonly<Record<FeatureType, z.ZodType>> = {
  STRING: freeText,
  // A boolean is the same value as its text.
  BOOLEAN: z.union([z.boolean(), z.enum(["true", "false"]).transform((specified) => specified === "true")], {
    error: "must be true or false",
  }),
  AWS_USER_PROVIDED_NETWORK: z.looseObject({
    aws_vpc_eks_id: text,
    ...subnets("eks", (list) => list),
    ...Object.assign({}, ...furtherSubnets),
    eks_create_nodes_in_private_subnet: z.boolean().nullish(),
  }),
  GCP_USER_PROVIDED_NETWORK: z.looseObject({
    vpc_name: text,
    vpc_project_id: text.nullish(),
    subnetwork_name: text.nullish(),
    ip_range_services_name: text.nullish(),
    ip_range_pods_name: text.nullish(),
    additional_ip_range_pods_names: z.array(text).nullish(),
    private_nodes: z.boolean().nullish(),
  }),
  KARPENTER: karpenter,
  NAT_GATEWAY: natGateway,
};

/** What a feature of a seed may have. */
export const valueOfSeed = z.union([freeText, z.boolean()], { error: "must be a string, true or false" });

/** A feature of a seed has no type of its own. */
export function typeOfValue(value: Value, type?: FeatureType): FeatureType {
  return type ?? (typeof value === "boolean" ? "BOOLEAN" : "STRING");
}

const facts = {
  title: text,
  description: text,
  cost_per_month_in_cents: integer(),
  cost_per_month: integer(),
  currency_code: text,
  is_cloud_provider_paying_feature: z.boolean(),
  cloud_provider_feature_documentation: optional(text),
  is_platform_paying_feature: z.boolean(),
  platform_feature_documentation: optional(text),
  is_value_updatable: z.boolean(),
  accepted_values: z.array(freeText),
};

/** A feature that clusters may have, with its default value. */
export const storedFeature = z.object({
  ...facts,
  id: uuid,
  value_type: text,
  value_object: optional(z.object({ type: text, value: featureValue })),
});
export type Feature = z.output<typeof storedFeature>;

export const feature = z
  .object({
    id: text.meta({ description: "Name of the feature; the ID of one that comes from a seed." }),
    ...facts,
    value_type: z.enum(["BOOLEAN"]),
    value_object: optional(
      z.object({ type: z.enum(Object.keys(valueTypes) as [FeatureType, ...FeatureType[]]), value: featureValue }),
    ),
  })
  .meta({ id: "ClusterFeature" });
export type ShownFeature = z.output<typeof feature>;

interface SpecifiedFeature {
  readonly id: string;
  readonly value?: Value | null | undefined;
  /** Null is a feature without a value, as a response shows it. */
  readonly value_object?: { readonly value: Value } | null | undefined;
}

const hasValue = rule<SpecifiedFeature>(
  ["value", "value_object"],
  ({ value, value_object }, report) => {
    if (value === undefined && value_object === undefined) report(["value"], "is required");
  },
  { anyOf: [has("value"), { required: ["value_object"] }] },
);

const featureId = text
  .refine((id) => currentReferences().exists("feature", id), "isn't a feature of clusters")
  .overwrite(featureName)
  .meta({ description: "Name of the feature, or the ID of one that comes from a seed." });

export const featureRequest = withRules(
  z.object({
    id: featureId,
    value: omittable(featureValue),
    value_object: z
      .object({ value: featureValue })
      .nullable()
      .optional()
      .meta({ description: "The value as responses show it; used if `value` is omitted." }),
  }),
  hasValue,
);

/** The value of a feature in a cluster. Earlier versions stored the ID of the feature in place of its name. */
export interface FeatureValue {
  readonly id: string;
  readonly value: Value;
}

/** A boolean is the same value as its text. */
function comparable(value: Value | undefined): string | Record<string, unknown> | undefined {
  return typeof value === "boolean" ? String(value) : value;
}

function specifiedValue({ value, value_object }: SpecifiedFeature): Value | undefined {
  return value ?? value_object?.value;
}

function featureValueIn(name: string, values: readonly FeatureValue[]): FeatureValue | undefined {
  return values.find(({ id }) => featureName(id) === name);
}

/** The feature that a name means on a cloud provider. */
function featureNamed(name: string, features: readonly Feature[], provider: string): Feature | undefined {
  return features.find(({ id }) => featureName(id) === name && isOn(id, provider));
}

function isOn(id: string, provider: string): boolean {
  return ownFeature(id)?.on(provider) ?? true;
}

function parse(feature: Feature, value: Value) {
  const type = ownFeature(feature.id)?.type;
  return (type === undefined ? valueOfSeed : valueTypes[type]).safeParse(value, { error: messageOf });
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
  specified: readonly (SpecifiedFeature | undefined)[],
  { values, features, provider, isNew = false }: FeaturesBefore,
  report: Report,
): void {
  for (const [index, change] of specified.entries()) {
    const value = change && specifiedValue(change);
    if (change?.id === undefined || value === undefined || provider === undefined) continue;
    // A body with other violations is as it was sent.
    const name = featureName(change.id);
    const feature = featureNamed(name, features, provider);
    if (feature === undefined) {
      report(["features", index, "id"], `isn't a feature of clusters on ${provider}`);
      continue;
    }
    const current = featureValueIn(name, values)?.value ?? feature.value_object?.value;
    const text = comparable(value);
    if (isDeepStrictEqual(text, comparable(current))) continue;
    const isInRequestForm = change.value !== undefined && change.value !== null;
    const path = ["features", index, isInRequestForm ? "value" : "value_object"];
    const { accepted_values: accepted, is_value_updatable: canChange } = feature;
    if (!canChange && !isNew) report(path, `can't change; it is ${JSON.stringify(current ?? null)}`);
    else if (accepted.length > 0 && !accepted.some((each) => each === text))
      report(path, `must be one of ${accepted.join(", ")}`);
    else reportIssues(parse(feature, value).error, path, report);
  }
}

function reportIssues(error: z.ZodError | undefined, path: Path, report: Report): void {
  for (const issue of error?.issues ?? []) report([...path, ...(issue.path as string[])], issue.message);
}

/** The values after an update: what it omits returns to the default, except a value that cannot change. */
export function updatedFeatures(
  specified: readonly SpecifiedFeature[],
  { values, features, provider }: { values: readonly FeatureValue[]; features: readonly Feature[]; provider: string },
): FeatureValue[] {
  const isConstant = ({ id }: FeatureValue) =>
    featureNamed(featureName(id), features, provider)?.is_value_updatable === false;
  const isSpecified = ({ id }: FeatureValue) => specified.some((each) => each.id === featureName(id));
  const set = specified.flatMap((each) => {
    const value = specifiedValue(each);
    const feature = featureNamed(each.id, features, provider);
    if (value === undefined || feature === undefined) return [];
    // A value that was accepted before, and is sent back, may not fit.
    return [{ id: each.id, value: (parse(feature, value).data as Value | undefined) ?? value }];
  });
  return [...values.filter((each) => isConstant(each) && !isSpecified(each)), ...set];
}

/** What a cloud provider has, with default values. */
export function featuresOn(provider: string, features: readonly Feature[]): ShownFeature[] {
  return features
    .filter(({ id }) => isOn(id, provider))
    .map((each) => ({ ...each, ...shownValue(each, each.value_object?.value), id: featureName(each.id) }));
}

/** The features as the response of a cluster shows them. Most of the platform's own are shown only where they have a value. */
export function representFeatures(
  features: readonly Feature[],
  { features: values, cloud_provider: provider }: { features: readonly FeatureValue[]; cloud_provider: string },
): ShownFeature[] {
  return features.flatMap((feature) => {
    const own = ownFeature(feature.id);
    const name = featureName(feature.id);
    if (!isOn(feature.id, provider)) return [];
    const set = featureValueIn(name, values);
    const value = set?.value ?? feature.value_object?.value;
    if (set === undefined && own !== undefined && own.name !== "STATIC_IP") return [];
    return [{ ...feature, ...shownValue(feature, value), id: set?.id ?? name }];
  });
}

function shownValue({ id }: Feature, value: Value | undefined): Pick<ShownFeature, "value_type" | "value_object"> {
  const own = ownFeature(id);
  const value_object = value === undefined ? null : { type: typeOfValue(value, own?.type), value: shown(value, own) };
  return { value_type: "BOOLEAN", value_object };
}

/** Earlier versions stored a boolean as text. */
function shown(value: Value, own: OwnFeature | undefined): Value {
  return own?.type === "BOOLEAN" && typeof value === "string" ? value === "true" : value;
}

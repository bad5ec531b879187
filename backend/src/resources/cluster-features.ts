/** The features of a cluster: what the platform says about them, and the values that an update gives them. */
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { type Report, rule, withRules } from "../schema/rules.js";
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

/** The type of a value, as the API names it. */
export function typeOfValue(value: Value): string {
  return typeof value === "object" ? "OBJECT" : typeof value === "boolean" ? "BOOLEAN" : "STRING";
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

/**
 * What a feature may become: its value can stay as it is, and change as far as the platform allows. Items that are not
 * objects were reported before.
 */
export function checkFeatures(
  given: readonly (GivenFeature | undefined)[],
  values: readonly FeatureValue[],
  features: readonly Feature[],
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
    if (!canChange) report(path, `cannot change; it is ${JSON.stringify(current ?? null)}`);
    else if (accepted.length > 0 && !accepted.some((each) => each === text))
      report(path, `must be one of ${accepted.join(", ")}`);
  }
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

/** A feature as the response of a cluster shows it. */
export function representFeature(feature: Feature, values: readonly FeatureValue[]): Feature {
  const value = values.find(({ id }) => id === feature.id)?.value;
  if (value === undefined) return feature;
  return { ...feature, value_object: { type: typeOfValue(value), value } };
}

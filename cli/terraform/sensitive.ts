import type { ResourceDefinition } from "../../provider/definition/kind.js";
import { inside, isSecretMember } from "../../provider/schema/field.js";
import { isObject, type Value, type Values } from "../../provider/schema/json.js";
import { credentialsIn, isHarmless, isSecretName, isSecretValue } from "../export/credentials.js";
import type { KnownSecret } from "../export/secrets.js";
import { computed, variableLists } from "./counterparts.js";
import { type SensitiveText, type StateInstance, sensitiveTexts, type TerraformState } from "./stateFile.js";

/**
 * All secrets of a state, wherever the program has them: what Terraform marks, what the definitions say, and what names say. The marks
 * alone are not complete: a provider leaves out what it doesn't know.
 */
export function secretsOf(state: TerraformState): KnownSecret[] {
  const found = [
    ...state.instances.flatMap((instance) =>
      [...instance.sensitive, ...named(withoutKeys(instance.attributes)), ...listed(instance)].map((each) => ({
        ...each,
        label: instance.address,
        context: instance.names,
      })),
    ),
    ...state.sensitiveOutputs.map((each) => ({ ...each, label: `output ${each.name}`, context: [] })),
  ];
  const values = new Map<string, KnownSecret>();
  for (const { value, name, label, context } of found)
    if (!values.has(value) && isMarked(value)) values.set(value, { value, label, words: [...context, name] });
  return [...values.values()];
}

/** The secrets among the arguments and outputs of a resource, as its definition says. */
export function secretsIn({ body }: ResourceDefinition, values: Values, label: string): KnownSecret[] {
  const whole = { ...body, members: { ...body.members, ...body.responseOnly } };
  const walk = (field: Parameters<typeof inside>[0], value: Value | undefined): SensitiveText[] =>
    inside(field, value).flatMap((each) =>
      isSecretMember(each.field, each.siblings)
        ? sensitiveTexts(each.value, String(each.step))
        : walk(each.field, each.value),
    );
  return walk(whole, values)
    .filter(({ value }) => isMarked(value))
    .map(({ value, name }) => ({ value, label, words: [label, name] }));
}

/** Whether a variable that isn't secret has a text that must not be in the program. */
export function isSecretVariable(key: string, value: string, known: readonly KnownSecret[]): boolean {
  const isNamed = isSecretName(key) && isSecretValue(value);
  return isNamed || credentialsIn(value).length > 0 || known.some((each) => value.includes(each.value));
}

/** The values of variables that are secret. */
function listed({ attributes }: StateInstance): SensitiveText[] {
  return Object.entries(variableLists).flatMap(([attribute, { secret, form }]) =>
    secret && form !== "ALIAS" ? sensitiveTexts(attributes[attribute], attribute) : [],
  );
}

/** The attributes without those whose values are keys of variables. */
function withoutKeys(attributes: Values): Values {
  const isOfKeys = (name: string) => variableLists[name]?.form === "ALIAS" || computed.includes(name);
  return Object.fromEntries(Object.entries(attributes).filter(([name]) => !isOfKeys(name)));
}

/** Texts whose names say that they are secret, at any depth. */
function named(value: Value | undefined): SensitiveText[] {
  if (Array.isArray(value)) return value.flatMap(named);
  if (!isObject(value)) return [];
  const { key, value: own } = value;
  const isPair = typeof key === "string" && typeof own === "string";
  const pair = isPair && isSecretName(key) && isSecretValue(own) ? [{ value: own, name: key }] : [];
  const members = Object.entries(value).flatMap(([name, inner]) =>
    typeof inner !== "string"
      ? named(inner)
      : isSecretName(name) && isSecretValue(inner)
        ? [{ value: inner, name }]
        : [],
  );
  return [...pair, ...members];
}

/** Minimum length of a secret: shorter texts are in many places. */
export const shortestSecret = 4;

/** Whether a text says enough to be a secret, and isn't a word or a number that is in many places. */
function isMarked(value: string): boolean {
  return value.length >= shortestSecret && !isHarmless(value) && !/^\d{1,5}$/.test(value);
}

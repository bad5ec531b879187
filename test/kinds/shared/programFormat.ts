import type { Value, Values } from "../../support/provider.js";

/** Members whose own keys are the user's, as requests spell them. */
const untouched = /^(config_json|action_extra_arguments|default_rule_labels|value)$/;

/**
 * Values of the API as a program spells them: by the rule alone, written here on its own, so that a wrong spelling in the code under test
 * cannot cancel itself out.
 */
export const asProgram = <V extends Value>(values: V): V => inCamelCase(values) as V;

function inCamelCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inCamelCase);
  if (typeof value !== "object" || value === null) return value;
  const spell = (name: string) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [spell(name), untouched.test(name) ? member : inCamelCase(member)]),
  );
}

/** What a program sees of a response: its ID is Pulumi's own, and some members have another name or another place. */
export const outputsOf = ({ id: _, ...response }: Values, others: Values): Values => ({
  ...asProgram(response),
  ...others,
});

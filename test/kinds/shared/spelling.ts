import type { Value, Values } from "../../provider.js";

/** Members whose own keys are the user's, as programs and as requests spell them. */
const untouched = /^(config_?json|action_?extra_?arguments|default_?rule_?labels|value)$/i;

function respelled(value: unknown, spell: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => respelled(item, spell));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      spell(name),
      untouched.test(name) ? member : respelled(member, spell),
    ]),
  );
}

/**
 * Values of the API as a program spells them, and the other way round: by the rule alone, written here on its own, so that a wrong
 * spelling in the code under test cannot cancel itself out.
 */
export const asProgram = <V extends Value>(values: V): V =>
  respelled(values, (name) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())) as V;
export const asWire = (values: unknown): unknown =>
  respelled(values, (name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));

/** What a program sees of a response: its ID is Pulumi's own, and some members have another name or another place. */
export const outputsOf = ({ id: _, ...response }: Values, others: Values): Values => ({
  ...asProgram(response),
  ...others,
});

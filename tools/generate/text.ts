import { inWords } from "../../provider/schema/condition.js";
import type { Field } from "../../provider/schema/field.js";
import { formatTexts } from "../../provider/schema/formats.js";

/** What is known of a field beyond its description, in sentences: unit, default, bounds, what follows from a change. */
export function factsOf(field: Field): string[] {
  const facts: string[] = [];
  if (field.unit !== undefined) facts.push(`Unit: ${field.unit}.`);
  if (field.default !== undefined) facts.push(`Default: ${JSON.stringify(field.default)}.`);
  else if (field.defaultText !== undefined) facts.push(`Default: ${field.defaultText}.`);
  if (field.type === "integer" && field.min !== undefined) {
    facts.push(field.max === undefined ? `At least ${field.min}.` : `From ${field.min} to ${field.max}.`);
  }
  if (field.type === "string") {
    if (field.maxLength !== undefined) facts.push(`At most ${field.maxLength} characters.`);
    if (field.maxBytes !== undefined) facts.push(`At most ${field.maxBytes} bytes.`);
    if (field.format !== undefined && field.format !== "guid") facts.push(`Format: ${formatTexts[field.format]}.`);
  }
  if (field.type === "array") {
    if (field.minItems !== undefined)
      facts.push(`At least ${field.minItems} ${field.minItems === 1 ? "item" : "items"}.`);
    if (field.key !== undefined) facts.push(`Items are told apart by \`${field.key}\`; their order does not matter.`);
    facts.push(...(field.rules ?? []));
  }
  if (field.type === "object") facts.push(...(field.rules ?? []));
  if (field.onlyWhen !== undefined) facts.push(`Only where ${inWords(field.onlyWhen)}.`);
  if (field.ignoredWhen !== undefined) facts.push(`Ignored where ${inWords(field.ignoredWhen)}.`);
  if (field.nullable) facts.push("`null` clears it.");
  if (field.secret) facts.push("Secret: encrypted in the state, also when the program passes plain text.");
  if (field.secretWhen !== undefined) facts.push(`Secret where \`${field.secretWhen}\` is true.`);
  if (field.replaces) facts.push("It cannot be edited: another value needs a new resource.");
  if (field.appliedByDeployment)
    facts.push("Where the endpoints have no edit, another value takes effect with the next deployment.");
  return facts;
}

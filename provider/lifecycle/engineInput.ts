import type { ResourceDefinition } from "../definition/resourceDefinition.js";
import type { Value, Values } from "../schema/json.js";
import { MANAGED } from "../schema/managedInputs.js";
import { hiderOf, SECRETS } from "../schema/redact.js";

/** Key under which the engine keeps the provider's text in inputs and outputs. */
export const PROVIDER = "__provider";

/** What the engine hands over of a resource: its arguments or outputs, and what it carries beside them. */
export interface Handed {
  readonly values: Values;
  /** The provider's text. */
  readonly text: Value | undefined;
  /** Which arguments the program gives. */
  readonly managed: Value | undefined;
  /** Which arguments the program marks secret. */
  readonly secrets: Value | undefined;
  /** The definition that hides those. */
  readonly seen: ResourceDefinition;
  /** A text without the secrets among the values. */
  readonly hide: (text: string) => string;
}

/** Takes apart what the engine hands over. */
export function take(definition: ResourceDefinition, given: Values): Handed {
  const { [PROVIDER]: text, [MANAGED]: managed, [SECRETS]: secrets, ...values } = given;
  const seen = hiding(definition, secrets);
  return { values, text, managed, secrets, seen, hide: hiderOf(seen.body, values) };
}

/** The definition with the named arguments as secrets: nothing that works with it shows their values. */
function hiding(definition: ResourceDefinition, named: Value | undefined): ResourceDefinition {
  if (typeof named !== "string" || named === "") return definition;
  const names = named.split(",");
  const args = Object.fromEntries(
    Object.entries(definition.args).map(([name, field]) => [
      name,
      names.includes(name) ? { ...field, secret: true } : field,
    ]),
  );
  return { ...definition, args, body: { ...definition.body, members: args } };
}

import type { ResourceDefinition } from "../definition/resourceDefinition.js";
import type { Value, Values } from "../schema/json.js";
import { MANAGED } from "../schema/managedInputs.js";
import { redactorOf, SECRETS } from "../schema/redact.js";

/** Key under which the engine keeps the provider's text in inputs and outputs. */
export const PROVIDER = "__provider";

/** What the engine passes of a resource: its arguments or outputs, and what it carries beside them. */
export interface EngineInput {
  readonly values: Values;
  /** The provider's text. */
  readonly text: Value | undefined;
  /** Which arguments the program gives. */
  readonly managed: Value | undefined;
  /** Which arguments the program marks secret. */
  readonly secrets: Value | undefined;
  /** The definition with these as secrets: nothing that works with it shows their values. */
  readonly definition: ResourceDefinition;
  /** A text without the secrets among the values. */
  readonly hide: (text: string) => string;
}

/** Separates arguments or outputs from what the engine carries beside them. */
export function engineInput(definition: ResourceDefinition, given: Values): EngineInput {
  const { [PROVIDER]: text, [MANAGED]: managed, [SECRETS]: secrets, ...values } = given;
  const hiding = withSecrets(definition, secrets);
  return { values, text, managed, secrets, definition: hiding, hide: redactorOf(hiding.body, values) };
}

function withSecrets(definition: ResourceDefinition, named: Value | undefined): ResourceDefinition {
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

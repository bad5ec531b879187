import type { ResourceDefinition } from "../definition/resourceDefinition.js";
import type { Value, Values } from "../schema/json.js";
import { MANAGED } from "../schema/managedInputs.js";
import { redactorOf, SECRETS } from "../schema/redact.js";

/** Key under which the engine keeps the provider's text in inputs and outputs. */
export const PROVIDER = "__provider";

/** A resource as the engine passes it: arguments or outputs, and the provider's own properties beside them. */
export interface EngineInput {
  readonly values: Values;
  /** The provider's text. */
  readonly text: Value | undefined;
  /** Which arguments the program gives. */
  readonly managed: string | undefined;
  /** Which arguments the program marks secret. */
  readonly secrets: Value | undefined;
  /** The definition with these arguments as secrets, so that nothing that uses it shows their values. */
  readonly definition: ResourceDefinition;
  /** Redacts the secret values in a text. */
  readonly hide: (text: string) => string;
}

/** Separates arguments or outputs from the provider's own properties. */
export function engineInput(definition: ResourceDefinition, given: Values): EngineInput {
  const { [PROVIDER]: text, [MANAGED]: managed, [SECRETS]: secrets, ...values } = given;
  const hiding = withSecrets(definition, secrets);
  const described = typeof managed === "string" ? managed : undefined;
  const hide = redactorOf(hiding.body, values);
  return { values, text, managed: described, secrets, definition: hiding, hide };
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

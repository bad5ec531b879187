import { DECLARED } from "../claims/declarations.js";
import type { ResourceDefinition } from "../definition/resourceDefinition.js";
import { spellingsOf } from "../platform/environmentNames.js";
import { LOOKUPS, type LookupAddresses, readLookups } from "../platform/lookups.js";
import type { Value, Values } from "../schema/json.js";
import { MANAGED } from "../schema/managedInputs.js";
import { redactorOf, redactTexts, SECRETS } from "../schema/redact.js";
import { revisionIn, withoutRevision } from "../schema/revision.js";

/** Key under which the engine keeps the provider's text in inputs and outputs. */
export const PROVIDER = "__provider";

/** A resource as the engine passes it: arguments or outputs, and the provider's own properties beside them. */
export interface EngineInput {
  readonly values: Values;
  /** The provider's text. */
  readonly text: Value | undefined;
  /** Which arguments the program gives. */
  readonly managed: string | undefined;
  /** Identifies the last change of an argument, if the state has it. */
  readonly revision: string | undefined;
  /** Names of the arguments and outputs that the program marks secret. */
  readonly secrets: readonly string[];
  /** Which resource of the program this is, if a program declares it. */
  readonly declared: Value | undefined;
  /** Which platforms the look-ups of the program have read. */
  readonly lookups: LookupAddresses;
  /** The definition with these arguments as secrets, so that nothing that uses it shows their values. */
  readonly definition: ResourceDefinition;
  /** Redacts the secret values in a text. */
  readonly hide: (text: string) => string;
}

/** Separates arguments or outputs from the provider's own properties. */
export function engineInput(definition: ResourceDefinition, given: Values): EngineInput {
  const { [PROVIDER]: text, [MANAGED]: managed, [SECRETS]: marked, [DECLARED]: declared, ...others } = given;
  const { [LOOKUPS]: lookups, ...values } = others;
  const secrets = typeof marked === "string" && marked !== "" ? marked.split(",") : [];
  const hiding = withSecrets(definition, secrets);
  return {
    values,
    text,
    managed: typeof managed === "string" ? withoutRevision(managed) : undefined,
    revision: revisionIn(managed),
    secrets,
    declared,
    lookups: readLookups(lookups),
    definition: hiding,
    hide: hiderOf(hiding, values, secrets),
  };
}

function hiderOf({ body }: ResourceDefinition, values: Values, secrets: readonly string[]): (text: string) => string {
  const { connection } = values;
  const hide = redactorOf(body, values);
  if (typeof connection !== "string" || !secrets.includes("connection")) return hide;
  const hideConnection = redactTexts(spellingsOf(connection), 1);
  return (text) => hide(hideConnection(text));
}

function withSecrets(definition: ResourceDefinition, names: readonly string[]): ResourceDefinition {
  if (names.length === 0) return definition;
  const args = Object.fromEntries(
    Object.entries(definition.args).map(([name, field]) => [
      name,
      names.includes(name) ? { ...field, secret: true } : field,
    ]),
  );
  return { ...definition, args, body: { ...definition.body, members: args } };
}

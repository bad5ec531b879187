import type { StoredResource } from "../lifecycle/requests.js";
import type { ObjectField } from "../schema/field.js";
import type { Value, Values } from "../schema/json.js";
import { MANAGED, secretsIn, withoutRevision } from "../values/managedText.js";
import { hintsApart, type ProgramHints } from "../values/programHints.js";
import { revisionOf } from "../values/serviceSelection.js";
import { withoutEmptyOutputs } from "../values/wire.js";
import { parseGiven } from "./givenText.js";
import type { LookupAddresses } from "./lookups.js";
import { readLookups } from "./lookups.js";
import { DECLARED, LOOKUPS, PROVIDER, RESOURCE_NAME } from "./properties.js";

/** A resource as the engine passes it: arguments or outputs, and the provider's own properties beside them. */
export interface DynamicInput {
  readonly values: Values;
  /** The provider's text. */
  readonly text: Value | undefined;
  /** Which arguments the program gives, as the state describes them. */
  readonly managed: string | undefined;
  readonly revision: string | undefined;
  /** Names of the arguments that the program marks as secret or, of outputs, had marked when they were written. */
  readonly secrets: readonly string[];
  readonly urn: string | undefined;
  readonly resourceName: string | undefined;
  readonly lookups: LookupAddresses;
  /** Names of the arguments that aren't part of this run. */
  readonly pending: readonly string[];
  readonly hints: ProgramHints;
}

/**
 * Whether these outputs are of the native provider. The engine cannot pass them to this door again before an update has written
 * them in its form.
 */
export function isNative(outputs: Values): boolean {
  return !(PROVIDER in outputs || MANAGED in outputs);
}

/** Separates arguments or outputs from the own properties of both doors: those of the native provider stay behind. */
export function dynamicInput(given: Values): DynamicInput {
  const { [PROVIDER]: text, [MANAGED]: managed, [DECLARED]: urn, ...others } = given;
  const { [LOOKUPS]: lookups, [RESOURCE_NAME]: resourceName, deployable: _, __given, ...rest } = others;
  const { values, hints } = hintsApart(rest);
  return {
    values,
    text,
    managed: textOrNothing(managed),
    revision: revisionOf(given),
    secrets: [...hints.secrets, ...secretsIn(managed)],
    urn: textOrNothing(urn),
    resourceName: textOrNothing(resourceName),
    lookups: readLookups(lookups),
    pending: hints.pending,
    hints,
  };
}

function textOrNothing(value: Value | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** What the state says about a resource. */
export function storedIn(body: ObjectField, { values, managed, revision }: DynamicInput): StoredResource {
  return {
    values: withoutEmptyOutputs(values),
    given: managed === undefined ? undefined : parseGiven(body, withoutRevision(managed)),
    revision,
  };
}

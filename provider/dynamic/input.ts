import {
  DECLARED,
  hintsApart,
  jsonIn,
  LOCATION,
  type LookupAddresses,
  locationIn,
  MANAGED,
  NORMALIZED,
  PREVIOUS,
  PROVIDER,
  type ProgramHints,
  RESOURCE_NAME,
  revisionOf,
  secretsIn,
} from "../engine/hints.js";
import type { StoredResource } from "../lifecycle/requests.js";
import type { Value, Values } from "../schema/json.js";
import { withoutEmptyOutputs } from "../values/wire.js";

/** A resource as the engine passes it: arguments or outputs, and the provider's own properties. */
export interface DynamicInput {
  readonly values: Values;
  readonly text: Value | undefined;
  /** Whether a program manages the resource: it isn't only read. */
  readonly isManaged: boolean;
  readonly previous: Values | undefined;
  readonly revision: string | undefined;
  readonly location: string | undefined;
  readonly normalized: Values | undefined;
  /** Names of the arguments that the program marks as secret; for outputs, those that it had marked when they were written. */
  readonly secrets: readonly string[];
  readonly urn: string | undefined;
  readonly resourceName: string | undefined;
  readonly lookups: LookupAddresses;
  /** Names of the arguments that depend on resources outside of this run. */
  readonly pending: readonly string[];
  readonly hints: ProgramHints;
}

/** Whether these are outputs of the native provider. The engine can't pass them to this door until an update has converted them. */
export function isNative(outputs: Values): boolean {
  return !(PROVIDER in outputs || MANAGED in outputs);
}

/** Separates arguments or outputs from the own properties of both doors. Those of the native provider are dropped. */
export function dynamicInput(given: Values): DynamicInput {
  const { [PROVIDER]: text, [MANAGED]: managed, [DECLARED]: urn, [RESOURCE_NAME]: resourceName } = given;
  const { values: known, hints } = hintsApart(given);
  const { deployable: _, [PREVIOUS]: previous, [NORMALIZED]: normalized, [LOCATION]: _location, ...values } = known;
  return {
    values,
    text,
    isManaged: typeof managed === "string",
    previous: jsonIn(previous),
    revision: revisionOf(given),
    location: locationIn(given),
    normalized: jsonIn(normalized),
    secrets: [...hints.secrets, ...secretsIn(managed)],
    urn: textOrNothing(urn),
    resourceName: textOrNothing(resourceName),
    lookups: hints.lookups,
    pending: hints.pending,
    hints,
  };
}

function textOrNothing(value: Value | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

export function storedIn({ values, previous, revision, location, normalized }: DynamicInput): StoredResource {
  return { values: withoutEmptyOutputs(values), previous, revision, location, normalized };
}

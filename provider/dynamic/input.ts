import type { StoredResource } from "../lifecycle/requests.js";
import type { Value, Values } from "../schema/json.js";
import {
  hintsApart,
  jsonIn,
  LOCATION,
  locationIn,
  MANAGED,
  NORMALIZED,
  PREVIOUS,
  type ProgramHints,
  secretsIn,
} from "../values/hints.js";
import { revisionOf } from "../values/serviceSelection.js";
import { withoutEmptyOutputs } from "../values/wire.js";
import { DECLARED, LOOKUPS, type LookupAddresses, PROVIDER, RESOURCE_NAME, readLookups } from "./properties.js";

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
  const { [PROVIDER]: text, [MANAGED]: managed, [DECLARED]: urn, ...others } = given;
  const { [LOOKUPS]: lookups, [RESOURCE_NAME]: resourceName, deployable: _, [PREVIOUS]: previous, ...known } = others;
  const { [NORMALIZED]: normalized, [LOCATION]: _location, ...rest } = known;
  const { values, hints } = hintsApart(rest);
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
    lookups: readLookups(lookups),
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

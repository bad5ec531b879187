import type { Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import type { ResourceDefinition } from "../definition/resourceDefinition.js";
import { jsonIn, jsonOutput, LOCATION, locationIn, NORMALIZED, PREVIOUS, revisionOf } from "../engine/hints.js";
import { withSecrets } from "../lifecycle/call.js";
import type { StoredResource } from "../lifecycle/requests.js";
import { derivedOutputs, PartialFailure } from "../lifecycle/stored.js";
import { mapMembers, UNKNOWN, type Values } from "../schema/json.js";
import { type KnownSecrets, markSecrets, repeatedSecrets, stillSecret } from "../values/secrets.js";
import { suppliedVersions } from "../values/serviceSelection.js";
import { structOf } from "./structs.js";

/** Converts what the engine stores of a resource. */

/** The arguments among the inputs: a stack from the dynamic provider has other inputs, too. */
export function argumentsIn({ args }: ResourceDefinition, inputs: Values): Values {
  return mapMembers(inputs, (value, name) => (Object.hasOwn(args, name) ? value : undefined));
}

/** What the engine stores of a resource. */
export function storedIn({ args, outputs, remembered = [] }: ResourceDefinition, olds: Values): StoredResource {
  const isKnown = (name: string) =>
    Object.hasOwn(args, name) || Object.hasOwn(outputs, name) || remembered.includes(name);
  return {
    values: mapMembers(olds, (value, name) => (isKnown(name) ? (value ?? undefined) : undefined)),
    previous: jsonIn(olds[PREVIOUS]),
    revision: revisionOf(olds),
    location: locationIn(olds),
    normalized: jsonIn(olds[NORMALIZED]),
  };
}

/** The result of a create, an update or a read. */
export interface Written {
  readonly definition: ResourceDefinition;
  readonly secrets: readonly string[];
  /** What was secret before: it still is while the platform keeps it. */
  readonly before?: KnownSecrets;
  readonly args: Values;
  /** Paths of the arguments in `ignoreChanges`. */
  readonly ignored: readonly string[];
}

/** The outputs of a resource, with secrets marked. */
export function outputsOf(written: Written, id: string, stored: StoredResource): Struct {
  const { definition, ignored, before = { names: [], values: {} } } = written;
  const { values, location } = stored;
  const secrets = [...written.secrets, ...stillSecret(before, values)];
  const hiding = withSecrets(definition, secrets);
  const versions = suppliedVersions(definition.deployedAs?.versions).map(([, path]) => path.split(".")[0] as string);
  const isUnknown = versions.some((name) => values[name] === UNKNOWN);
  const derived = derivedOutputs(hiding, id, stored, ignored);
  const own: Values = isUnknown ? { ...derived, deployable: UNKNOWN } : derived;
  const kept = { ...jsonOutput(NORMALIZED, stored.normalized), ...jsonOutput(PREVIOUS, stored.previous) };
  const seen = location === undefined ? {} : { [LOCATION]: location };
  const outputs = { ...values, ...own, ...kept, ...seen };
  const names = versions.some((name) => secrets.includes(name)) ? [...secrets, "deployable"] : secrets;
  const repeated = repeatedSecrets(definition.body, secrets, outputs);
  return structOf(markSecrets(definition.body, [...names, ...repeated, NORMALIZED, PREVIOUS], outputs, true));
}

/** A partial failure: the engine stores `id` and `properties`, and shows `reasons`. */
export class InitFailure extends Error {
  readonly id: string;
  readonly reasons: readonly string[];

  constructor(
    { id, message, reasons, cause }: PartialFailure,
    readonly properties: Struct,
  ) {
    super(message, { cause });
    this.name = "InitFailure";
    this.id = id;
    this.reasons = reasons;
  }
}

/** Passes what a partial failure stores to the engine. */
export async function keepingPartial<T>(written: Written, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PartialFailure) || error.stored === undefined) throw error;
    throw new InitFailure(error, outputsOf(written, error.id, error.stored));
  }
}

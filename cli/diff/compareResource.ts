import { changesOf, compare } from "../../provider/definition/comparison.js";
import { labelOf } from "../../provider/definition/reference.js";
import type { Call, ResourceDefinition } from "../../provider/definition/resourceDefinition.js";
import { dynamicInput, storedIn } from "../../provider/dynamic/givenText.js";
import { AppPlatformError } from "../../provider/errors/appPlatformError.js";
import { ForbiddenError, LookupNotPossibleError, NotConfirmedGoneError } from "../../provider/errors/index.js";
import { withSecrets } from "../../provider/lifecycle/call.js";
import { kindsOf } from "../../provider/lifecycle/lifecycle.js";
import { isReadable } from "../../provider/lifecycle/read.js";
import { readOrGone } from "../../provider/lifecycle/readOrGone.js";
import { storedAfterRead } from "../../provider/lifecycle/stored.js";
import type { Platform } from "../../provider/platform/platform.js";
import type { ManagedResource } from "../../provider/plugin/stackState.js";
import { definitions } from "../../provider/resources/index.js";
import type { Values } from "../../provider/schema/json.js";
import { hasUnknown, UNKNOWN } from "../../provider/schema/json.js";
import type { Change } from "../../provider/values/diff.js";
import { callFor } from "../deployment/call.js";
import { type StateValues, stateValues } from "./stateValues.js";

/** One field that differs, with both values in words: a secret is not shown. */
export interface FieldChange {
  /** Path with the names that programs use. */
  readonly path: string;
  readonly state: string;
  readonly platform: string;
}

/** What the platform has of a resource, against what the state says. */
export interface ResourceDiff {
  readonly urn: string;
  readonly kind: string;
  readonly id: string;
  /** Kind and name. */
  readonly label: string;
  readonly status: "unchanged" | "changed" | "gone" | "unreadable";
  readonly changes: readonly FieldChange[];
  /** Why it cannot be read. */
  readonly reason?: string;
  /** What the next update does although nothing differs. */
  readonly note?: string;
  /** Arguments of which at least a part was not compared, since it is encrypted in the state. */
  readonly notCompared: readonly string[];
}

/** A resource of the state, ready to be compared. */
export interface Comparable {
  readonly resource: ManagedResource;
  readonly definition: ResourceDefinition;
  readonly inputs: StateValues;
  /** What the state knows. */
  readonly state: Values;
  readonly label: string;
}

export function comparable(resource: ManagedResource, { concrete, ...general }: ResourceDefinition): Comparable {
  const inputs = stateValues(resource.inputs);
  const input = dynamicInput(stateValues(resource.outputs).values);
  // A place that is encrypted is as good as not known: no request may contain something else in its stead.
  const state = Object.fromEntries(
    Object.entries(storedIn(general.body, input).values).filter(
      ([name, value]) => value !== UNKNOWN || !general.pathArgs.includes(name),
    ),
  );
  const definition = concrete?.(state) ?? general;
  return {
    resource,
    definition,
    inputs,
    state,
    label: labelOf(withSecrets(definition, inputs.secrets), state, { ...input, id: resource.id }),
  };
}

const kindNamed = kindsOf((name) => definitions.find(({ kind }) => kind === name));

/** Reads the resource and compares it as a refresh does. */
export async function compareResource(platform: Platform, given: Comparable): Promise<ResourceDiff> {
  const { resource, definition, inputs, label } = given;
  const { urn, kind, id } = resource;
  const base = { urn, kind, id, label, changes: [], notCompared: inputs.encrypted };
  const told: string[] = [];
  const tell = (text: string) => void told.push(text);
  const call = { ...callFor(platform, definition, label, { info: tell, warn: tell }), kindNamed, urn };
  if (!isReadable(call)) {
    return { ...base, status: "unreadable", reason: "the platform's endpoints cannot read this kind" };
  }
  try {
    const known = await readAgain(call, given);
    if (known === undefined) return { ...base, status: "gone" };
    const { values } = dynamicInput(inputs.values);
    const changes = changesOf(withSecrets(definition, inputs.secrets), values, known).map(fieldChange);
    if (changes.length > 0) return { ...base, status: "changed", changes };
    const runs = await runsAgain(call, given, values, known);
    return { ...base, status: "unchanged", ...(runs ? { note: told.join(" ") } : {}) };
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    return { ...base, status: "unreadable", reason: error.text.what };
  }
}

/** What the state would know after a refresh; nothing if the resource is gone. */
async function readAgain(call: Call, { resource, definition, state }: Comparable): Promise<Values | undefined> {
  const { id, outputs } = resource;
  const now = await readOrGone(call, id, state);
  if (now === undefined) {
    await call.verbs.confirmGone(call, id, state);
    return undefined;
  }
  const stored = { ...storedIn(definition.body, dynamicInput(stateValues(outputs).values)), values: state };
  return storedAfterRead(definition, stored, now, call.platform.clock.random).stored.values;
}

/** A change from what the arguments in the state want to what the platform has. */
function fieldChange({ path, sides, text }: Change): FieldChange {
  return { path, state: sides?.wanted ?? text, platform: sides?.have ?? text };
}

/** Whether the next update does something although no argument differs: a kind that acts says so in its plan. */
async function runsAgain(call: Call, { resource }: Comparable, args: Values, known: Values): Promise<boolean> {
  if (call.definition.verbs.plan === undefined || hasUnknown(args)) return false;
  const comparison = compare(call.definition, { id: resource.id, state: known, args });
  return (await call.verbs.plan(call, comparison)).hasWork === true;
}

const unreadable = [ForbiddenError.code, LookupNotPossibleError.code, NotConfirmedGoneError.code];

/** Whether an error concerns this resource alone. */
function isUnreadable(error: unknown): error is AppPlatformError {
  return error instanceof AppPlatformError && unreadable.includes(error.code);
}

import { nameInUrn } from "../../provider/claims/holders.js";
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
import type { StoredResource } from "../../provider/lifecycle/requests.js";
import { storedAfterRead } from "../../provider/lifecycle/stored.js";
import type { Platform } from "../../provider/platform/platform.js";
import type { ManagedResource } from "../../provider/plugin/stackState.js";
import { definitions } from "../../provider/resources/index.js";
import type { Values } from "../../provider/schema/json.js";
import { hasUnknown, mapMembers, UNKNOWN } from "../../provider/schema/json.js";
import type { Change } from "../../provider/values/diff.js";
import { type GivenMembers, givenInputs, givenMembers } from "../../provider/values/given.js";
import { GIVEN } from "../../provider/values/hints.js";
import { redactorOf } from "../../provider/values/redact.js";
import { callFor } from "../deployment/call.js";
import { stateValues } from "./stateValues.js";

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
  /** With what the state has as secret. */
  readonly definition: ResourceDefinition;
  readonly stored: StoredResource;
  /** The arguments that the program gives, with the values that the state has. */
  readonly args: Values;
  readonly notCompared: readonly string[];
  readonly label: string;
}

export function comparable(resource: ManagedResource, { concrete, ...general }: ResourceDefinition): Comparable {
  const inputs = stateValues(resource.inputs);
  const outputs = stateValues(resource.outputs);
  const { values, given, revision } = storedIn(general.body, dynamicInput(outputs.values));
  // A place that is encrypted is as good as not known: no request may contain something else in its stead.
  const state = mapMembers(values, (value, name) =>
    value === UNKNOWN && general.pathArgs.includes(name) ? undefined : value,
  );
  const definition = withSecrets(concrete?.(state) ?? general, [...inputs.secrets, ...outputs.secrets]);
  const { body } = definition;
  // After a failed update, the engine keeps the inputs from before it.
  const members = given ?? (outputs.values[GIVEN] as GivenMembers | undefined);
  const args = givenInputs(body, members ?? givenMembers(body, dynamicInput(inputs.values).values), state);
  return {
    resource,
    definition,
    stored: { values: state, given, revision },
    args,
    notCompared: outputs.encrypted.filter((name) => name in args),
    label: labelOf(definition, state, { id: resource.id, resourceName: nameInUrn(resource.urn) }),
  };
}

const kindNamed = kindsOf((name) => definitions.find(({ kind }) => kind === name));

/** Reads the resource and compares it as a refresh does. */
export async function compareResource(platform: Platform, given: Comparable): Promise<ResourceDiff> {
  const { resource, definition, args, notCompared, label } = given;
  const { urn, kind, id } = resource;
  const base = { urn, kind, id, label, changes: [], notCompared };
  const hide = redactorOf(definition.body, given.stored.values);
  const messages: string[] = [];
  const tell = (text: string) => void messages.push(text);
  const call = { ...callFor(platform, definition, label, { info: tell, warn: tell }), kindNamed, urn };
  if (!isReadable(call)) {
    return { ...base, status: "unreadable", reason: "the platform's endpoints can't read this kind" };
  }
  try {
    const known = await readAgain(call, given);
    if (known === undefined) return { ...base, status: "gone" };
    const changes = changesOf(definition, args, known).map(fieldChange);
    if (changes.length > 0) return { ...base, status: "changed", changes };
    const runs = await runsAgain(call, id, args, known);
    return { ...base, status: "unchanged", ...(runs ? { note: hide(messages.join(" ")) } : {}) };
  } catch (error) {
    if (!isUnreadable(error)) throw error instanceof AppPlatformError ? error.redacted(hide) : error;
    return { ...base, status: "unreadable", reason: hide(error.text.what) };
  }
}

/** What the state would know after a refresh; nothing if the resource is gone. */
async function readAgain(
  call: Call,
  { resource: { id }, definition, stored }: Comparable,
): Promise<Values | undefined> {
  const now = await readOrGone(call, id, stored.values);
  if (now === undefined) {
    await call.verbs.confirmGone(call, id, stored.values);
    return undefined;
  }
  return storedAfterRead(definition, stored, now, call.platform.clock.random).stored.values;
}

/** A change from what the state has of the arguments to what the platform has. */
function fieldChange({ path, sides, text }: Change): FieldChange {
  return { path, state: sides?.wanted ?? text, platform: sides?.have ?? text };
}

/** Whether the next update does something although no argument differs: a kind that acts says so in its plan. */
async function runsAgain(call: Call, id: string, args: Values, known: Values): Promise<boolean> {
  if (call.definition.verbs.plan === undefined || hasUnknown(args)) return false;
  const comparison = compare(call.definition, { id, state: known, args });
  return (await call.verbs.plan(call, comparison)).hasWork === true;
}

const unreadable = [ForbiddenError.code, LookupNotPossibleError.code, NotConfirmedGoneError.code];

/** Whether an error concerns this resource alone. */
function isUnreadable(error: unknown): error is AppPlatformError {
  return error instanceof AppPlatformError && unreadable.includes(error.code);
}

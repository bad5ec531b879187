import type { Call, ResourceDefinition } from "../../provider/definition/kind.js";
import { labelOf } from "../../provider/definition/references.js";
import type { StoredResource } from "../../provider/engine/request.js";
import type { ManagedResource } from "../../provider/engine/stackState.js";
import { argumentsIn, storedAfterRead, storedIn, withSecrets } from "../../provider/engine/state.js";
import { AppPlatformError } from "../../provider/errors/appPlatformError.js";
import { ForbiddenError, LookupNotPossibleError, NotConfirmedGoneError } from "../../provider/errors/index.js";
import { definitions } from "../../provider/kinds/index.js";
import { nameInUrn } from "../../provider/ownership/stackOwners.js";
import type { Platform } from "../../provider/platform/platform.js";
import { readOrGone } from "../../provider/resource/existence.js";
import { isReadable } from "../../provider/resource/read.js";
import { kindsOf } from "../../provider/resource/subresources.js";
import { hasUnknown, mapMembers, UNKNOWN, type Values } from "../../provider/schema/json.js";
import { type Change, changesOf, compare } from "../../provider/values/compare.js";
import { redactorOf } from "../../provider/values/redact.js";
import { inputsSeenIn } from "../../provider/values/specified.js";
import { callFor } from "../deployment/call.js";
import { stateValues } from "./stateValues.js";

/** A field that differs, with both values in words. Secrets are hidden. */
export interface FieldChange {
  /** Path, as programs write it. */
  readonly path: string;
  readonly state: string;
  readonly platform: string;
}

/** A resource on the platform, compared with the state. */
export interface ResourceDiff {
  readonly urn: string;
  readonly kind: string;
  readonly id: string;
  readonly label: string;
  readonly status: "unchanged" | "changed" | "gone" | "unreadable";
  readonly changes: readonly FieldChange[];
  /** Why it can't be read. */
  readonly reason?: string;
  /** What the next update does although nothing differs. */
  readonly note?: string;
  /** Arguments that weren't or only partly compared, because the state encrypts them. */
  readonly notCompared: readonly string[];
}

export interface Comparable {
  readonly resource: ManagedResource;
  /** With the state's secrets as secret. */
  readonly definition: ResourceDefinition;
  readonly stored: StoredResource;
  /** The arguments that the program sets, with the state's values. */
  readonly args: Values;
  readonly notCompared: readonly string[];
  readonly label: string;
}

export function comparable(resource: ManagedResource, general: ResourceDefinition): Comparable {
  const inputs = stateValues(resource.inputs);
  const outputs = stateValues(resource.outputs);
  const { values, previous, revision } = storedIn(general, outputs.values);
  // An encrypted path parameter counts as unknown: no request may contain anything in its place.
  const state = mapMembers(values, (value, name) =>
    value === UNKNOWN && general.pathArgs.includes(name) ? undefined : value,
  );
  const definition = withSecrets(general.concrete?.(state) ?? general, [...inputs.secrets, ...outputs.secrets]);
  const { body } = definition;
  const oldInputs = { ...argumentsIn(general, inputs.values), ...previous };
  const args = inputsSeenIn(body, oldInputs, state);
  return {
    resource,
    definition,
    stored: { values: state, revision },
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

/** The state after a refresh; nothing if the resource is gone. */
async function readAgain(
  call: Call,
  { resource: { id }, definition, stored, args: oldInputs }: Comparable,
): Promise<Values | undefined> {
  const now = await readOrGone(call, id, stored.values);
  if (now === undefined) {
    await call.verbs.confirmGone(call, id, stored.values);
    return undefined;
  }
  return storedAfterRead(definition, { state: stored, oldInputs }, now, call.platform.clock.random).stored.values;
}

/** A change from the state's value to the platform's. */
function fieldChange({ path, sides, text }: Change): FieldChange {
  return { path, state: sides?.desired ?? text, platform: sides?.actual ?? text };
}

/** Whether the next update does something although no argument differs, by the kind's own plan. */
async function runsAgain(call: Call, id: string, args: Values, known: Values): Promise<boolean> {
  if (call.definition.verbs.plan === undefined || hasUnknown(args)) return false;
  const comparison = compare(call.definition, { id, state: known, args });
  return (await call.verbs.plan(call, comparison)).hasWork === true;
}

const unreadable = [ForbiddenError.code, LookupNotPossibleError.code, NotConfirmedGoneError.code];

/** Whether an error is only about this resource. */
function isUnreadable(error: unknown): error is AppPlatformError {
  return error instanceof AppPlatformError && unreadable.includes(error.code);
}

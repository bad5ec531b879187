import type { Call, ResourceDefinition } from "../../provider/definition/kind.js";
import { labelOf } from "../../provider/definition/references.js";
import type { StoredResource } from "../../provider/engine/request.js";
import type { ManagedResource } from "../../provider/engine/stackState.js";
import { argumentsIn, storedAfterRead, storedIn, withSecrets } from "../../provider/engine/state.js";
import { AppPlatformError } from "../../provider/errors/appPlatformError.js";
import { ForbiddenError, LookupNotPossibleError, NotConfirmedGoneError } from "../../provider/errors/index.js";
import { definitions } from "../../provider/kinds/index.js";
import { nameInUrn, type Owners } from "../../provider/ownership/stackOwners.js";
import type { Platform } from "../../provider/platform/platform.js";
import { readOrGone } from "../../provider/resource/existence.js";
import { isReadable } from "../../provider/resource/read.js";
import { kindsOf } from "../../provider/resource/subresources.js";
import {
  hasUnknown,
  isObject,
  mapMembers,
  parseJson,
  signature,
  UNKNOWN,
  type Value,
  type Values,
} from "../../provider/schema/json.js";
import { type Change, changesOf, compare } from "../../provider/values/compare.js";
import { redactorOf } from "../../provider/values/redact.js";
import { secretSignature } from "../../provider/values/secrets.js";
import { inputsSeenIn } from "../../provider/values/stored.js";
import { callFor } from "../deployment/call.js";

/** A field that differs, with both values in words. Secrets are hidden. */
interface FieldChange {
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
  const args = inputsSeenIn(body, [oldInputs], state) as Values;
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
export async function compareResource(
  platform: Platform,
  owners: Owners,
  specified: Comparable,
): Promise<ResourceDiff> {
  const { resource, definition, args, notCompared, label } = specified;
  const { urn, kind, id } = resource;
  const base = { urn, kind, id, label, changes: [], notCompared };
  const redact = redactorOf(definition.body, specified.stored.values);
  const messages: string[] = [];
  const note = (text: string) => void messages.push(text);
  const own = callFor(platform, definition, label, { info: note, warn: note });
  const call = { ...own, run: { ...own.run, owners }, kindNamed, urn };
  if (!isReadable(call)) {
    return { ...base, status: "unreadable", reason: "the platform's endpoints can't read this kind" };
  }
  try {
    const known = await readAgain(call, specified);
    if (known === undefined) return { ...base, status: "gone" };
    const changes = changesOf(definition, args, known).map(fieldChange);
    if (changes.length > 0) return { ...base, status: "changed", changes };
    const runs = await runsAgain(call, id, args, known);
    return { ...base, status: "unchanged", ...(runs ? { note: redact(messages.join(" ")) } : {}) };
  } catch (error) {
    if (!isUnreadable(error)) throw error instanceof AppPlatformError ? error.redacted(redact) : error;
    return { ...base, status: "unreadable", reason: redact(error.text.what) };
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

/** Values of a state, without the engine's wrapping of secrets. */
interface StateValues {
  /** Encrypted secrets are unknown, and so aren't compared. */
  readonly values: Values;
  /** Members that are secret or contain a secret. */
  readonly secrets: readonly string[];
  /** Those with encrypted secrets. */
  readonly encrypted: readonly string[];
}

export function stateValues(specified: Values): StateValues {
  const plain = Object.entries(specified).map(([name, value]) => ({ name, ...unwrapped(value) }));
  const namesOf = (member: "isSecret" | "isEncrypted") => plain.filter((each) => each[member]).map(({ name }) => name);
  return {
    values: Object.fromEntries(plain.map(({ name, value }) => [name, value])),
    secrets: namesOf("isSecret"),
    encrypted: namesOf("isEncrypted"),
  };
}

interface Unwrapped {
  readonly value: Value;
  readonly isSecret: boolean;
  readonly isEncrypted: boolean;
}

function unwrapped(value: Value | undefined): Unwrapped {
  if (Array.isArray(value)) {
    const items = value.map(unwrapped);
    return { ...marksOf(items), value: items.map((item) => item.value) };
  }
  if (!isObject(value)) return { value: value ?? null, isSecret: false, isEncrypted: false };
  if (value[signature] === secretSignature) {
    const plain = typeof value.plaintext === "string" ? (parseJson(value.plaintext) as Value | undefined) : undefined;
    // A secret may have further marks inside.
    return {
      value: plain === undefined ? UNKNOWN : unwrapped(plain).value,
      isSecret: true,
      isEncrypted: plain === undefined,
    };
  }
  // Assets and resource references, which no argument of this provider is.
  if (signature in value) return { value: UNKNOWN, isSecret: false, isEncrypted: false };
  const members = Object.entries(value).map(([name, inner]) => [name, unwrapped(inner)] as const);
  return {
    ...marksOf(members.map(([, inner]) => inner)),
    value: Object.fromEntries(members.map(([name, inner]) => [name, inner.value])),
  };
}

function marksOf(inner: readonly Unwrapped[]): Pick<Unwrapped, "isSecret" | "isEncrypted"> {
  return { isSecret: inner.some((each) => each.isSecret), isEncrypted: inner.some((each) => each.isEncrypted) };
}

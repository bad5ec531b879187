import { isObject, parseJson, UNKNOWN, type Value, type Values } from "../../provider/schema/json.js";

/** The key that marks special objects in a state, and the mark of a secret. */
const signature = "4dabf18193072939515e22adb298388d";
const secretMark = "1b47061264138c4ac30d75fd1eb44270";

/** Values of a state, without the engine's wrapping of secrets. */
export interface StateValues {
  /** Encrypted secrets are unknown, and so aren't compared. */
  readonly values: Values;
  /** Members that are secret or contain a secret. */
  readonly secrets: readonly string[];
  /** Those with encrypted secrets. */
  readonly encrypted: readonly string[];
}

export function stateValues(given: Values): StateValues {
  const plain = Object.entries(given).map(([name, value]) => ({ name, ...unwrapped(value) }));
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
  if (value[signature] === secretMark) {
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

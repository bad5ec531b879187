import { ListValue, NullValue, Value as ProtoValue, Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import type { Field, ObjectField } from "../schema/field.js";
import { isObject, type Value, type Values } from "../schema/json.js";
import { isSecretMember } from "../schema/secrecy.js";
import { UNKNOWN } from "../schema/unknown.js";
import { secretSignature, signature } from "../values/markSecrets.js";

/** What Pulumi's protocol writes in place of a value that a preview does not know, by the type of the value. */
const unknowns: ReadonlySet<string> = new Set([
  UNKNOWN,
  "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
  "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
  "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
  "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
  "030794c1-ac77-496b-92df-f27374a8bd58",
  "e48ece36-62e2-4504-bad9-02848725956a",
]);

const resourceSignature = "5cf8f73096256a8f31e491e813e4eb8e";
const outputSignature = "d0e6a833031e9bbcd3f4e8bde6ca49a4";

/** Names and indices that lead to a value. */
type Place = readonly (string | number)[];

/** What the engine passes: plain values, and which of them are marked as secret. */
export interface Received {
  readonly values: Values;
  readonly secrets: readonly Place[];
}

/** Reads what the engine passes. A resource is its ID, and every form of an unknown value is the one that the core knows. */
export function received(struct: Struct | undefined): Received {
  const secrets: Place[] = [];
  return { values: struct === undefined ? {} : readMembers(struct, [], secrets), secrets };
}

function readMembers(struct: Struct, place: Place, secrets: Place[]): Values {
  return Object.fromEntries(
    [...membersOf(struct)].map(([name, member]) => [name, read(member, [...place, name], secrets)]),
  );
}

function membersOf(struct: Struct): Map<string, ProtoValue> {
  const members = new Map<string, ProtoValue>();
  struct.getFieldsMap().forEach((value, name) => void members.set(name, value));
  return members;
}

function read(value: ProtoValue | undefined, place: Place, secrets: Place[]): Value {
  switch (value?.getKindCase()) {
    case ProtoValue.KindCase.STRING_VALUE: {
      const text = value.getStringValue();
      return unknowns.has(text) ? UNKNOWN : text;
    }
    case ProtoValue.KindCase.NUMBER_VALUE:
      return value.getNumberValue();
    case ProtoValue.KindCase.BOOL_VALUE:
      return value.getBoolValue();
    case ProtoValue.KindCase.LIST_VALUE: {
      const items = value.getListValue()?.getValuesList() ?? [];
      return items.map((item, index) => read(item, [...place, index], secrets));
    }
    case ProtoValue.KindCase.STRUCT_VALUE:
      return readObject(value.getStructValue() as Struct, place, secrets);
    default:
      return null;
  }
}

function readObject(struct: Struct, place: Place, secrets: Place[]): Value {
  const members = membersOf(struct);
  switch (members.get(signature)?.getStringValue()) {
    case secretSignature:
      secrets.push(place);
      return read(members.get("value"), place, secrets);
    case outputSignature:
      if (members.get("secret")?.getBoolValue()) secrets.push(place);
      return members.has("value") ? read(members.get("value"), place, secrets) : UNKNOWN;
    case resourceSignature:
      // A resource that is still to be created has no ID.
      return members.get("id")?.getStringValue() ? read(members.get("id"), place, secrets) : UNKNOWN;
    default:
      return readMembers(struct, place, secrets);
  }
}

/**
 * What is received with secret entries in the argument for them, where a kind has one: a secret value in `variables` must not become
 * a variable that anybody can read.
 */
export function secretsApart({ members }: ObjectField, { values, secrets }: Received): Received {
  const argOf = (sort: Field["ownedAs"]) => Object.keys(members).find((name) => members[name]?.ownedAs === sort);
  const [open, hidden] = [argOf("open"), argOf("secret")];
  const own = secrets.filter(([name]) => name === open);
  const [given, beside] = [values[open ?? ""], values[hidden ?? ""] ?? {}];
  // What is of another type is refused where it is.
  const isFit = [given, beside].every((each) => isObject(each) || each === UNKNOWN);
  if (open === undefined || hidden === undefined || own.length === 0 || !isFit) return { values, secrets };
  const keys = own.map(([, key]) => key);
  const isMoved = (key: string) => keys.includes(undefined) || keys.includes(key);
  const entries = isObject(given) ? Object.entries(given) : [];
  const stays = Object.fromEntries(entries.filter(([key]) => !isMoved(key)));
  const moved = Object.fromEntries(entries.filter(([key]) => isMoved(key)));
  const { [open]: _, ...others } = values;
  return {
    values: {
      ...others,
      ...(Object.keys(stays).length === 0 ? {} : { [open]: stays }),
      [hidden]: isObject(given) && isObject(beside) ? { ...moved, ...beside } : UNKNOWN,
    },
    secrets: [...secrets.filter(([name]) => name !== open), [hidden]],
  };
}

/** Names of the arguments that the program marks as secret, or in which it marks something, besides what always is. */
export function secretNames(body: ObjectField, { values, secrets }: Received): readonly string[] {
  const own = secrets.filter((place) => !isAlwaysSecret(body, values, place));
  return [...new Set(own.map(([name]) => String(name)))];
}

function isAlwaysSecret(field: Field | undefined, value: Value | undefined, [step, ...rest]: Place): boolean {
  if (field === undefined || step === undefined) return false;
  if (field.type === "object" && isObject(value)) {
    const member = field.members[step];
    if (member !== undefined && isSecretMember(member, value)) return true;
    return isAlwaysSecret(member, value[step], rest);
  }
  const inner = field.type === "array" ? field.item : field.type === "record" ? field.value : undefined;
  if (inner === undefined) return false;
  const item = Array.isArray(value) ? value[Number(step)] : isObject(value) ? value[step] : undefined;
  return inner.secret === true || isAlwaysSecret(inner, item, rest);
}

/** Values as the protocol has them. Members without a value are omitted. */
export function structOf(values: Values): Struct {
  const struct = new Struct();
  const members = struct.getFieldsMap();
  for (const [name, value] of Object.entries(values)) if (value !== undefined) members.set(name, protoValueOf(value));
  return struct;
}

function protoValueOf(value: Value): ProtoValue {
  const proto = new ProtoValue();
  if (value === null) return proto.setNullValue(NullValue.NULL_VALUE);
  if (Array.isArray(value)) return proto.setListValue(new ListValue().setValuesList(value.map(protoValueOf)));
  switch (typeof value) {
    case "string":
      return proto.setStringValue(value);
    case "number":
      return proto.setNumberValue(value);
    case "boolean":
      return proto.setBoolValue(value);
    default:
      return proto.setStructValue(structOf(value));
  }
}

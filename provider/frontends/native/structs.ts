import { Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import { type ObjectField, walk } from "../../schema/field.js";
import { clean, isObject, mapMembers, signature, UNKNOWN, type Value, type Values } from "../../schema/json.js";
import { type Marked, secretSignature, type ValuePath } from "../../values/secrets.js";

/** Pulumi's placeholders for unknown values in previews, one for each type. */
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

/** The values that the engine passes, with resources as their IDs and unknown values in the core's form. */
export function received(struct: Struct | undefined): Marked {
  const secrets: ValuePath[] = [];
  if (struct === undefined) return { values: {}, secrets };
  // The path of the current value: one array for all, since almost nothing is secret.
  const path: (string | number)[] = [];
  const readInside = (value: Value | undefined, step: string | number): Value => {
    path.push(step);
    const inside = read(value);
    path.pop();
    return inside;
  };
  const read = (value: Value | undefined): Value => {
    if (typeof value === "string") return unknowns.has(value) ? UNKNOWN : value;
    if (Array.isArray(value)) return value.map(readInside);
    if (!isObject(value)) return value ?? null;
    switch (value[signature]) {
      case secretSignature:
        secrets.push([...path]);
        return read(value.value);
      case outputSignature:
        if (value.secret === true) secrets.push([...path]);
        return Object.hasOwn(value, "value") ? read(value.value) : UNKNOWN;
      case resourceSignature:
        // A resource that doesn't exist yet has no ID.
        return typeof value.id === "string" && value.id !== "" ? read(value.id) : UNKNOWN;
      default:
        return mapMembers(value, readInside);
    }
  };
  const values = struct.toJavaScript() as Values;
  return { values: mapMembers(values, readInside), secrets };
}

/** Names of the arguments that the program marks as secret, as a whole or inside, besides those that always are. */
export function secretNames(body: ObjectField, { values, secrets }: Marked): readonly string[] {
  if (secrets.length === 0) return [];
  const always = walk(body, values).filter(({ secret }) => secret);
  const isAlways = (path: ValuePath) => always.some((each) => each.path.every((step, index) => step === path[index]));
  return [...new Set(secrets.flatMap((path) => (isAlways(path) ? [] : [String(path[0])])))];
}

export function structOf(values: Values): Struct {
  return Struct.fromJavaScript(clean(values) as Parameters<typeof Struct.fromJavaScript>[0]);
}

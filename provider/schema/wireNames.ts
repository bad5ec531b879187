import type { Field, ObjectField } from "./field.js";

/** By name in programs: every value of every request and response is looked up under it. */
const snakeCase = new Map<string, string>();

/** The name of a member on the wire: as its `wire` fact states, or the snake_case form of its name in programs. */
export function wireName(name: string, field: Pick<Field, "wire">): string {
  if (field.wire !== undefined) return field.wire;
  const known = snakeCase.get(name) ?? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  snakeCase.set(name, known);
  return known;
}

/** Converts a path of wire names, such as `ports[1].internal_port`, to names in programs: `ports[1].internalPort`. */
export function programPath(body: ObjectField, wirePath: string): string {
  let field: Field | undefined = body;
  const spelled: string[] = [];
  for (const [, member, index] of wirePath.matchAll(/([^.[\]]+)|\[(\d+)\]/g)) {
    if (index !== undefined) {
      spelled.push(`[${index}]`);
      field = field?.type === "array" ? field.item : undefined;
      continue;
    }
    const found: readonly [string, Field] | undefined =
      field?.type === "object"
        ? Object.entries({ ...field.members, ...field.responseOnly }).find(
            ([name, each]) => wireName(name, each) === member,
          )
        : undefined;
    spelled.push(`${spelled.length === 0 ? "" : "."}${found?.[0] ?? member}`);
    field = found?.[1] ?? (field?.type === "record" ? field.value : undefined);
  }
  return spelled.join("");
}

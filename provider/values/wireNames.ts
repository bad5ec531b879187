import type { Field, ObjectField } from "../schema/field.js";

/** The name of a member on the wire: as its `wire` fact states, or the snake_case form of its name in programs. */
export function wireName(name: string, field: Pick<Field, "wire">): string {
  return field.wire ?? snakeCase(name);
}

const spellings = new Map<string, string>();

/** Every member of every response passes here: a refresh of 1,000 resources asks 50,000 times for a few hundred names. */
function snakeCase(name: string): string {
  const known = spellings.get(name);
  if (known !== undefined) return known;
  const spelled = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  spellings.set(name, spelled);
  return spelled;
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

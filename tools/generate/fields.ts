import type { ResourceDefinition } from "../../provider/definition/kind.js";
import { forcesReplacement } from "../../provider/definition/references.js";
import { isServed } from "../../provider/platform/endpoint.js";
import type { EnumField, Field, Fields, ObjectField } from "../../provider/schema/field.js";
import { listed, resultDescription } from "./text.js";

/** Arguments or outputs. Outputs have members that only responses have, and no notes on how to set a value. */
export type Form = "argument" | "result";

/** The arguments, each with what follows from changing it. */
export function argumentsOf(definition: ResourceDefinition): Fields {
  const { create, update } = definition.api;
  // No note about the basic API if it can update the kind, or has nothing of it.
  const isSame = isServed(update, "documented") || !isServed(create, "documented");
  return Object.fromEntries(
    Object.entries(definition.args).map(([name, field]) => {
      const { identifies, onUpdate, ...rest } = field;
      const later = isSame ? {} : { ...(identifies && { identifies }), ...(onUpdate === "deploy" && { onUpdate }) };
      return [
        name,
        {
          ...rest,
          ...later,
          ...(forcesReplacement(definition, name) && { onUpdate: "replace" }),
        } as Field,
      ];
    }),
  );
}

/**
 * All fields at every depth, each object before its members. An item of an array has the name of the array.
 *
 * @throws Error if one has no description.
 */
function* everyField(fields: Fields, form: Form): Generator<readonly [name: string, field: Field]> {
  for (const [name, field] of Object.entries(fields)) {
    if (field.description === "") throw new Error(`${name} has no description: add \`.meta({ description })\``);
    yield [name, field];
    if (field.type === "array") yield* everyField({ [name]: withDescription(field.item, `an item of ${name}`) }, form);
    if (field.type === "record")
      yield* everyField({ [name]: withDescription(field.value, `a value of ${name}`) }, form);
    if (field.type !== "object") continue;
    yield* everyField(form === "result" ? { ...field.members, ...field.responseOnly } : field.members, form);
  }
}

function withDescription(field: Field, what: string): Field {
  if (field.description === "") throw new Error(`${what} has no description: add \`.meta({ description })\``);
  return field;
}

type Named = ObjectField | EnumField;

/**
 * The objects or enums at every depth by the names of their types, each once, in order of appearance.
 *
 * @throws Error if two different ones have the same name.
 */
export function typesBelow<F extends Named>(type: F["type"], roots: readonly Fields[], form: Form): Map<string, F> {
  const uses = new Map<string, [name: string, field: F][]>();
  for (const fields of roots) {
    for (const [name, field] of everyField(fields, form)) {
      if (field.type !== type) continue;
      const used = field as F;
      const known = uses.get(used.name) ?? [];
      if (known.some(([, other]) => signature(other) !== signature(used)))
        throw new Error(`two different types are called ${used.name}`);
      uses.set(used.name, [...known, [name, used]]);
    }
  }
  return new Map([...uses].map(([typeName, known]) => [typeName, described(known, form)]));
}

/** The arguments or outputs that have each type of object, by its name. */
export function usesOfTypes(roots: readonly Fields[], form: Form): Map<string, string[]> {
  const uses = new Map<string, string[]>();
  for (const fields of roots) {
    for (const [name, field] of everyField(fields, form)) {
      if (field.type === "object") uses.set(field.name, [...new Set([...(uses.get(field.name) ?? []), name])]);
    }
  }
  return uses;
}

function signature(field: Named): string {
  return field.type === "enum"
    ? field.values.join()
    : [...Object.keys(field.members), ...Object.keys(field.responseOnly ?? {})].join();
}

/** The type with its description: that of its uses if they agree, otherwise a list of them. */
function described<F extends Named>(uses: readonly (readonly [name: string, field: F])[], form: Form): F {
  const [[, first]] = uses as [readonly [string, F]];
  const texts = new Set(uses.map(([, field]) => (form === "result" ? resultDescription(field) : field.description)));
  const names = [...new Set(uses.map(([name]) => `\`${name}\``))];
  const [only = ""] = texts;
  return { ...first, description: texts.size === 1 ? only : `Type of ${listed(names, "and")}.` };
}

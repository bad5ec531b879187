import { expect, it } from "vitest";
import type { ResourceDefinition } from "../../../provider/definition/kind.js";
import { definitions } from "../../../provider/kinds/index.js";
import type { Field } from "../../../provider/schema/field.js";
import { outlineOf } from "../../../sdk/kinds.js";
import type { ValueOutline } from "../../../sdk/outline.js";

type Inside = Readonly<Record<string, Field>>;

function secretsInField(field: Field, path: string): string[] {
  const own = (field.secret ?? false) === false ? [] : [path];
  if (field.type === "object") return [...own, ...secretsInFields({ ...field.members, ...field.responseOnly }, path)];
  if (field.type === "array") return [...own, ...secretsInField(field.item, `${path}[]`)];
  if (field.type === "record") return [...own, ...secretsInField(field.value, `${path}{}`)];
  return own;
}

const secretsInFields = (fields: Inside, path = ""): string[] =>
  Object.entries(fields).flatMap(([name, field]) => secretsInField(field, `${path}.${name}`));

const secretsInOutline = ({ secret, item, members = {} }: ValueOutline, path = ""): string[] => [
  ...(secret === undefined ? [] : [path]),
  ...(item === undefined ? [] : secretsInOutline(item, `${path}[]`)),
  ...Object.entries(members).flatMap(([name, member]) => secretsInOutline(member, `${path}.${name}`)),
];

/**
 * What a lookup of the kind returns: outputs that other calls return are in it only if one call has those of all, and those that are
 * secret aren't.
 */
function foundFields({ body, linked, lookups }: ResourceDefinition): Inside {
  if (lookups.own !== undefined) return lookups.own.outputs;
  const separate = linked.flatMap(({ shared, outputs }) => (shared === undefined ? Object.keys(outputs) : []));
  const outputs = Object.entries(body.responseOnly ?? {}).filter(
    ([name, { secret }]) => !separate.includes(name) && !secret,
  );
  return { ...body.members, ...Object.fromEntries(outputs) };
}

it.each(definitions.map((definition) => ({ kind: definition.kind, definition })))(
  "outline of $kind has each secret that a lookup can return",
  ({ kind, definition }) => {
    const { args: members } = outlineOf(kind);
    expect(secretsInOutline({ members })).toEqual(expect.arrayContaining(secretsInFields(foundFields(definition))));
  },
);

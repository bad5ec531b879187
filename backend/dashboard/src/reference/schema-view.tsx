import { type ApiDocument, alternatives, resolved, type Schema } from "./document.js";

interface SchemaProps {
  readonly document: ApiDocument;
  readonly schema: Schema;
}

/** What a schema says in one line: `integer, 1 to 32000, default 500`. */
function factsOf(schema: Schema): string {
  const { type, format, minimum, maximum, minLength, maxLength, pattern, ...others } = schema;
  const range = (from: number | undefined, to: number | undefined, unit: string) => {
    if (from === undefined && to === undefined) return [];
    return [
      `${from === undefined ? "at most" : from}${from !== undefined && to !== undefined ? " to " : ""}${to ?? " or more"}${unit}`,
    ];
  };
  return [
    ...(type === undefined ? [] : [[type].flat().join(" or ")]),
    ...(alternatives(schema).length === 0 ? [] : [`exactly one of ${alternatives(schema).join(", ")}`]),
    ...(format === undefined ? [] : [format]),
    ...range(minimum, maximum, ""),
    ...range(minLength, maxLength, " characters"),
    ...(pattern === undefined ? [] : [`matches ${pattern}`]),
    ...(others.enum === undefined ? [] : [`one of ${others.enum.map((value) => JSON.stringify(value)).join(", ")}`]),
    ...(others.const === undefined ? [] : [JSON.stringify(others.const)]),
    ...(others.default === undefined ? [] : [`default ${JSON.stringify(others.default)}`]),
  ].join(", ");
}

/** What is below a schema: its members, its items, or its alternatives. */
function partsOf(schema: Schema) {
  const { properties, required = [], items, additionalProperties, anyOf, oneOf } = schema;
  const choices = alternatives(schema).length === 0 ? (oneOf ?? anyOf ?? []) : [];
  const members = Object.entries(properties ?? {}).map(([name, schema]) => ({
    name,
    schema,
    isRequired: required.includes(name),
  }));
  const others = [
    ...(items === undefined ? [] : [{ name: "each item", schema: items }]),
    ...(typeof additionalProperties === "object" ? [{ name: "any other member", schema: additionalProperties }] : []),
    ...choices.map((choice, index) => ({ name: `alternative ${index + 1}`, schema: choice })),
  ];
  return [...members, ...others.map((other) => ({ ...other, isRequired: false }))];
}

function Member({
  document,
  name,
  schema,
  isRequired,
}: SchemaProps & { readonly name: string; readonly isRequired: boolean }) {
  const found = resolved(document, schema);
  const line = (
    <>
      <code>{name}</code> {isRequired && <strong>required</strong>} <span class="facts-line">{factsOf(found)}</span>
      {found.description !== undefined && <span> {found.description}</span>}
    </>
  );
  if (partsOf(found).length === 0) return <li>{line}</li>;
  return (
    <li>
      <details>
        <summary>{line}</summary>
        <SchemaView document={document} schema={found} />
      </details>
    </li>
  );
}

/** The members of a schema, in a tree that unfolds. */
export function SchemaView({ document, schema }: SchemaProps) {
  const found = resolved(document, schema);
  const parts = partsOf(found);
  if (parts.length === 0) return <p class="facts-line">{factsOf(found)}</p>;
  return (
    <ul class="tree">
      {parts.map((part) => (
        <Member key={part.name} document={document} {...part} />
      ))}
    </ul>
  );
}

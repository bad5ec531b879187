/** The OpenAPI document that the platform serves, as far as the page shows it. */

export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly additionalProperties?: boolean | Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly description?: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

interface Response extends Content {
  readonly $ref?: string;
  readonly description?: string;
}

interface Described {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Response>>;
}

export interface Operation extends Described {
  readonly method: string;
  readonly path: string;
}

export interface ApiDocument {
  readonly info: { readonly title: string; readonly summary?: string };
  readonly tags: readonly { readonly name: string; readonly description?: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: unknown;
}

/** Follows a reference such as `#/components/schemas/Container`. */
export function resolved<T extends { readonly $ref?: string }>(document: ApiDocument, value: T): T {
  if (value.$ref === undefined) return value;
  const names = value.$ref.split("/").slice(1);
  const found = names.reduce((at, name) => (at as Record<string, unknown>)[name], document as unknown);
  return found as T;
}

export function operationsOf({ paths }: ApiDocument, tag: string): Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags?.[0] === tag)
      .map(([method, described]) => ({ ...described, method: method.toUpperCase(), path })),
  );
}

export function bodySchema({ content }: Content): Schema | undefined {
  return Object.values(content ?? {})[0]?.schema;
}

/** The members of which exactly one is given; none if the schema has no such rule. */
export function alternatives({ properties, oneOf = [] }: Schema): readonly string[] {
  return properties === undefined ? [] : oneOf.flatMap(({ required = [] }) => required);
}

/** The shortest value that a schema describes: required members only. */
export function sampleOf(document: ApiDocument, given: Schema): unknown {
  const schema = resolved(document, given);
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const [alternative] = alternatives(schema);
  const [choice] = schema.properties === undefined ? (schema.oneOf ?? schema.anyOf ?? []) : [];
  if (choice !== undefined) return sampleOf(document, choice);
  const [type] = [schema.type ?? "object"].flat();
  if (type === "object") {
    const required = [...(schema.required ?? []), ...(alternative === undefined ? [] : [alternative])];
    const members = required.map((name) => [name, sampleOf(document, schema.properties?.[name] ?? {})]);
    return Object.fromEntries(members);
  }
  if (type === "array") return [];
  if (type === "boolean") return false;
  return type === "string" ? (schema.format ?? "string") : (schema.minimum ?? 0);
}

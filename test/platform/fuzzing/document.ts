/** The OpenAPI document as the backend prints it, and what it says for each operation. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { runBackend } from "../support/platform-process.js";

/** As much of JSON Schema as the document uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

/** What a response is. */
export interface Described {
  readonly type: string;
  readonly schema: Schema;
}

export interface Operation {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly query: readonly string[];
  readonly body: Schema | undefined;
  /** By status; nothing where the response has no body. */
  readonly answers: ReadonlyMap<number, Described | undefined>;
}

export interface Document {
  readonly operations: readonly Operation[];
  /** The schema itself, wherever a reference leads. */
  resolve(schema: Schema): Schema;
  /** How a response differs from its schema, members that the schema doesn't have included. */
  mismatches(schema: Schema, response: unknown): readonly object[];
}

interface Printed {
  readonly paths: Readonly<Record<string, Readonly<Record<string, PrintedOperation>>>>;
}
interface PrintedOperation {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly $ref?: string; readonly content?: Content }>>;
}

/** A JSON Schema validator with the formats of the document. */
export function validator(document: object): Ajv2020 {
  const ajv = new Ajv2020({ strict: false, allErrors: true, unicodeRegExp: true });
  ajv.addFormat("uuid", /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i);
  ajv.addFormat("date-time", (text: string) => !Number.isNaN(Date.parse(text)));
  return ajv.addSchema({ $id: "document", ...document });
}

/** The schemas with only the members that they describe. */
const closed = (schema: object): object =>
  JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/'), (_key, value) =>
    value?.properties !== undefined && value.additionalProperties === undefined
      ? { ...value, additionalProperties: false }
      : value,
  );

export function readDocument(): Document {
  const printed: Printed = JSON.parse(runBackend(["openapi", "--endpoints", "extended"]).stdout);
  const at = <T>(reference: string) =>
    reference
      .split("/")
      .slice(1)
      .reduce<unknown>((whole, key) => (whole as Record<string, unknown>)[key], printed) as T;
  const follow = <T extends { readonly $ref?: string }>(value: T): T =>
    value.$ref === undefined ? value : at(value.$ref);
  const describedBy = (content: Content = {}): Described | undefined =>
    Object.entries(content).map(([type, { schema }]) => ({ type, schema }))[0];
  const operations = Object.entries(printed.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]): Operation => ({
        name: operation.operationId,
        method: method.toUpperCase(),
        path,
        query: operation.parameters.flatMap((parameter) => (parameter.in === "query" ? [parameter.name] : [])),
        // The only other type of bodies is text.
        body: operation.requestBody?.content["application/json"]?.schema,
        answers: new Map(
          Object.entries(operation.responses).map(([status, answer]) => [
            Number(status),
            describedBy(follow(answer).content),
          ]),
        ),
      }),
    ),
  );
  const ajv = validator(closed(printed));
  const compiled = new Map<Schema, ValidateFunction>();
  return {
    operations,
    resolve: follow,
    mismatches(schema, response) {
      const fits = compiled.get(schema) ?? ajv.compile(closed(schema));
      compiled.set(schema, fits);
      return fits(response) ? [] : (fits.errors ?? []);
    },
  };
}

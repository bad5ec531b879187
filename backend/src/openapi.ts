/** The OpenAPI 3.1 document, generated from the route table and the schemas that validate the requests. */
import { STATUS_CODES } from "node:http";
import { listedViolations, maximumItems } from "./limits.js";
import type { EndpointSet, Route } from "./routes/route.js";
import { routesOf } from "./routes/table.js";
import { exampleOf } from "./schema/examples.js";
import { type JsonSchema, jsonSchema } from "./schema/json-schema.js";

const errorSchema: JsonSchema = {
  type: "object",
  properties: {
    status: { type: "integer" },
    error: { type: "string" },
    detail: { type: "string" },
    path: { type: "string" },
    timestamp: { type: "string", format: "date-time" },
    violations: {
      type: "array",
      description: `The invalid members of the request, at most ${listedViolations}; only with status 400.`,
      maxItems: listedViolations,
      items: {
        type: "object",
        properties: { field: { type: "string" }, message: { type: "string" } },
        required: ["field", "message"],
      },
    },
  },
  required: ["status", "error", "detail", "path", "timestamp"],
};

function responseName(status: number): string {
  return (STATUS_CODES[status] ?? "Error").replaceAll(" ", "");
}

const refusals: Readonly<Record<number, string>> = {
  400: `The body isn't well-formed JSON, its lists have more than ${maximumItems} items altogether, or \`violations\` lists what is wrong with it.`,
  401: "The access token is missing, invalid or expired.",
  403: "The access token doesn't allow this operation.",
  404: "The path or the body refers to something that doesn't exist.",
  409: "The request conflicts with the current state.",
  413: "The body is larger than 1 MiB.",
  415: "The body doesn't have the content type of the operation: application/json for almost all.",
  503: "Another program has locked the platform's data file. Nothing was stored; `Retry-After` says when to try again.",
  507: "The platform can't write to its data file: the disk is full, or permissions are missing. Nothing was stored.",
};

function errorResponses(): Record<string, unknown> {
  const content = { "application/json": { schema: { $ref: "#/components/schemas/Error" } } };
  return Object.fromEntries(
    Object.entries(refusals).map(([status, description]) => [responseName(Number(status)), { description, content }]),
  );
}

/** The error statuses of a route. */
function refusalsOf(route: Route): number[] {
  const statuses = [401, 403, 404];
  if (route.body !== undefined) statuses.push(400, 413, 415);
  else if (route.query !== undefined) statuses.push(400);
  if (route.conflict !== undefined) statuses.push(409);
  // Only writes depend on the data file: reads ignore its lock and need no disk space.
  if (route.method !== "GET") statuses.push(503, 507);
  return statuses.sort((a, b) => a - b);
}

function parameters(route: Route): unknown[] {
  const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string", format: "uuid" },
  }));
  const inQuery = Object.entries(route.query ?? {}).map(([name, { description, schema, isRequired = false }]) => ({
    name,
    in: "query",
    required: isRequired,
    description,
    schema: schema === undefined ? { type: "boolean" } : jsonSchema(schema, "input", {}),
  }));
  return [...inPath, ...inQuery];
}

type Components = Readonly<Record<string, JsonSchema>>;

function content(schema: JsonSchema, components: Components, type = "application/json"): Record<string, unknown> {
  return { [type]: { schema, ...(type === "application/json" && { example: exampleOf(schema, components) }) } };
}

/** How to read, update and delete what a request creates. */
function linksOf(create: Route, routes: readonly Route[]): Record<string, unknown> {
  const [, created] = /^create(\w+)$/.exec(create.operation) ?? [];
  const found = ["get", "edit", "delete"].flatMap((verb) => {
    const of = created === undefined ? undefined : routes.find(({ operation }) => operation === `${verb}${created}`);
    if (of === undefined) return [];
    const parameters = [...of.path.matchAll(/\{(\w+)\}/g)].map(([member, name = ""]) => [
      name,
      create.path.includes(member) ? `$request.path.${name}` : "$response.body#/id",
    ]);
    return [[of.operation, { operationId: of.operation, parameters: Object.fromEntries(parameters) }]];
  });
  return found.length === 0 ? {} : { links: Object.fromEntries(found) };
}

function operation(
  route: Route,
  components: Record<string, JsonSchema>,
  routes: readonly Route[],
): Record<string, unknown> {
  const where =
    route.number === undefined
      ? "Not in the API document (extended set)."
      : `Endpoint ${route.number} of the document.`;
  return {
    operationId: route.operation,
    summary: route.summary,
    description: `${where} Requires the role ${route.role}.${route.conflict ? ` 409: ${route.conflict}` : ""}`,
    tags: [route.tag.name],
    parameters: parameters(route),
    ...(route.body === undefined
      ? {}
      : {
          requestBody: {
            required: route.bodyMayBeAbsent !== true,
            content: content(jsonSchema(route.body, "input", components), components, route.bodyType),
          },
        }),
    responses: {
      [route.success]: {
        description: STATUS_CODES[route.success] ?? "Success",
        ...(route.response === undefined
          ? {}
          : { content: content(jsonSchema(route.response, "output", components), components, route.type) }),
        ...linksOf(route, routes),
      },
      ...Object.fromEntries(
        refusalsOf(route).map((status) => [status, { $ref: `#/components/responses/${responseName(status)}` }]),
      ),
    },
  };
}

/** `routes` are those of the set, unless given. */
export function openApiDocument(set: EndpointSet, routes = routesOf(set)): Record<string, unknown> {
  const components: Record<string, JsonSchema> = { Error: errorSchema };
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(route, components, routes) };
  }
  const tags = [...new Map(routes.map(({ tag }) => [tag.name, tag])).values()];
  return {
    openapi: "3.1.0",
    info: {
      title: "Application Platform Management API",
      version: "1.0.0",
      summary: `The ${set} endpoints, as app-platform-backend serves them.`,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [{ url: "http://127.0.0.1:4310", description: "The local backend." }],
    security: [{ accessToken: [] }, { apiToken: [] }],
    tags,
    paths,
    components: {
      securitySchemes: {
        accessToken: { type: "http", scheme: "bearer", bearerFormat: "JWT" },
        apiToken: {
          type: "apiKey",
          in: "header",
          name: "Authorization",
          description: "`Token <API token>`, which never expires. Not in the API document.",
        },
      },
      schemas: components,
      responses: errorResponses(),
    },
  };
}

/** A body fits its schema in the OpenAPI document if the platform accepts it, and otherwise as far as JSON Schema can say. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { openApiDocument } from "../../backend/src/openapi.js";
import { routesOf } from "../../backend/src/routes/table.js";
import { validate } from "../../backend/src/schema/validate.js";
import { anonymous } from "../kinds/documentedCalls.js";
import { isFull } from "../support/full.js";
import { holds } from "../support/seeds.js";
import { openedWorld } from "./access/world.js";
import { validator } from "./fuzzing/document.js";
import { alterationsWith, altered } from "./support/alterations.js";

const world = openedWorld();
const routes = routesOf("extended").filter(({ body, bodyType }) => body !== undefined && bodyType === undefined);
const document = openApiDocument("extended");
const paths = document.paths as Record<string, Record<string, { requestBody: { content: Record<string, object> } }>>;

const { schemas } = document.components as { schemas: Record<string, unknown> };

const ajv = validator(document);

/** What no schema says: what compares members or items, counts bytes, or looks beyond the form of a string. */
const beyondSchemas: readonly RegExp[] = [
  /^is the same as in /,
  /^is selected twice$/,
  /^must be (at most|less than) (max_running|maximum)/,
  /^must be less than max_running_instances with autoscaling$/,
  /^must be well-formed Unicode text$/,
  /^must be at most \d+ bytes long$/,
  /^must not be nested deeper than/,
  /^must have (at most|fewer)/,
  /^must be an IANA time zone name$/,
  /^must be a cron expression of five fields$/,
  /^must be (an http|a URL|an absolute URI)/,
  /^must be https:.* for the kind /,
];

const odd: readonly unknown[] = [
  ...[null, "", " ", "a", "A.b", "https://a.example/ü", "ssh://git@github.com/a/b", "oci://a", "*/5 0-9 * JAN mon"],
  ...["Europe/Paris", "*.example.com", "00000000-0000-4000-8000-000000000000", "x".repeat(129), `${" ".repeat(200)}x`],
  ...[0, 1, -1, 0.5, 2 ** 31, 70_000, true, false],
  ...[[], {}, [null], ["a"], { a: 1 }],
];

/** The names of all members that a schema knows. */
function namesIn(schema: unknown, seen = new Set<string>()): string[] {
  const text = JSON.stringify(schema);
  const names = [...text.matchAll(/"(\w+)":\{/g)].map(([, name = ""]) => name);
  const referred = [...text.matchAll(/schemas\/(\w+)"/g)].flatMap(([, name = ""]) => {
    if (seen.has(name)) return [];
    seen.add(name);
    return namesIn(schemas[name], seen);
  });
  return [...new Set([...names, ...referred])];
}
const everything = { exists: () => true, registryKind: () => "GENERIC_CR" };

interface Described {
  readonly content?: Readonly<Record<string, { readonly schema: object; readonly example?: unknown }>>;
  readonly links?: Readonly<Record<string, { operationId: string; parameters: Record<string, string> }>>;
}
const operations = Object.entries(document.paths as Record<string, Record<string, Record<string, unknown>>>).flatMap(
  ([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);
const placeOf = (path: string, method: string) =>
  `document#/paths/${encodeURIComponent(path.replaceAll("~", "~0").replaceAll("/", "~1"))}/${method}`;

it("OpenAPI examples fit their schemas, and are accepted by the platform", () => {
  for (const { path, method, operation } of operations) {
    const { operationId } = operation;
    const { requestBody, responses } = operation as { requestBody?: Described; responses: Record<string, Described> };
    const [status, success] = Object.entries(responses).find(([each]) => each.startsWith("2")) ?? [];
    const places: [string, Described | undefined][] = [
      ["requestBody", requestBody],
      [`responses/${status}`, success],
    ];
    for (const [place, described] of places) {
      const json = described?.content?.["application/json"];
      if (json === undefined) continue;
      const fits = ajv.compile({ $ref: `${placeOf(path, method)}/${place}/content/application~1json/schema` });
      fits(json.example);
      expect([operationId, place, fits.errors]).toEqual([operationId, place, null]);
    }
    const body = routes.find((route) => route.operation === operationId)?.body;
    const example = requestBody?.content?.["application/json"]?.example;
    const violations = body && validate(body as never, example, everything).violations;
    expect([operationId, violations]).toEqual([operationId, undefined]);
  }
});

it("OpenAPI links pass the ID of the created record and the parameters of the linked operation", () => {
  const byId = new Map(operations.map((each) => [each.operation.operationId, each]));
  const linked = operations.flatMap(({ operation }) => {
    const { responses } = operation as { responses: Record<string, Described> };
    return Object.values(responses).flatMap(({ links = {} }) => Object.values(links));
  });
  expect(linked.length).toBeGreaterThan(60);
  for (const { operationId, parameters } of linked) {
    const members = [...(byId.get(operationId)?.path ?? "").matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect([operationId, Object.keys(parameters)]).toEqual([operationId, members]);
    expect(Object.values(parameters)).toContain("$response.body#/id");
  }
});

it.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))(
  "OpenAPI schema accepts the bodies that the platform accepts, and refuses those that break a rule it can express: %s",
  async (call, route) => {
    const { body: good = {} } = world.endpointOf(anonymous(call));
    const place = placeOf(route.path, route.method.toLowerCase());
    const fits = ajv.compile({ $ref: `${place}/requestBody/content/application~1json/schema` });
    const { content } = paths[route.path]?.[route.method.toLowerCase()]?.requestBody ?? { content: {} };
    const names = namesIn(content);
    expect([fits(good), fits.errors]).toEqual([true, null]);
    const property = fc.property(alterationsWith(fc.constantFrom(...odd)), (changes) => {
      const body = altered(good, changes, names);
      const { violations = [] } = validate(route.body as never, structuredClone(body), everything);
      const reported = violations.filter(({ message }) => !beyondSchemas.some((each) => each.test(message)));
      const isRefused = !fits(body);
      const shown = JSON.stringify({ body, violations, errors: fits.errors });
      if (violations.length === 0) expect(isRefused, shown).toBe(false);
      if (reported.length > 0) expect(isRefused, shown).toBe(true);
    });
    await holds(property, isFull ? 3000 : 100);
  },
);

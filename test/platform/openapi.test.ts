import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { documentedEndpoints } from "../engine/support/journal.js";
import { anonymous } from "../kinds/documentedCalls.js";
import { openedFolder } from "../support/opened-folder.js";
import { extendedCalls } from "./access/endpoints.js";
import { opened } from "./support/opened.js";
import { runBackend } from "./support/platform-process.js";

const nowhere = "00000000-0000-4000-8000-000000000000";
const methods = ["get", "put", "post", "delete", "patch", "head", "options"];

interface Operation {
  operationId: string;
  requestBody?: { content: Record<string, { schema: { $ref: string } }> };
  responses: Record<string, { $ref?: string; content?: Record<string, { schema: unknown }> }>;
}
interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, unknown>; responses: Record<string, unknown> };
}

const folder = openedFolder("openapi");

describe.each([
  ["documented", documentedEndpoints.map(anonymous)],
  ["extended", [...documentedEndpoints.map(anonymous), ...extendedCalls]],
] as const)("OpenAPI document of the %s set", (set, expected) => {
  const text = runBackend(["openapi", "--endpoints", set]).stdout;
  const document: Document = JSON.parse(text);
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
  const { platform } = opened({ endpoints: set });

  it("is printed by `openapi`, and returned at /_local/openapi.json", async () => {
    expect((await platform.request("GET", "/_local/openapi.json")).body).toEqual(document);
  });

  it("passes the linter Redocly", () => {
    const file = join(folder, `${set}.json`);
    writeFileSync(file, text);
    const env = { ...process.env, NO_COLOR: "1", REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
    const redocly = join(__dirname, "../../node_modules/.bin/redocly");
    const lint = spawnSync(redocly, ["lint", file], { cwd: folder, encoding: "utf8", env });
    expect(lint.status, `${lint.stdout}\n${lint.stderr}`).toBe(0);
  });

  it("lists exactly the endpoints of the set", () => {
    expect(document.openapi).toBe("3.1.0");
    const served = operations.map(({ method, path }) => anonymous(`${method} ${path}`));
    expect(served.sort()).toEqual([...expected].sort());
  });

  it("has exactly the components that it refers to", () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)];
    const used = new Set(references.map(([, group, name]) => `${group}/${name}`));
    const { schemas, responses } = document.components;
    const stored = [
      ...Object.keys(schemas).map((name) => `schemas/${name}`),
      ...Object.keys(responses).map((name) => `responses/${name}`),
    ];
    expect([...used].sort()).toEqual(stored.sort());
  });

  it("describes the request body, if any, and the response of every operation", () => {
    for (const { method, operation } of operations) {
      const hasNone = method === "GET" || (method === "DELETE" && operation.operationId !== "deleteMember");
      if (hasNone) expect(operation.requestBody).toBeUndefined();
      const successes = Object.entries(operation.responses).filter(([status]) => status.startsWith("2"));
      expect(successes).toHaveLength(1);
      for (const [status, response] of successes)
        expect(response.content !== undefined).toBe(status !== "204" && operation.operationId !== "editMember");
    }
  });

  it("lists 503 and 507 for every write and for no read", () => {
    for (const { method, operation } of operations) {
      const statuses = Object.keys(operation.responses).filter((status) => status.startsWith("5"));
      expect(statuses, operation.operationId).toEqual(method === "GET" ? [] : ["503", "507"]);
    }
  });

  it("lists the same methods of each path as the `allow` header of a 405", async () => {
    // A path without parameters takes precedence over one whose parameter it fits.
    for (const [path, item] of Object.entries(document.paths) as [string, Record<string, Operation>][]) {
      const concrete = path.replace(/\{\w+\}/g, nowhere);
      for (const method of methods) {
        const answer = await platform.request(method.toUpperCase(), concrete);
        // A documented operation finds no such id, or lacks what says which, unless it needs neither; any other method is not allowed.
        const needsNothing = /^\/default|^\/organization$|\/clusterFeature$/.test(path);
        const found = needsNothing ? [200] : path.includes("{") ? [404] : [400, 415];
        expect([method, path, item[method] === undefined ? [405] : found]).toEqual([
          method,
          path,
          expect.arrayContaining([answer.status]),
        ]);
        if (item[method] === undefined) {
          const allowed = answer.headers.allow?.toLowerCase().split(", ").sort();
          expect(allowed).toEqual(Object.keys(item).sort());
        } else if (method !== "head") {
          expect(Object.keys(item[method]?.responses ?? {})).toContain("404");
        }
      }
    }
  });
});

it("OpenAPI document lists 409 for the delete of projects, deployment stages, clusters and git tokens", () => {
  const { paths }: Document = JSON.parse(runBackend(["openapi", "--endpoints", "extended"]).stdout);
  const operations = Object.values(paths).flatMap(({ delete: operation }) => operation ?? []);
  for (const name of ["deleteProject", "deleteDeploymentStage", "deleteCluster", "deleteGitToken"])
    expect(operations.find(({ operationId }) => operationId === name)?.responses).toHaveProperty("409");
});

/** The 20 endpoints of the API document, each with a request that succeeds on a platform which is put back before every one. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { type Body, bodies, clusterBody, type KindName } from "../bodies.js";
import { type Answer, type Platform, type Role, type SeededIds, startPlatform } from "../platform.js";

/** A member of a path: what it names and the id that is there. */
export interface PathId {
  readonly kind: string;
  readonly id: string;
}

/** A row of the document's table, with a request that succeeds. */
export interface Endpoint {
  readonly number: number;
  readonly method: string;
  /** With its members in braces. */
  readonly template: string;
  readonly ids: readonly PathId[];
  readonly success: number;
  /** The least role that may. */
  readonly needs: Role;
  readonly body?: Body;
}

export interface World {
  readonly platform: Platform;
  /** The data file, for what only its owner can know. */
  readonly data: string;
  readonly endpoints: readonly Endpoint[];
  /** The endpoint's path, with these ids in place of its own. */
  pathOf(endpoint: Endpoint, ids?: readonly string[]): string;
  /** Everything that the platform holds. */
  content(): Promise<unknown>;
  /** Puts everything back as it was at the beginning. */
  restore(): Promise<void>;
  /** Sends a request that is to be refused; the response must have the API's form and nothing may have changed. */
  refused(method: string, path: string, options: Parameters<Platform["request"]>[2]): Promise<Answer>;
  close(): Promise<void>;
}

export async function openWorld(): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), "access-"));
  const data = join(folder, "platform.db");
  // At manual speed a deployment runs for as long as it is needed.
  const platform = await startPlatform({ data, speed: "manual" });
  const made = await makeServices(platform);
  const content = async () => (await platform.request("GET", "/_local/snapshot")).body;
  const first = await content();
  return {
    platform,
    data,
    endpoints: endpointsOf(platform.ids, made),
    pathOf({ template, ids }, others = ids.map(({ id }) => id)) {
      const members = others.values();
      return template.replace(/\{\w+\}/g, () => members.next().value ?? "");
    },
    content,
    async restore() {
      expect((await platform.request("PUT", "/_local/snapshot", { body: first })).status).toBe(204);
    },
    async refused(method, path, options) {
      const answer = await platform.request(method, path, options);
      expect(answer.body).toMatchObject({ status: answer.status, error: expect.any(String), detail: /./ });
      expect(await content()).toEqual(first);
      return answer;
    },
    async close() {
      await platform.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** One service of every kind; and a deployment under way in the other environment, which can be cancelled. */
async function makeServices(platform: Platform): Promise<Record<KindName, string>> {
  const { ids, request } = platform;
  const make = async (kind: KindName, environment: string) =>
    (await request("POST", `/environment/${environment}/${kind}`, { body: bodies[kind].minimal(ids) })).body.id;
  const deployed = await make("database", ids.otherEnvironment);
  const path = `/environment/${ids.otherEnvironment}/service/deploy`;
  expect((await request("POST", path, { body: { databases: [deployed] } })).status).toBe(202);
  return {
    application: await make("application", ids.environment),
    container: await make("container", ids.environment),
    job: await make("job", ids.environment),
    database: await make("database", ids.environment),
    terraform: await make("terraform", ids.environment),
  };
}

function endpointsOf(ids: SeededIds, made: Record<KindName, string>): Endpoint[] {
  const environment = { kind: "environment", id: ids.environment };
  const cluster = { kind: "cluster", id: ids.cluster };
  const service = (kind: KindName) => ({ kind, id: made[kind] });
  const named = (kind: KindName) => ({ ...bodies[kind].full(ids), name: "another name" });
  const clone = { name: "a clone", environment_id: ids.otherEnvironment };
  const row = (call: string, on: readonly PathId[], success: number, needs: Role, body?: Body) => {
    const [method = "", template = ""] = call.split(" ");
    return { method, template, ids: on, success, needs, ...(body === undefined ? {} : { body }) };
  };
  const rows = [
    row("POST /environment/{id}/application", [environment], 201, "editor", named("application")),
    row("GET /environment/{id}/application", [environment], 200, "viewer"),
    row("POST /environment/{id}/container", [environment], 201, "editor", named("container")),
    row("GET /environment/{id}/container", [environment], 200, "viewer"),
    row("GET /container/{id}", [service("container")], 200, "viewer"),
    row("POST /container/{id}/clone", [service("container")], 202, "editor", clone),
    row("POST /environment/{id}/job", [environment], 201, "editor", named("job")),
    row("GET /environment/{id}/job", [environment], 200, "viewer"),
    row("PUT /job/{id}", [service("job")], 200, "editor", bodies.job.full(ids)),
    row("POST /job/{id}/clone", [service("job")], 202, "editor", clone),
    row("POST /environment/{id}/database", [environment], 201, "editor", named("database")),
    row("GET /environment/{id}/database", [environment], 200, "viewer"),
    row("PUT /database/{id}", [service("database")], 200, "admin", { cpu: 100 }),
    row("POST /database/{id}/clone", [service("database")], 202, "editor", clone),
    row("POST /environment/{id}/terraform", [environment], 201, "editor", named("terraform")),
    row("POST /terraform/{id}/clone", [service("terraform")], 202, "editor", clone),
    row("POST /environment/{id}/service/deploy", [environment], 202, "editor", { databases: [made.database] }),
    row("POST /environment/{id}/cancelDeployment", [{ kind: "environment", id: ids.otherEnvironment }], 202, "editor", {
      force_cancel: true,
    }),
    row("POST /cluster/{id}/argoCdConfig", [cluster], 200, "admin", {
      argocd_url: "https://argocd.example.com",
      argocd_token: "a token",
    }),
    row(
      "PUT /organization/{id}/cluster/{id}",
      [{ kind: "organization", id: ids.organization }, cluster],
      200,
      "editor",
      clusterBody(ids),
    ),
  ];
  return rows.map((each, index) => ({ ...each, number: index + 1 }));
}

/** The row of a matrix: `13 PUT /database/{id}`. */
export function rowOf({ number, method, template }: Endpoint): string {
  return `${number} ${method} ${template}`;
}

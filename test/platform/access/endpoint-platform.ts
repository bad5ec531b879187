/** Every endpoint that is served, each with a request that succeeds on a platform which is put back before every one. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { fillPath } from "../../../provider/platform/endpoint.js";
import { anonymous } from "../../kinds/documentedCalls.js";
import { kindNames, records } from "../../kinds/index.js";
import { isNotApplicable } from "../../kinds/notApplicable.js";
import { definitionOf } from "../../unit/pretend-platform.js";
import { type Body, bodies, clusterBody, type KindName } from "../bodies.js";
import { type Answer, type Platform, type Role, type SeededIds, startPlatform } from "../platform.js";

/** A member of a path: what it names and the id that is there. */
export interface PathId {
  readonly kind: string;
  readonly id: string;
}

/** A row of the document's table, or a call of the extended set, with a request that succeeds. */
export interface Endpoint {
  /** The number in the document; undefined in the extended set. */
  readonly number?: number;
  readonly method: string;
  /** With its members in braces. */
  readonly template: string;
  readonly ids: readonly PathId[];
  readonly success: number;
  /** The least role that may. */
  readonly needs: Role;
  readonly body?: Body;
  readonly query?: string;
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
  const platform = await startPlatform({ data, speed: "manual", endpoints: "extended" });
  const made = await makeServices(platform);
  const further = await makeSystem(platform, made);
  const byHand = [...endpointsOf(platform.ids, made), ...extendedEndpoints(platform.ids, made, further)];
  const ofRecords = await recordEndpoints(platform, byHand.map(rowOf));
  const content = async () => (await platform.request("GET", "/_local/snapshot")).body;
  const first = await content();
  return {
    platform,
    data,
    endpoints: [...byHand, ...ofRecords],
    pathOf({ template, ids, query = "" }, others = ids.map(({ id }) => id)) {
      const members = others.values();
      return template.replace(/\{\w+\}/g, () => members.next().value ?? "") + query;
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

/** One service of every kind, and a database in the other environment. */
async function makeServices(platform: Platform): Promise<Record<KindName, string>> {
  const { ids, request } = platform;
  const make = async (kind: KindName, environment: string) =>
    (await request("POST", `/environment/${environment}/${kind}`, { body: bodies[kind].minimal(ids) })).body.id;
  await make("database", ids.otherEnvironment);
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

/** What there is besides services: a second project, a third environment with a deployed container, and the rest in the first one. */
interface System {
  readonly project: string;
  readonly environment: string;
  readonly deployed: string;
  readonly stage: string;
  readonly laterStage: string;
  readonly variable: string;
  readonly applicationDomain: string;
  readonly containerDomain: string;
}

async function makeSystem({ ids, request }: Platform, made: Record<KindName, string>): Promise<System> {
  const post = async (path: string, body: Body): Promise<string> => (await request("POST", path, { body })).body.id;
  const project = await post(`/organization/${ids.organization}/project`, { name: "empty" });
  const environment = await post(`/project/${ids.project}/environment`, { name: "third" });
  const deployed = await post(`/environment/${environment}/container`, bodies.container.minimal(ids));
  const body = { containers: [{ id: deployed, image_tag: "2" }] };
  expect((await request("POST", `/environment/${environment}/service/deploy`, { body })).status).toBe(202);
  // Long enough for this deployment, before the one that is to run forever begins.
  await request("POST", "/_local/clock", { body: { advanceSeconds: 60 } });
  const again = { body: { databases: [await deployedDatabase({ ids, request })] } };
  expect((await request("POST", `/environment/${ids.otherEnvironment}/service/deploy`, again)).status).toBe(202);
  await request("POST", `/cluster/${ids.cluster}/argoCdConfig`, {
    body: { argocd_url: "https://argocd.example.org", argocd_token: "a token" },
  });
  const domain = (name: string) => ({ domain: `${name}.example.com`, generate_certificate: true });
  return {
    project,
    environment,
    deployed,
    stage: await post(`/environment/${ids.environment}/deploymentStage`, { name: "a" }),
    laterStage: await post(`/environment/${ids.environment}/deploymentStage`, { name: "b" }),
    variable: await post("/variable", variableBody(ids, "A")),
    applicationDomain: await post(`/application/${made.application}/customDomain`, domain("a")),
    containerDomain: await post(`/container/${made.container}/customDomain`, domain("b")),
  };
}

async function deployedDatabase({ ids, request }: Pick<Platform, "ids" | "request">): Promise<string> {
  return (await request("GET", `/environment/${ids.otherEnvironment}/database`)).body.results[0].id;
}

function variableBody(ids: SeededIds, key: string): Body {
  const parent = { variable_scope: "ENVIRONMENT", variable_parent_id: ids.environment };
  return { key, value: "1", is_secret: false, ...parent };
}

function extendedEndpoints(ids: SeededIds, made: Record<KindName, string>, system: System): Endpoint[] {
  const at = (kind: string, id: string) => ({ kind, id });
  const environment = at("environment", ids.environment);
  const third = at("environment", system.environment);
  const cluster = at("cluster", ids.cluster);
  const organization = at("organization", ids.organization);
  const project = at("project", system.project);
  const stage = at("deploymentStage", system.stage);
  const variable = at("variable", system.variable);
  const service = (kind: KindName) => at(kind, made[kind]);
  const row = (call: string, on: readonly PathId[], success: number, needs: Role = "viewer", body?: Body): Endpoint => {
    const [method = "", template = ""] = call.split(" ");
    return { method, template, ids: on, success, needs, ...(body === undefined ? {} : { body }) };
  };
  const services = (["application", "container", "job", "database", "terraform"] as const).flatMap((kind) => [
    ...(kind === "container" ? [] : [row(`GET /${kind}/{id}`, [service(kind)], 200)]),
    ...(kind === "job" || kind === "database"
      ? []
      : [row(`PUT /${kind}/{id}`, [service(kind)], 200, "editor", bodies[kind].minimal(ids))]),
    row(`DELETE /${kind}/{id}`, [service(kind)], 204, "admin"),
  ]);
  const domain = { domain: "new.example.com", generate_certificate: false };
  const exposed = (["application", "container"] as const).flatMap((kind) => {
    const one = [service(kind), at("customDomain", system[`${kind}Domain`])];
    const path = `/${kind}/{id}/customDomain`;
    return [
      row(`GET ${path}`, [service(kind)], 200),
      row(`POST ${path}`, [service(kind)], 201, "editor", domain),
      row(`PUT ${path}/{id}`, one, 200, "editor", domain),
      row(`DELETE ${path}/{id}`, one, 204, "admin"),
      row(`GET ${path}/{id}/status`, one, 200),
      row(`GET /${kind}/{id}/link`, [service(kind)], 200),
    ];
  });
  const clone = { name: "a clone", environment_id: ids.environment };
  const place = { scope: "CONTAINER", parent_id: made.container };
  return [
    ...services,
    row("POST /application/{id}/clone", [service("application")], 202, "editor", clone),
    row("GET /environment/{id}/terraform", [environment], 200),
    row("GET /environment/{id}/status", [environment], 200),
    row("GET /environment/{id}/statuses", [environment], 200),
    row("POST /environment/{id}/stop", [third], 202, "editor"),
    row("POST /environment/{id}/redeploy", [third], 202, "editor"),
    row("GET /organization/{id}/cluster", [organization], 200),
    row("GET /cluster/{id}/argoCdConfig", [cluster], 200),
    row("DELETE /cluster/{id}/argoCdConfig", [cluster], 204, "admin"),
    row("GET /organization/{id}/project", [organization], 200),
    row("POST /organization/{id}/project", [organization], 200, "editor", { name: "new" }),
    row("GET /project/{id}", [project], 200),
    row("PUT /project/{id}", [project], 200, "editor", { name: "renamed" }),
    row("DELETE /project/{id}", [project], 204, "admin"),
    row("GET /project/{id}/environment", [project], 200),
    row("POST /project/{id}/environment", [project], 201, "editor", { name: "new" }),
    row("GET /environment/{id}", [environment], 200),
    row("PUT /environment/{id}", [environment], 200, "editor", { name: "renamed" }),
    row("DELETE /environment/{id}", [third], 204, "admin"),
    row("POST /environment/{id}/clone", [environment], 202, "editor", { name: "new" }),
    row("POST /environment/{id}/service/stop", [third], 200, "editor", { containers: [{ id: system.deployed }] }),
    row("POST /environment/{id}/service/delete", [environment], 200, "admin", { databases: [made.database] }),
    row("GET /environment/{id}/link", [environment], 200),
    { ...row("GET /variable", [], 200), query: `?scope=ENVIRONMENT&parent_id=${ids.environment}` },
    row("POST /variable", [], 201, "editor", variableBody(ids, "B")),
    row("PUT /variable/{id}", [variable], 200, "editor", { key: "A", value: "2" }),
    row("DELETE /variable/{id}", [variable], 204, "admin"),
    row("POST /variable/{id}/alias", [variable], 201, "editor", {
      key: "C",
      alias_scope: place.scope,
      alias_parent_id: place.parent_id,
    }),
    row("POST /variable/{id}/override", [variable], 201, "editor", {
      value: "3",
      override_scope: place.scope,
      override_parent_id: place.parent_id,
    }),
    ...exposed,
    row("GET /environment/{id}/deploymentStage", [environment], 200),
    row("POST /environment/{id}/deploymentStage", [environment], 200, "editor", { name: "new" }),
    row("GET /deploymentStage/{id}", [stage], 200),
    row("PUT /deploymentStage/{id}", [stage], 200, "editor", { name: "renamed" }),
    row("DELETE /deploymentStage/{id}", [stage], 204, "admin"),
    row("PUT /deploymentStage/{id}/service/{id}", [stage, at("service", made.container)], 200, "editor"),
    row("PUT /deploymentStage/{id}/moveAfter/{id}", [stage, at("deploymentStage", system.laterStage)], 200, "editor"),
    row("PUT /deploymentStage/{id}/moveBefore/{id}", [at("deploymentStage", system.laterStage), stage], 200, "editor"),
  ];
}

/** What a call needs, by its method: who may, and what a success is. */
const needs: Readonly<Record<string, readonly [success: number, needs: Role]>> = {
  GET: [200, "viewer"],
  PUT: [200, "editor"],
  POST: [201, "editor"],
  DELETE: [204, "admin"],
};

/** The calls of kinds in an environment that have no row by hand, from their records; one of each kind is there before. */
async function recordEndpoints({ ids, request }: Platform, known: readonly string[]): Promise<Endpoint[]> {
  const found: Endpoint[] = [];
  for (const kind of kindNames) {
    const { bodies, extendedCalls } = records[kind];
    const { create } = definitionOf(kind).api;
    const calls = extendedCalls.filter((call) => !known.some((row) => anonymous(row) === call));
    if (isNotApplicable(bodies) || !calls.includes(anonymous(`${create.method} ${create.path}`))) continue;
    const path = fillPath(create, { environmentId: ids.environment });
    const { id } = (await request("POST", path, { body: bodies.first(ids) })).body;
    for (const call of calls) {
      const [method = "", template = ""] = call.split(" ");
      const [success, role] = needs[method] as (typeof needs)[string];
      const [, parent = ""] = template.split("/");
      found.push({
        ...{ method, template: template.replaceAll("{}", "{id}"), success, needs: role },
        ids: [{ kind: parent, id: parent === "environment" ? ids.environment : id }],
        ...(method === "POST" || method === "PUT" ? { body: bodies.other(ids) } : {}),
      });
    }
  }
  return found;
}

/** The row of a served call. */
export function endpointOf({ endpoints }: World, call: string): Endpoint {
  const found = endpoints.find((endpoint) => anonymous(rowOf(endpoint)) === call);
  if (found === undefined) throw new Error(`The matrix has no ${call}.`);
  return found;
}

/** The row of a matrix: `13 PUT /database/{id}`. */
export function rowOf({ number, method, template }: Endpoint): string {
  return `${number === undefined ? "" : `${number} `}${method} ${template}`;
}

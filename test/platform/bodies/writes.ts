/** Every endpoint that takes a body, documented or extended, with a good one and the places where a bad value may stand. */
import { fillPath } from "../../../provider/platform/endpoint.js";
import { kindNames, records } from "../../kinds/index.js";
import { isNotApplicable } from "../../kinds/notApplicable.js";
import { seededIds } from "../../kinds/shared/seededIds.js";
import { definitionOf } from "../../unit/pretend-platform.js";
import { type Body, bodies, clusterBody } from "../bodies.js";
import type { Platform, SeededIds } from "../platform.js";

/** A member of the body, by the keys that lead to it. */
export type Place = readonly (string | number)[];

export interface WriteEndpoint {
  readonly call: string;
  readonly path: string;
  readonly success: number;
  readonly body: Body;
  readonly text: Place;
  /** The longest text that may stand there. */
  readonly longest: number;
  readonly number: Place;
  readonly list: Place;
  /** Whether nothing at all counts as `{}`, and whether that is enough. */
  readonly nothing: "refused" | "enough";
}

const any = Number.POSITIVE_INFINITY;
const anyId = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** The kinds whose requests have a record, with the last segment of their path. */
const recorded = kindNames.flatMap((kind) => {
  const { bodies } = records[kind];
  const { api } = definitionOf(kind);
  const segment = api.create.path.split("/").at(-1) ?? "";
  return isNotApplicable(bodies) ? [] : [{ kind, bodies, api, segment }];
});

/** What paths name besides the resource itself. */
const placesIn = ({ environment, organization, project }: SeededIds) => ({
  environmentId: environment,
  organizationId: organization,
  projectId: project,
});

/** The calls of a kind whose requests have a record; the path of what is there already is filled in by `id`. */
function callsOf({ bodies, api, segment }: (typeof recorded)[number], ids: SeededIds, id: string): WriteEndpoint[] {
  const { text, longest = any, number, list, success = 201 } = bodies;
  const body = bodies.other(ids);
  const shared = { text, longest, number, list, nothing: "refused", body } as const;
  const members = { ...placesIn(ids), id };
  const name = ["name"];
  return [
    { ...shared, call: `POST ${segment}`, path: fillPath(api.create, members), success },
    ...(api.update === undefined
      ? []
      : [{ ...shared, call: `PUT ${segment}`, path: fillPath(api.update, members), success: 200 }]),
    ...(api.clone === undefined
      ? []
      : [
          {
            call: `POST ${segment}/clone`,
            path: fillPath(api.clone, members),
            success: 202,
            body: { name: "a clone", environment_id: ids.otherEnvironment },
            text: name,
            longest: 128,
            number: name,
            list: name,
            nothing: "refused" as const,
          },
        ]),
  ];
}

/** Ids of what the calls on whole systems change. */
interface System {
  readonly project: string;
  readonly environment: string;
  readonly deployed: string;
  readonly idle: string;
  readonly stage: string;
  readonly variable: string;
  readonly domains: Readonly<Record<"application" | "container", { readonly service: string; readonly id: string }>>;
}

const none = seededIds.environment;
const noSystem: System = {
  ...{ project: none, environment: none, deployed: none, idle: none, stage: none, variable: none },
  domains: { application: { service: none, id: none }, container: { service: none, id: none } },
};

/** The paths that the records of kinds reach, without their ids. */
const recordedPaths = new Set(
  recorded.flatMap(({ api }) =>
    [api.create, api.update, api.clone].flatMap((each) =>
      each === undefined ? [] : [`${each.method} ${each.path.replace(/\{\w+\}/g, "{}")}`],
    ),
  ),
);

/** Projects, environments and what belongs to them, as far as no record of a kind reaches them. */
function systemWrites(ids: SeededIds, system: System): WriteEndpoint[] {
  const write = (
    call: string,
    path: string,
    success: number,
    body: Body,
    place: Place,
    longest = any,
  ): WriteEndpoint => ({
    ...{ call, path, success, body, longest },
    ...{ text: place, number: place, list: place, nothing: "refused" },
  });
  const named = { name: "new", description: "d" };
  const description = ["description"];
  const inContainer = (kind: string) => ({
    [`${kind}_scope`]: "CONTAINER",
    [`${kind}_parent_id`]: system.domains.container.service,
  });
  const exposed = (["application", "container"] as const).flatMap((kind) => {
    const { service, id } = system.domains[kind];
    const all = `/${kind}/${service}/customDomain`;
    const body = { domain: "new.example.com", generate_certificate: true };
    return [
      write(`POST ${kind} domain`, all, 201, body, ["domain"], 0),
      write(`PUT ${kind} domain`, `${all}/${id}`, 200, body, ["domain"], 0),
    ];
  });
  const selected = (id: string) => ({ containers: [{ id }] });
  const first = ["containers", 0, "id"];
  const third = `/environment/${system.environment}`;
  return [
    write("POST project", `/organization/${ids.organization}/project`, 200, named, description),
    write("PUT project", `/project/${system.project}`, 200, named, description),
    write("POST environment", `/project/${system.project}/environment`, 201, { name: "new" }, ["name"], 128),
    write("PUT environment", third, 200, { name: "new" }, ["name"], 128),
    write("POST environment clone", `${third}/clone`, 202, { name: "new" }, ["name"], 128),
    write("POST service/stop", `${third}/service/stop`, 200, selected(system.deployed), first, 0),
    write("POST service/delete", `${third}/service/delete`, 200, selected(system.idle), first, 0),
    write(
      "POST variable",
      "/variable",
      201,
      { key: "B", value: "1", is_secret: true, variable_scope: "PROJECT", variable_parent_id: system.project },
      ["value"],
    ),
    write("PUT variable", `/variable/${system.variable}`, 200, { key: "A", value: "2" }, ["value"]),
    write(
      "POST variable alias",
      `/variable/${system.variable}/alias`,
      201,
      { key: "C", ...inContainer("alias"), description: "d" },
      description,
      255,
    ),
    write(
      "POST variable override",
      `/variable/${system.variable}/override`,
      201,
      { value: "3", ...inContainer("override") },
      ["value"],
    ),
    ...exposed,
    write("POST deploymentStage", `${third}/deploymentStage`, 200, named, description),
    write("PUT deploymentStage", `/deploymentStage/${system.stage}`, 200, named, description),
  ].filter(({ call, path }) => !recordedPaths.has(`${call.split(" ")[0]} ${path.replace(anyId, "{}")}`));
}

async function makeSystem({ ids, request }: Platform, made: Readonly<Record<string, string>>): Promise<System> {
  const post = async (path: string, body: Body): Promise<string> => (await request("POST", path, { body })).body.id;
  const project = await post(`/organization/${ids.organization}/project`, { name: "second" });
  const environment = await post(`/project/${project}/environment`, { name: "third" });
  const container = (name: string) =>
    post(`/environment/${environment}/container`, { ...bodies.container.minimal(ids), name });
  const [deployed, idle] = [await container("deployed"), await container("idle")];
  const body = { containers: [{ id: deployed, image_tag: "2" }] };
  await request("POST", `/environment/${environment}/service/deploy`, { body });
  await request("POST", "/_local/clock", { body: { advanceSeconds: 60 } });
  const domain = async (kind: "application" | "container") => {
    const service = made[kind] ?? "";
    const id = await post(`/${kind}/${service}/customDomain`, {
      domain: `${kind}.example.com`,
      generate_certificate: true,
    });
    return { service, id };
  };
  return {
    ...{ project, environment, deployed, idle },
    stage: await post(`/environment/${environment}/deploymentStage`, { name: "stage" }),
    variable: await post("/variable", {
      ...{ key: "A", value: "1", is_secret: false },
      ...{ variable_scope: "ENVIRONMENT", variable_parent_id: ids.environment },
    }),
    domains: { application: await domain("application"), container: await domain("container") },
  };
}

/** The calls of the matrix, each with its kind. */
export const writingCalls: readonly (readonly [kind: string, call: string])[] = [
  ...recorded.flatMap((each) =>
    callsOf(each, seededIds, seededIds.environment).map(({ call }) => [each.kind, call] as const),
  ),
  ["DeploymentTrigger", "POST deploy"],
  ["DeploymentTrigger", "POST cancelDeployment"],
  ["ArgoCdConfig", "POST argoCdConfig"],
  ["Cluster", "PUT cluster"],
  ...systemWrites(seededIds, noSystem).map(({ call }) => ["whole systems", call] as const),
];

/** Creates one of each kind, and a deployment that can be cancelled; at manual speed it continues forever. */
export async function writeEndpoints(platform: Platform): Promise<WriteEndpoint[]> {
  const { ids, request } = platform;
  const made: Record<string, string> = {};
  for (const { kind, bodies, api, segment } of recorded) {
    const path = fillPath(api.create, placesIn(ids));
    made[segment] = (await request("POST", path, { body: bodies.first(ids) })).body.id;
    if (made[segment] === undefined) throw new Error(`the platform refuses the first ${kind}`);
  }
  const system = await makeSystem(platform, made);
  const there = `/environment/${ids.otherEnvironment}`;
  const first = bodies.database.minimal(ids);
  const deployed = (await request("POST", `${there}/database`, { body: first })).body.id;
  const deploy = `${there}/service/deploy`;
  await request("POST", deploy, { body: { databases: [deployed] } });

  const services = recorded.flatMap((each) => callsOf(each, ids, made[each.segment] ?? ""));
  const force = ["force_cancel"];
  return [
    ...services,
    ...systemWrites(ids, system),
    {
      call: "POST deploy",
      path: `/environment/${ids.environment}/service/deploy`,
      success: 202,
      body: { containers: [{ id: made.container, image_tag: "2" }], databases: [made.database] },
      text: ["containers", 0, "image_tag"],
      longest: any,
      number: ["containers", 0, "image_tag"],
      list: ["databases"],
      nothing: "refused",
    },
    {
      call: "POST cancelDeployment",
      path: `/environment/${ids.otherEnvironment}/cancelDeployment`,
      success: 202,
      body: { force_cancel: true },
      text: force,
      longest: 0,
      number: force,
      list: force,
      nothing: "enough",
    },
    {
      call: "POST argoCdConfig",
      path: `/cluster/${ids.cluster}/argoCdConfig`,
      success: 200,
      body: { argocd_url: "https://argocd.example.com", argocd_token: "a token" },
      text: ["argocd_token"],
      longest: any,
      number: ["argocd_url"],
      list: ["argocd_url"],
      nothing: "refused",
    },
    {
      call: "PUT cluster",
      path: `/organization/${ids.organization}/cluster/${ids.cluster}`,
      success: 200,
      body: clusterBody(ids),
      text: ["description"],
      longest: any,
      number: ["disk_size"],
      list: ["ssh_keys"],
      nothing: "refused",
    },
  ];
}

/** The body with another value at a place, as JSON; the value is JSON already, so that it may be what no program can hold. */
export function withJson(body: Body, place: Place, json: string): string {
  const mark = "a mark that stands for the value";
  const copy = structuredClone(body);
  const holder = place.slice(0, -1).reduce<Record<string | number, unknown>>((value, key) => value[key] as never, copy);
  holder[place.at(-1) ?? ""] = mark;
  return JSON.stringify(copy).replace(JSON.stringify(mark), () => json);
}

/** The body with a further member at its top, as JSON. */
export function withMember(body: Body, member: string): string {
  return `{${member},${JSON.stringify(body).slice(1)}`;
}

/** Content for a data file that has something of everything, and the reads that show it. */

import { type Body, bodies, clusterBody, kindNames } from "./bodies.js";
import type { Platform } from "./platform.js";

/** How a data file is opened for these reads: nothing moves by itself. */
export const dataFileOptions = { speed: "manual", endpoints: "extended" } as const;

/** A hundred years: the token in a fixture must stay valid. */
const longLife = `${100 * 365}d`;

function pathsOf({ ids }: Platform, environments: readonly { id: string }[]): string[] {
  const reads = [...kindNames, "status", "statuses"];
  return [
    ...environments.flatMap(({ id }) => reads.map((read) => `/environment/${id}/${read}`)),
    `/organization/${ids.organization}/cluster`,
    `/cluster/${ids.cluster}/argoCdConfig`,
    "/_local/environments",
    "/_local/deployment-failures",
  ];
}

/** The reading of the manual clock, which a data file keeps. */
async function clockOf({ request }: Platform): Promise<unknown> {
  return (await request("POST", "/_local/clock", { body: { advanceSeconds: 0 } })).body;
}

/** Everything that the platform shows, by path. */
export async function readEverything(platform: Platform, token: string): Promise<Readonly<Record<string, unknown>>> {
  const environments = (await platform.request("GET", "/_local/environments")).body.results;
  const responses: Record<string, unknown> = { clock: await clockOf(platform) };
  for (const path of pathsOf(platform, environments)) {
    const { status, body } = await platform.request("GET", path, { token });
    responses[path] = { status, body };
  }
  return responses;
}

/** Fills an empty platform: every kind, twice; deployments that succeeded, failed and still run; a deletion that runs. */
export async function fill(platform: Platform): Promise<void> {
  const { ids } = platform;
  const send = async (method: string, path: string, body?: unknown) => {
    const response = await platform.request(method, path, { body });
    if (response.status >= 300) throw new Error(`${method} ${path}: ${response.status} ${response.body?.detail}`);
    return response.body;
  };
  const create = (kind: keyof typeof bodies, environment: string, body: Body): Promise<Body & { id: string }> =>
    send("POST", `/environment/${environment}/${kind}`, body);
  const advance = (advanceSeconds: number) => send("POST", "/_local/clock", { advanceSeconds });
  const deploy = (environment: string, body: unknown) =>
    send("POST", `/environment/${environment}/service/deploy`, body);

  await send("POST", "/_local/environments", { name: "empty" });
  await send("PUT", `/organization/${ids.organization}/cluster/${ids.cluster}`, clusterBody(ids));
  await send("POST", `/cluster/${ids.cluster}/argoCdConfig`, {
    argocd_url: "https://cd.example.com",
    argocd_token: "t",
  });
  const full: Record<string, string> = {};
  for (const kind of kindNames) {
    full[kind] = (await create(kind, ids.environment, bodies[kind].full(ids))).id;
    await create(kind, ids.environment, { ...bodies[kind].minimal(ids), name: `never-deployed-${kind}` });
  }
  await deploy(ids.environment, {
    applications: [{ application_id: full.application, git_commit_id: "a1b2c3" }],
    containers: [{ id: full.container, image_tag: "2.0" }],
    jobs: [{ id: full.job, git_commit_id: "deployment-error" }],
    databases: [full.database],
    terraforms: [{ id: full.terraform, git_commit_id: "d4e5f6" }],
  });
  await advance(60);
  await deploy(ids.environment, { containers: [{ id: full.container, image_tag: "2.1" }] });
  await advance(60);
  await send("PUT", `/database/${full.database}`, { description: "Updated after its deployment" });
  await send("DELETE", `/terraform/${full.terraform}`);
  const running = await create("container", ids.otherEnvironment, bodies.container.full(ids));
  await deploy(ids.otherEnvironment, { containers: [{ id: running.id, image_tag: "3" }] });
  await advance(2);
  await send("PUT", "/_local/deployment-failures", {
    rules: [{ service: "web", state: "DEPLOYMENT_ERROR", times: 2 }],
  });
}

export async function longLivedToken({ request }: Platform): Promise<string> {
  return (await request("POST", "/_local/tokens", { body: { role: "admin", ttl: longLife } })).body.token;
}

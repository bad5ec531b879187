/** A platform with something of everything, which is put back before every request that succeeds. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { afterAll, afterEach, beforeAll, expect } from "vitest";
import { openedFolder } from "../../support/opened-folder.js";
import type { Body } from "../support/bodies.js";
import { proxyTo } from "../support/opened.js";
import { type Platform, type PlatformOptions, startPlatform } from "../support/platform.js";
import { exposedServices, serviceBodies } from "../support/services.js";
import {
  credentialsBodies,
  type Endpoint,
  endpointsOf,
  peopleEndpoints,
  recordedEndpoints,
  type System,
  servicesFromGit,
  variableBody,
} from "./endpoints.js";

/** The endpoint's path, with these ids in place of its own. */
export function pathOf(
  { call, ids, query = "" }: Endpoint,
  others: readonly string[] = ids.map(({ id }) => id),
): string {
  const members = others.values();
  const [, template = ""] = call.split(" ");
  return template.replace(/\{\}/g, () => members.next().value ?? "") + query;
}

/** A world for the tests of a file. */
export function openedWorld<Of extends Platform = Platform>(
  start: (options: PlatformOptions) => Promise<Of> = startPlatform as never,
) {
  const data = join(openedFolder("access"), "platform.db");
  let world: Awaited<ReturnType<typeof openWorld<Of>>>;
  beforeAll(async () => {
    world = await openWorld(start, data);
  });
  afterAll(() => world.platform.stop());
  // What one test has left must not let the next ones fail.
  afterEach(async ({ task }) => {
    if (task.result?.state === "fail") await world.restore();
  });
  return proxyTo(() => world);
}

async function openWorld<Of extends Platform>(start: (options: PlatformOptions) => Promise<Of>, data: string) {
  // At manual speed a deployment runs for as long as it is needed.
  const platform = await start({ data, speed: "manual", endpoints: "extended" });
  const byHand = endpointsOf(platform.ids, await makeSystem(platform));
  const endpoints = [...byHand, ...(await recordedEndpoints(platform)), ...(await peopleEndpoints(platform))];
  /** Everything that the platform holds. */
  const content = async (): Promise<unknown> => (await platform.request("GET", "/_local/snapshot")).body;
  const first = await content();
  /** As long as it was then: nothing was written since, so that nothing needs to be read. */
  let length = statSync(data).size;
  /** Whether anything is not as it was at the beginning. */
  const isChanged = async () => statSync(data).size !== length && !isDeepStrictEqual(await content(), first);
  return {
    ...{ platform, endpoints, content, isChanged },
    /** The data file, for what only its owner can know. */
    data,
    endpointOf(call: string): Endpoint {
      const found = endpoints.find((endpoint) => endpoint.call === call);
      if (found === undefined) throw new Error(`The matrix has no ${call}.`);
      return found;
    },
    /** Sends a request of the endpoint; `ids` in place of its own. */
    send(endpoint: Endpoint, options?: Parameters<Platform["request"]>[2], ids?: readonly string[]) {
      const [method = ""] = endpoint.call.split(" ");
      const { body, type } = endpoint.text ?? { body: endpoint.body };
      const headers: Record<string, string> = type === undefined ? {} : { "content-type": type };
      return platform.request(method, pathOf(endpoint, ids), { body, headers, ...options });
    },
    async unchanged(): Promise<void> {
      if (await isChanged()) expect(await content()).toEqual(first);
    },
    /** Puts everything back as it was at the beginning. */
    async restore(): Promise<void> {
      expect((await platform.request("PUT", "/_local/snapshot", { body: first })).status).toBe(204);
      length = statSync(data).size;
    },
  };
}

async function makeSystem({ ids, request }: Platform): Promise<System> {
  const post = async (path: string, body: Body): Promise<string> => (await request("POST", path, { body })).body.id;
  const make = (kind: string, environment: string) =>
    post(`/environment/${environment}/${kind}`, serviceBodies[kind]?.minimal(ids) ?? {});
  const deploy = async (environment: string, body: Body): Promise<string> => {
    const answer = await request("POST", `/environment/${environment}/service/deploy`, { body });
    expect(answer.status).toBe(202);
    return answer.body.deployment_request_id;
  };
  const makeAll = async (environment: string) => {
    const made: Record<string, string> = {};
    for (const kind of Object.keys(serviceBodies)) made[kind] = await make(kind, environment);
    return made;
  };
  const services = await makeAll(ids.environment);
  const third = await post(`/project/${ids.project}/environment`, { name: "third" });
  const deployed = await make("container", third);
  const deployment = await deploy(third, { containers: [{ id: deployed, image_tag: "2" }] });
  const fourth = await post(`/project/${ids.project}/environment`, { name: "fourth" });
  const ran = await makeAll(fourth);
  expect((await request("POST", `/environment/${fourth}/deploy`)).status).toBe(202);
  // Long enough for these deployments, before the one that is to run forever begins.
  await request("POST", "/_local/clock", { body: { advanceSeconds: 60 } });
  await deploy(ids.otherEnvironment, { databases: [await make("database", ids.otherEnvironment)] });
  const gitOps = { argocd_url: "https://argocd.example.org", argocd_token: "a token" };
  await post(`/cluster/${ids.cluster}/argoCdConfig`, gitOps);
  const domains: Record<string, string> = {};
  for (const kind of exposedServices) {
    const domain = { domain: `${kind}.example.com`, generate_certificate: true };
    domains[kind] = await post(`/${kind}/${services[kind]}/customDomain`, domain);
  }
  const restrictions: Record<string, string> = {};
  for (const kind of servicesFromGit) {
    const restriction = { mode: "EXCLUDE", type: "PATH", value: "docs/" };
    restrictions[kind] = await post(`/${kind}/${services[kind]}/deploymentRestriction`, restriction);
  }
  const credentials: Record<string, string> = {};
  for (const [cloud, body] of Object.entries(credentialsBodies))
    credentials[cloud] = await post(`/organization/${ids.organization}/${cloud}/credentials`, body);
  const inEnvironment = `/environment/${ids.environment}`;
  const git_repository = { url: "https://github.com/acme/charts" };
  const ports = [{ internal_port: 80, publicly_accessible: true }];
  await post(`${inEnvironment}/container`, { ...serviceBodies.container?.minimal(ids), name: "public", ports });
  const inGit = { name: "in git", source: { git_repository } };
  await post(`${inEnvironment}/helm`, { ...serviceBodies.helm?.minimal(ids), ...inGit });
  const azure = { ...credentialsBodies.azure, name: "used" };
  const used = await post(`/organization/${ids.organization}/azure/credentials`, azure);
  const secretManager = {
    ...{ name: "shop", endpoint: { mode: "AWS_PARAMETER_STORE", region: "here" } },
    authentication: { mode: "AWS_ROLE_ARN", role_arn: "arn:aws:iam::123456789012:role/shop" },
  };
  const cluster = {
    ...{ name: "second", region: "here", cloud_provider: "AZURE", secret_manager_accesses: [secretManager] },
    cloud_provider_credentials: { credentials: { id: used } },
  };
  const { body: second } = await request("POST", `/organization/${ids.organization}/cluster`, { body: cluster });
  const destination = { argocd_cluster_url: "https://a.example.com", cluster_id: second.id };
  const mapping = { agent_cluster_id: ids.cluster, ...destination };
  await post(`/organization/${ids.organization}/argoCdDestinationClusterMapping`, mapping);
  return {
    ...{ services, domains, restrictions, credentials, third, deployed, deployment, ran },
    cluster: second.id,
    secretManagerAccess: second.secret_manager_accesses[0].id,
    given: await post(`/organization/${ids.organization}/cluster`, {
      ...{ name: "given", region: "on-premise", cloud_provider: "AWS", kubernetes: "PARTIALLY_MANAGED" },
    }),
    project: await post(`/organization/${ids.organization}/project`, { name: "empty" }),
    stage: await post(`${inEnvironment}/deploymentStage`, { name: "a" }),
    laterStage: await post(`${inEnvironment}/deploymentStage`, { name: "b" }),
    variable: await post("/variable", variableBody(ids, "A")),
  };
}

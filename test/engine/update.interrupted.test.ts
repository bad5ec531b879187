/** A run was killed after it changed something on the platform and before it deployed that: the next run with a refresh deploys it. */
import {
  CloudCredentials,
  Cluster,
  type ClusterArgs,
  Container,
  DeploymentTrigger,
  Variable,
} from "pulumi-app-platform";
import { describe, expect, test } from "vitest";
import { referenceName } from "../../provider/definition/references.js";
import { deployable } from "../../provider/generated/deployable.js";
import type { Kind } from "../kinds/index.js";
import { recordOf } from "../kinds/index.js";
import { isFull } from "../support/full.js";
import { containerArgs, declare } from "./support/declare.js";
import { commit } from "./support/every-field.js";
import { forgetRequests, requests } from "./support/journal.js";
import { opened } from "./support/opened.js";
import type { Program } from "./support/test-stack.js";

const { platform, stack } = opened({ endpoints: "extended", isFresh: true, options: () => ({ env }) });
// A lost response is requested again as long as an operation may take.
const env = { APP_PLATFORM_ENDPOINTS: "extended", APP_PLATFORM_OPERATION_TIMEOUT_SECONDS: "2" };

/** Writes what the killed run has written. */
async function write(path: string, change: object): Promise<void> {
  const [, list, id] = /^(\/organization\/.*)\/(.*)$/.exec(path) ?? [];
  const { body } = await platform.request("GET", list ?? path);
  const now = list === undefined ? body : body.results.find((each: { id: string }) => each.id === id);
  expect(await platform.request("PUT", path, { body: { ...now, ...change } })).toMatchObject({ status: 200 });
}

const deployments = async () =>
  Object.entries(await requests(platform)).reduce(
    (sum, [request, count]) => (/^POST .*\/deploy 20\d$/.test(request) ? sum + count : sum),
    0,
  );

/** The run after the killed one deploys once what that has written; the one after it has nothing to do. */
async function expectDeployed(program: Program, times = 1): Promise<void> {
  await forgetRequests(platform);
  await stack.run("up", program, { refresh: true });
  expect(await deployments()).toBe(times);
  expect(Object.keys((await stack.run("up", program)).changes)).toEqual(["same"]);
  expect(await deployments()).toBe(times);
}

describe("cluster after an interrupted update", () => {
  const program =
    (args: Partial<ClusterArgs>, deploy: ClusterArgs["deploy"] = "when changed"): Program =>
    () => {
      const { organization: organizationId } = platform.ids;
      const { id } = new CloudCredentials("aws", {
        organizationId,
        aws: { accessKeyId: "AKID", secretAccessKey: "key" },
      });
      new Cluster("main", {
        ...{ organizationId, name: "killed", region: "eu-west-3", cloudProvider: "AWS", deploy },
        cloudProviderCredentials: { cloudProvider: "AWS", credentials: { id } },
        ...args,
      });
    };
  const path = async () => `/organization/${platform.ids.organization}/cluster/${(await stack.resource("main")).id}`;
  const route = (target: string) => ({ destination: "10.0.0.0/8", target, description: "peering" });
  const routes = (path: string) => platform.request("PUT", `${path}/routingTable`, { body: { routes: [route("b")] } });

  test.each<[what: string, before: object, after: object, write: (path: string) => Promise<unknown>]>([
    [
      "a changed argument",
      { maxRunningNodes: 3 },
      { maxRunningNodes: 7 },
      (path) => write(path, { max_running_nodes: 7 }),
    ],
    ["a route", { routingTable: [route("a")] }, { routingTable: [route("b")] }, routes],
  ])(
    'is deployed by the next run with deploy "when changed" if the platform already has the change: %s',
    async (_, before, after, writeChange) => {
      await stack.run("up", program(before));
      await writeChange(await path());
      await expectDeployed(program(after));
    },
  );

  test('isn\'t deployed by the next run with `deploy: true`, nor with "when changed" if the killed run has deployed it', async () => {
    await stack.run("up", program({ maxRunningNodes: 3 }, true));
    await write(await path(), { max_running_nodes: 7 });
    await expectDeployed(program({ maxRunningNodes: 7 }, true), 0);
    await stack.run("up", program({ maxRunningNodes: 7 }));
    await write(await path(), { max_running_nodes: 9 });
    expect((await platform.request("POST", `${await path()}/deploy`)).status).toBe(201);
    await expectDeployed(program({ maxRunningNodes: 9 }), 0);
  });
});

describe("service after an interrupted update", () => {
  const args = (kind: string) => recordOf(kind).lifecycle as { args(ids: unknown): Record<string, unknown> };
  const program =
    (kind: string, description?: string): Program =>
    () => {
      const { description: required, ...specified } = args(kind).args(platform.ids);
      const own = description ?? (kind === "TerraformService" ? required : undefined);
      const service = declare(kind as Kind, "web", own === undefined ? specified : { ...specified, description: own });
      const isFromGit = ["Application", "TerraformService"].includes(kind);
      const services = [isFromGit ? { service, gitCommitId: commit } : service];
      new DeploymentTrigger("release", { environmentId: platform.ids.environment, services: services as never });
    };

  const all = deployable.map((each) => [each.kind, referenceName(each) as string] as const);
  const services = all.filter(([kind]) => isFull || kind === "Job");
  test.each(services)("is deployed by the next run if the platform has the description: %s", async (kind, path) => {
    await stack.run("up", program(kind));
    const { id } = await stack.resource("web");
    for (const description of ["added", "changed"]) {
      await write(`/${path}/${id}`, { description });
      await expectDeployed(program(kind, description));
    }
  });

  test("is deployed by the next run if the platform already has the changed Variable", async () => {
    const program = (value: string) => () => {
      const web = new Container("web", containerArgs(platform));
      new Variable("log-level", { on: web, key: "LOG_LEVEL", value });
      new DeploymentTrigger("release", { environmentId: platform.ids.environment, services: [web] });
    };
    await stack.run("up", program("info"));
    const path = `/variable/${(await stack.resource("log-level")).id}`;
    const body = { key: "LOG_LEVEL", value: "debug" };
    expect((await platform.request("PUT", path, { body })).status).toBe(200);
    await expectDeployed(program("debug"));
  });
});

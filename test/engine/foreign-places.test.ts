/** Parts of places that the stack does not manage, by their IDs: they're gone with these, if that is certain. */
import {
  Container,
  CustomDomain,
  DeploymentStage,
  DeploymentTrigger,
  Environment,
  Variable,
} from "pulumi-app-platform";
import { beforeEach, describe, expect, test } from "vitest";
import { openedPlatform } from "../platform/opened.js";
import { containerArgs } from "./declare.js";
import { opened } from "./opened.js";

const { platform, stack } = opened({ endpoints: "extended", isFresh: true });
const elsewhere = openedPlatform({ endpoints: "extended" });

/** What somebody else has made: a project, an environment in it, and a service in that. */
let project: string;
let environment: string;
let service: string;

beforeEach(async () => {
  const { organization, registries } = platform.ids;
  const made = async (path: string, body: object) => (await platform.request("POST", path, { body })).body.id;
  project = await made(`/organization/${organization}/project`, { name: "theirs" });
  environment = await made(`/project/${project}/environment`, { name: "theirs" });
  const image = { registry_id: registries.DOCKER_HUB, image_name: "nginx", tag: "1.27" };
  service = await made(`/environment/${environment}/container`, { name: "theirs", ...image, healthchecks: {} });
});

const parts = () => {
  new CustomDomain("domain", { on: `container/${service}`, domain: "shop.example.com", generateCertificate: true });
  new Variable("of-service", { on: `container/${service}`, key: "LEVEL", value: "1" });
  new Variable("of-environment", { on: `environment/${environment}`, key: "LEVEL", value: "2" });
  new Variable("of-project", { on: `project/${project}`, key: "LEVEL", value: "3" });
  new DeploymentStage("stage", { environmentId: environment, services: [service] });
  const containers = [{ id: service, imageTag: "1.27" }];
  new DeploymentTrigger("release", { environmentId: environment, containers, waitFor: "requested" });
};
const everything = 7;

const deleteByHand = async (path: string) => expect((await platform.request("DELETE", path)).status).toBe(204);
const deleteAll = async () => {
  await deleteByHand(`/environment/${environment}`);
  await expect.poll(async () => (await platform.request("GET", `/environment/${environment}`)).status).toBe(404);
  await deleteByHand(`/project/${project}`);
};
const endDeployment = async () => {
  const status = async () => (await platform.request("GET", `/environment/${environment}/status`)).body.state;
  await expect.poll(status).toBe("DEPLOYED");
};
const names = async () =>
  (await stack.resources()).flatMap(({ urn }) => (urn.includes("::pulumi:") ? [] : [urn.split("::").at(-1)]));
const fail = (rules: readonly object[]) => platform.request("PUT", "/_local/faults", { body: { rules } });

describe("what belongs to a place of somebody else that was deleted", () => {
  test("is gone with a service, an environment or a project at refresh", async () => {
    await stack.run("up", parts);
    await endDeployment();
    await deleteByHand(`/container/${service}`);
    expect((await stack.run("refresh")).changes).toMatchObject({ delete: 2 });
    await endDeployment();
    await deleteAll();
    expect((await stack.run("refresh")).changes).toMatchObject({ delete: everything - 3 });
  });

  test("isn't an obstacle to a destroy", async () => {
    await stack.run("up", parts);
    await endDeployment();
    await deleteAll();
    expect((await stack.run("destroy")).changes).toEqual({ delete: everything });
  });

  test("is gone with a project that its organization no longer lists, also an environment", async () => {
    const { id } = await stack
      .run("up", () => void new Environment("env", { projectId: project }))
      .then(() => stack.resource("env"));
    await deleteByHand(`/environment/${id}`);
    await deleteAll();
    expect((await stack.run("refresh")).changes).toMatchObject({ delete: 1 });
  });
});

describe("a 404 for a place of somebody else", () => {
  const gone = () => ({ match: { method: "GET", route: "/container/{containerId}/customDomain" }, fault: "404" });
  const read = { method: "GET", route: "/container/{containerId}" };
  const domain = () => {
    new CustomDomain("domain", { on: `container/${service}`, domain: "shop.example.com", generateCertificate: true });
  };

  test.each<[what: string, rules: () => object[]]>([
    ["of a list alone", () => [gone()]],
    ["which the token may not read", () => [gone(), { match: read, fault: "403" }]],
    ["at a wrong base URL", () => [{ match: {}, fault: "404" }]],
    ["of a place that cannot be read", () => [gone(), { match: read, fault: "500" }]],
  ])("drops nothing from the state: %s", async (_, rules) => {
    await stack.run("up", domain);
    await fail(rules());
    const env = { APP_PLATFORM_OPERATION_TIMEOUT_SECONDS: "2" };
    await stack.fails("refresh", undefined, { env });
    await stack.fails("destroy", undefined, { env });
    expect(await names()).toEqual(["domain"]);
  });

  test("drops nothing from the state if another platform has nothing of the stack", async () => {
    const program = () => {
      domain();
      new Container("own", containerArgs(platform, { environmentId: environment }));
    };
    await stack.run("up", program);
    const env = { APP_PLATFORM_BASE_URL: elsewhere.url, APP_PLATFORM_TOKEN: elsewhere.tokens.admin };
    expect(await stack.fails("refresh", undefined, { env })).toContain("AP3003");
    expect(await names()).toEqual(["domain", "own"]);
  });
});

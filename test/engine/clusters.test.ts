/** A system from nothing but an organization: credentials, a cluster that is created and deployed, and an environment on it. */
import { CloudCredentials, Cluster, Environment, getClusterKubeconfigOutput, Project } from "pulumi-app-platform";
import { describe, expect, test } from "vitest";
import { forgetRequests, requests } from "./support/journal.js";
import { opened } from "./support/opened.js";

const { platform, stack } = opened({ endpoints: "extended", isFresh: true, isConfigured: true });

const program = () => {
  const { organization: organizationId } = platform.ids;
  const aws = { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "a canary of a key" };
  const credentials = new CloudCredentials("aws", { organizationId, aws });
  const cluster = new Cluster("main", {
    ...{ organizationId, name: "from nothing", region: "eu-west-3", cloudProvider: "AWS", deploy: "when changed" },
    cloudProviderCredentials: { cloudProvider: "AWS", credentials: { id: credentials.id } },
  });
  const project = new Project("shop", { organizationId });
  new Environment("staging", { projectId: project.id, clusterId: cluster.id });
  const { kubeconfig } = getClusterKubeconfigOutput({ organizationId, clusterId: cluster.id });
  return { status: cluster.status, kubeconfig };
};

test("cluster: one program creates credentials, cluster, project, environment and service, and destroys all in order", async () => {
  const { changes, outputs } = await stack.run("up", program);
  expect(changes).toMatchObject({ create: 5 });
  expect(outputs).toEqual({ status: "DEPLOYED", kubeconfig: expect.stringContaining("kind: Config") });
  expect(JSON.stringify(await stack.resources())).not.toMatch(/a canary of a key|kind: Config/);
  expect(await requests(platform)).toMatchObject({
    "POST /organization/{organizationId}/cluster/{clusterId}/deploy 201": 1,
  });
  expect((await stack.run("refresh", program)).changes).toEqual({ same: 5 });
  expect((await stack.run("up", program)).changes).toEqual({ same: 5 });
  expect((await stack.run("destroy")).changes).toMatchObject({ delete: 5 });
  const found = await platform.request("GET", `/organization/${platform.ids.organization}/cluster`);
  expect(found.body.results.map(({ name }: { name: string }) => name)).not.toContain("from nothing");
});

describe("cluster with state", () => {
  const paused = (more: object) => () => {
    const { organization: organizationId } = platform.ids;
    const aws = { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "a canary of a key" };
    const credentials = new CloudCredentials("aws", { organizationId, aws });
    const cluster = new Cluster("main", {
      ...{ organizationId, name: "paused", region: "eu-west-3", cloudProvider: "AWS", ...more },
      cloudProviderCredentials: { cloudProvider: "AWS", credentials },
    });
    return { status: cluster.status, kubeconfig: cluster.kubeconfig };
  };
  const stop = "POST /organization/{organizationId}/cluster/{clusterId}/stop 202";
  const deploy = "POST /organization/{organizationId}/cluster/{clusterId}/deploy 201";

  test("STOPPED runs nothing, RUNNING and no state start it, and a destroy deletes it while it's stopped", async () => {
    const stopped = paused({ deploy: true, state: "STOPPED" });
    expect((await stack.run("up", stopped)).outputs).toMatchObject({ status: "READY" });
    const { outputs } = await stack.run("up", paused({ deploy: true }));
    expect(outputs).toMatchObject({ status: "DEPLOYED", kubeconfig: expect.stringContaining("kind: Config") });
    expect((await stack.run("up", stopped)).outputs).toMatchObject({ status: "STOPPED" });
    expect((await stack.run("refresh", stopped)).changes).toEqual({ same: 3 });
    expect((await stack.run("up", stopped)).changes).toEqual({ same: 3 });
    expect(await requests(platform)).toMatchObject({ [stop]: 1, [deploy]: 1 });
    // The secret is encrypted, and no message has it.
    expect(JSON.stringify(await stack.resources())).not.toContain("kind: Config");
    expect((await stack.run("up", paused({ state: "RUNNING" }))).outputs).toMatchObject({ status: "DEPLOYED" });
    await stack.run("up", stopped);
    expect((await stack.run("destroy")).changes).toEqual({ delete: 3 });
  });

  test("STOPPED is drift after somebody starts it, and the next up stops it again", async () => {
    const stopped = paused({ deploy: true, state: "STOPPED" });
    await stack.run("up", paused({ deploy: true }));
    await stack.run("up", stopped);
    const { id } = await stack.resource("main");
    await platform.request("POST", `/organization/${platform.ids.organization}/cluster/${id}/deploy`);
    expect((await stack.run("refresh", stopped)).changes).toMatchObject({ update: 1 });
    expect((await stack.run("up", stopped)).outputs).toMatchObject({ status: "STOPPED" });
  });
});

test("cluster kubeconfig: is set for EKS Anywhere, corrected after drift, and a secret in the state", async () => {
  const { organization: organizationId } = platform.ids;
  const text = "clusters: [a canary of a cluster]";
  const partly = (eksAnywhereKubeconfig: string) => () => {
    const partly = { kubernetes: "PARTIALLY_MANAGED", eksAnywhereKubeconfig } as const;
    new Cluster("edge", { organizationId, name: "edge", region: "on-premise", cloudProvider: "AWS", ...partly });
  };
  await stack.run("up", partly(text));
  const { id } = await stack.resource("edge");
  const path = `/organization/${organizationId}/cluster/${id}/kubeconfig`;
  expect((await platform.request("GET", path)).body).toBe(text);
  expect(JSON.stringify(await stack.resources())).not.toContain("a canary of a cluster");
  const headers = { "content-type": "application/x-yaml" };
  await platform.request("PUT", path, { body: "clusters: []", headers });
  expect((await stack.run("refresh", partly(text))).changes).toMatchObject({ update: 1 });
  await stack.run("up", partly(text));
  expect((await platform.request("GET", path)).body).toBe(text);
  expect((await stack.run("up", partly(text))).changes).not.toHaveProperty("update");
});

describe("cluster of a killed run", () => {
  const { deploy, route } = {
    deploy: "POST /organization/{organizationId}/cluster/{clusterId}/deploy 201",
    route: "DELETE /organization/{organizationId}/cluster/{clusterId} 204",
  };
  /** What the killed run has done: the state doesn't have the cluster. */
  const create = async (isDeployed: boolean): Promise<string> => {
    const clusters = `/organization/${platform.ids.organization}/cluster`;
    const credentials = { cloud_provider: "AWS", credentials: { id: (await stack.resource("aws")).id } };
    const body = { name: "from nothing", region: "eu-west-3", cloud_provider: "AWS" };
    const made = await platform.request("POST", clusters, {
      body: { ...body, cloud_provider_credentials: credentials },
    });
    if (isDeployed) await platform.request("POST", `${clusters}/${made.body.id}/deploy`);
    return made.body.id;
  };
  const credentialsOnly = () => {
    const aws = { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "a canary of a key" };
    new CloudCredentials("aws", { organizationId: platform.ids.organization, aws });
  };

  test.each([
    ["before its deployment", false, 1],
    ["during or after its deployment", true, 0],
  ])("%s, is adopted as AP3004 says, and deleted by a destroy", async (_, isDeployed, deployments) => {
    await stack.run("up", credentialsOnly);
    const id = await create(isDeployed);
    expect(await stack.fails("up", program)).toMatch(
      /AP3004.*if a run of this stack created it and was killed, run `pulumi up` with APP_PLATFORM_ON_EXISTING=adopt/s,
    );
    await forgetRequests(platform);
    const env = { APP_PLATFORM_ON_EXISTING: "adopt" };
    const { outputs, output } = await stack.run("up", program, { env });
    expect(output).toContain("is the stack's own again");
    expect(outputs).toMatchObject({ status: "DEPLOYED" });
    expect((await requests(platform))[deploy] ?? 0).toBe(deployments);
    expect((await stack.resource("main")).id).toBe(id);
    expect(Object.keys((await stack.run("up", program)).changes)).toEqual(["same"]);
    await stack.run("destroy");
    expect((await requests(platform))[route]).toBe(1);
  });

  test.each([
    ["differs from the program", { description: "shared" }, false],
    ["has an environment", {}, true],
  ])("isn't deleted if it %s", async (_, more, hasEnvironment) => {
    const { organization: organizationId, project } = platform.ids;
    const body = { name: "shared", region: "eu-west-3", cloud_provider: "AWS", ...more };
    const { id } = (await platform.request("POST", `/organization/${organizationId}/cluster`, { body })).body;
    const staging = { name: "on-shared", cluster: id };
    if (hasEnvironment) await platform.request("POST", `/project/${project}/environment`, { body: staging });
    const args = {
      organizationId,
      name: "shared",
      region: "eu-west-3",
      cloudProvider: "AWS",
      description: "",
    } as const;
    const env = { APP_PLATFORM_ON_EXISTING: "adopt" };
    const { description: _description, ...others } = args;
    await stack.run("up", () => void new Cluster("main", hasEnvironment ? others : args), { env });
    expect((await stack.run("destroy")).output).toContain("this stack didn't create it");
    expect((await requests(platform))[route]).toBeUndefined();
  });

  test("isn't deleted with clusterId, which marks it as somebody else's", async () => {
    const { organization: organizationId } = platform.ids;
    const body = { name: "shared", region: "eu-west-3", cloud_provider: "AWS" };
    const { id } = (await platform.request("POST", `/organization/${organizationId}/cluster`, { body })).body;
    const declare = (args: object) => () =>
      void new Cluster("main", { organizationId, name: "shared", region: "eu-west-3", cloudProvider: "AWS", ...args });
    expect(await stack.fails("up", declare({}))).toContain(`if it's somebody else's, set clusterId: "${id}"`);
    await stack.run("up", declare({ clusterId: id }));
    await stack.run("destroy");
    expect((await requests(platform))[route]).toBeUndefined();
  });
});

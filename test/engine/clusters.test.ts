/** Clusters that a program creates, deploys and stops, and what a killed run has left of one. */
import { CloudCredentials, Cluster, type ClusterArgs, getClusterKubeconfigOutput } from "pulumi-app-platform";
import { describe, expect, test } from "vitest";
import { forgetRequests, requests } from "./support/journal.js";
import { opened } from "./support/opened.js";

const { platform, stack } = opened({ endpoints: "extended", isFresh: true, isConfigured: true });

const credentials = () => {
  const aws = { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "a canary of a key" };
  return new CloudCredentials("aws", { organizationId: platform.ids.organization, aws });
};
const program =
  (more: Partial<ClusterArgs> = { deploy: "when changed" }) =>
  () => {
    const { organization: organizationId } = platform.ids;
    const cluster = new Cluster("main", {
      ...{ organizationId, name: "main cluster", region: "eu-west-3", cloudProvider: "AWS", ...more },
      cloudProviderCredentials: { cloudProvider: "AWS", credentials: credentials() },
    });
    const found = () => getClusterKubeconfigOutput({ organizationId, clusterId: cluster.id }).kubeconfig;
    const { status, kubeconfig } = cluster;
    return { status, kubeconfig, ...(more.deploy === "when changed" && { found: found() }) };
  };
const clusters = () => `/organization/${platform.ids.organization}/cluster`;
const route = "/organization/{organizationId}/cluster/{clusterId}";
const [deploy, stop] = [`POST ${route}/deploy 201`, `POST ${route}/stop 202`];

const stopped = program({ deploy: true, state: "STOPPED" });

test("Cluster with `state`: starts if STOPPED is removed, and stops if it's set", async () => {
  expect((await stack.run("up", stopped)).outputs).toMatchObject({ status: "READY" });
  expect((await stack.run("up", program({ deploy: true }))).outputs).toMatchObject({ status: "DEPLOYED" });
  expect((await stack.run("up", stopped)).outputs).toMatchObject({ status: "STOPPED" });
  expect((await stack.run("refresh", stopped)).changes).toEqual({ same: 3 });
  expect((await stack.run("up", stopped)).changes).toEqual({ same: 3 });
  expect(await requests(platform)).toMatchObject({ [stop]: 1, [deploy]: 1 });
});

test("output kubeconfig of a Cluster is encrypted in the state, as is the key of its CloudCredentials", async () => {
  const { outputs } = await stack.run("up", program({ deploy: true }));
  expect(outputs).toMatchObject({ kubeconfig: expect.stringContaining("kind: Config") });
  expect(JSON.stringify(await stack.resources())).not.toMatch(/a canary of a key|kind: Config/);
});

test("Cluster with `state`: starts if RUNNING is set, and is deleted by a destroy if it's STOPPED", async () => {
  for (const each of [program({ deploy: true }), stopped]) await stack.run("up", each);
  expect((await stack.run("up", program({ state: "RUNNING" }))).outputs).toMatchObject({ status: "DEPLOYED" });
  await stack.run("up", stopped);
  expect((await stack.run("destroy")).changes).toEqual({ delete: 3 });
});

test("Cluster with `state`: up stops it again if STOPPED is set and somebody has started it", async () => {
  for (const each of [program({ deploy: true }), stopped]) await stack.run("up", each);
  await platform.request("POST", `${clusters()}/${(await stack.resource("main")).id}/deploy`);
  expect((await stack.run("refresh", stopped)).changes).toMatchObject({ update: 1 });
  expect((await stack.run("up", stopped)).outputs).toMatchObject({ status: "STOPPED" });
});

describe("existing Cluster", () => {
  const adopting = { env: { APP_PLATFORM_ON_EXISTING: "adopt" } };
  const create = async (body: object): Promise<string> =>
    (await platform.request("POST", clusters(), { body })).body.id;

  test.each([
    ["before its deployment", false, 1],
    ["during or after its deployment", true, 0],
  ])(
    "is adopted as AP3004 advises, and deleted by destroy, if a run created it and was killed %s",
    async (_, isDeployed, deployments) => {
      await stack.run("up", () => void credentials());
      // What the killed run has done: the state doesn't have the cluster.
      const own = { cloud_provider: "AWS", credentials: { id: (await stack.resource("aws")).id } };
      const body = {
        name: "main cluster",
        region: "eu-west-3",
        cloud_provider: "AWS",
        cloud_provider_credentials: own,
      };
      const id = await create(body);
      if (isDeployed) await platform.request("POST", `${clusters()}/${id}/deploy`);
      expect(await stack.fails("up", program())).toMatch(
        /AP3004.*if a run of this stack created it and was killed, run `pulumi up` with APP_PLATFORM_ON_EXISTING=adopt/s,
      );
      await forgetRequests(platform);
      const { outputs, output } = await stack.run("up", program(), adopting);
      expect(output).toContain("is the stack's own again");
      expect(outputs).toMatchObject({ status: "DEPLOYED", found: expect.stringContaining("kind: Config") });
      expect((await requests(platform))[deploy] ?? 0).toBe(deployments);
      expect((await stack.resource("main")).id).toBe(id);
      expect(Object.keys((await stack.run("up", program())).changes)).toEqual(["same"]);
      await stack.run("destroy");
      expect((await requests(platform))[`DELETE ${route} 204`]).toBe(1);
    },
  );

  test.each([
    ["differs from the program", { description: "" }, false],
    ["has an environment", {}, true],
  ])('is adopted with onExisting "adopt", but not deleted by destroy, if it %s', async (_, args, hasEnvironment) => {
    const { organization: organizationId, project } = platform.ids;
    const body = { name: "shared", region: "eu-west-3", cloud_provider: "AWS" };
    const id = await create(hasEnvironment ? body : { ...body, description: "shared" });
    const staging = { name: "on-shared", cluster: id };
    if (hasEnvironment) await platform.request("POST", `/project/${project}/environment`, { body: staging });
    const place = { organizationId, name: "shared", region: "eu-west-3", cloudProvider: "AWS" } as const;
    await stack.run("up", () => void new Cluster("main", { ...place, ...args }), adopting);
    expect((await stack.run("destroy")).output).toContain("this stack didn't create it");
    expect(await requests(platform)).not.toHaveProperty([`DELETE ${route} 204`]);
  });
});

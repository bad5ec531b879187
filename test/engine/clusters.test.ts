/** A system from nothing but an organization: credentials, a cluster that is created and deployed, and an environment on it. */
import { CloudCredentials, Cluster, Environment, getClusterKubeconfigOutput, Project } from "pulumi-app-platform";
import { expect, test } from "vitest";
import { forgetRequests, requests, writes } from "./journal.js";
import { opened } from "./opened.js";

const { platform, stack } = opened({ endpoints: "extended", isFresh: true, isConfigured: true });

interface Wish {
  readonly deploy?: boolean | "when changed";
  readonly maxRunningNodes?: number;
  readonly hasEnvironment?: boolean;
  readonly hasCluster?: boolean;
  readonly readsKubeconfig?: boolean;
}

const program = (wish: Wish = {}) => {
  const { deploy = "when changed", maxRunningNodes = 3, hasEnvironment = true, hasCluster = true } = wish;
  return () => {
    const { organization: organizationId } = platform.ids;
    const aws = { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "a canary of a key" };
    const credentials = new CloudCredentials("aws", { organizationId, aws });
    if (!hasCluster) return {};
    const cluster = new Cluster("main", {
      ...{ organizationId, name: "from nothing", region: "eu-west-3", cloudProvider: "AWS", maxRunningNodes, deploy },
      cloudProviderCredentials: { cloudProvider: "AWS", credentials: { id: credentials.id } },
    });
    const project = new Project("shop", { organizationId });
    if (hasEnvironment) new Environment("staging", { projectId: project.id, clusterId: cluster.id });
    const lookup = { organizationId, clusterId: cluster.id };
    return {
      status: cluster.status,
      ...(wish.readsKubeconfig && { kubeconfig: getClusterKubeconfigOutput(lookup).kubeconfig }),
    };
  };
};

const clusters = "/organization/{organizationId}/cluster";
const deploys = async () => (await requests(platform))[`POST ${clusters}/{clusterId}/deploy 201`] ?? 0;
const failing = (rule: object) =>
  platform.request("PUT", "/_local/deployment-failures", { body: { rules: [{ cluster: "from nothing", ...rule }] } });

test("one program creates all of it, and its destroy deletes all of it, in the order that the platform needs", async () => {
  const { changes, outputs } = await stack.run("up", program());
  expect(changes).toMatchObject({ create: 5 });
  expect(outputs).toEqual({ status: "DEPLOYED" });
  expect(await deploys()).toBe(1);
  expect((await stack.run("refresh", program())).changes).toEqual({ same: 5 });
  expect((await stack.run("up", program())).changes).toEqual({ same: 5 });
  await forgetRequests(platform);
  expect((await stack.run("destroy")).changes).toMatchObject({ delete: 5 });
  const found = await platform.request("GET", `/organization/${platform.ids.organization}/cluster`);
  expect(found.body.results.map(({ name }: { name: string }) => name)).not.toContain("from nothing");
});

test("a change deploys the cluster again, an update without one does not", async () => {
  await stack.run("up", program());
  await forgetRequests(platform);
  expect((await stack.run("up", program({ maxRunningNodes: 4 }))).changes).toMatchObject({ update: 1 });
  expect(await deploys()).toBe(1);
  await stack.run("up", program({ maxRunningNodes: 4 }));
  expect(await deploys()).toBe(1);
});

test("a deployment that fails names the reason, creates nothing on the cluster, and is repeated by the next update", async () => {
  await failing({ state: "DEPLOYMENT_ERROR", times: 1, reason: "the quota of vCPUs is exhausted" });
  const failure = await stack.run("up", program()).catch(({ message }: Error) => message);
  expect(failure).toMatch(/AP5008.*DEPLOYMENT_ERROR/s);
  expect(failure).toContain("the quota of vCPUs is exhausted");
  expect((await stack.resources()).map(({ type }) => type.split(":").at(-1))).not.toContain("Environment");
  await stack.run("up", program());
  expect(await deploys()).toBe(2);
  expect((await stack.resource("main")).outputs).toMatchObject({ deploy: "when changed", status: "DEPLOYED" });
});

test("the kubeconfig is known after the deployment, and a secret", async () => {
  const { outputs } = await stack.run("up", program({ hasEnvironment: false, readsKubeconfig: true }));
  expect(outputs.kubeconfig).toContain("kind: Config");
  expect(JSON.stringify(await stack.resources())).not.toContain("a canary of a key");
});

test("what others have on the cluster keeps it from being deleted, and is named", async () => {
  await stack.run("up", program({ hasEnvironment: false }));
  const { id } = await stack.resource("main");
  const { body: environment } = await platform.request("POST", `/project/${platform.ids.project}/environment`, {
    body: { name: "of others", cluster: id },
  });
  await forgetRequests(platform);
  const refused = await stack.run("destroy").catch(({ message }: Error) => message);
  expect(refused).toContain("AP2016");
  expect(refused).toContain(`Environment "of others" (id ${environment.id})`);
  expect(JSON.stringify(await writes(platform))).not.toContain("cluster");
});

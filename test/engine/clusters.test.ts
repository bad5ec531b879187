/** A system from nothing but an organization: credentials, a cluster that is created and deployed, and an environment on it. */
import { CloudCredentials, Cluster, Environment, getClusterKubeconfigOutput, Project } from "pulumi-app-platform";
import { expect, test } from "vitest";
import { requests } from "./journal.js";
import { opened } from "./opened.js";

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

test("one program creates all of it, and its destroy deletes all of it, in the order that the platform needs", async () => {
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

/** Environments that a program creates, fills, clones and replaces. */
import { Container, Environment, getContainerOutput } from "pulumi-app-platform";
import { expect, test } from "vitest";
import { otherCluster } from "../kinds/shared/ids.js";
import { bodies } from "../platform/support/bodies.js";
import { addCluster } from "./support/console.js";
import { containerArgs } from "./support/declare.js";
import { forgetRequests, writes } from "./support/journal.js";
import { opened } from "./support/opened.js";

const { platform, stack } = opened({ endpoints: "extended", isFresh: true, isConfigured: true });

const environment = (name: string, others: Partial<ConstructorParameters<typeof Environment>[1]> = {}) =>
  new Environment(name, { projectId: platform.ids.project, ...others });

test("environment: the preview of a replacement (`projectId` changes) fails with AP2014 and lists services that the stack doesn't manage", async () => {
  await stack.run("up", () => {
    const staging = environment("staging");
    new Container("web", containerArgs(platform, { environmentId: staging.id }));
  });
  const { id } = await stack.resource("staging");
  const body = { name: "reports", type: "REDIS", version: "7", mode: "CONTAINER" };
  const reports = (await platform.request("POST", `/environment/${id}/database`, { body })).body.id;
  const project = await platform.request("POST", `/organization/${platform.ids.organization}/project`, {
    body: { name: "other" },
  });
  const output = await stack.fails("preview", () => void environment("staging", { projectId: project.body.id }));
  expect(output).toContain("AP2014");
  expect(output).toContain(`Database "reports" (id ${reports}): this stack doesn't manage it`);
  expect(output).not.toContain('Container "web" (id');
});

/** A service in an environment, and a program that clones it. */
async function cloning() {
  await addCluster(platform);
  const { environment: source } = platform.ids;
  const body = { ...bodies.container.minimal(platform.ids), name: "web" };
  await platform.request("POST", `/environment/${source}/container`, { body });
  return () => {
    const clone = environment("pr-42", { cloneFrom: source, mode: "STAGING", clusterId: otherCluster.id });
    return { id: clone.id, web: getContainerOutput({ environmentId: clone.id, name: "web" }).id };
  };
}

test("environment with `cloneFrom` has the program's cluster and mode, and copies of the services", async () => {
  const program = await cloning();
  await stack.run("preview", program);
  await forgetRequests(platform);
  const { outputs } = await stack.run("up", program);
  expect(await writes(platform)).toEqual(["POST /environment/{environmentId}/clone 202"]);
  const { body: clone } = await platform.request("GET", `/environment/${outputs.id}`);
  const place = { cluster_id: otherCluster.id, project: { id: platform.ids.project } };
  expect(clone).toMatchObject({ name: "pr-42", mode: "STAGING", ...place });
  const { body: copy } = await platform.request("GET", `/container/${outputs.web}`);
  expect(copy).toMatchObject({ name: "web", environment: { id: outputs.id } });
  expect((await stack.run("preview", program)).changes).toEqual({ same: 2 });
});

test("environment with `cloneFrom`: the stack doesn't manage the copies, so destroy fails with AP2014 unless onDelete is everything", async () => {
  await stack.run("up", await cloning());
  expect(await stack.fails("destroy")).toContain("AP2014");
  // As after any delete that failed: the provider reads the state before Pulumi removes anything from it.
  await stack.run("refresh");
  await stack.run("destroy", undefined, { refresh: true, env: { APP_PLATFORM_ON_DELETE: "everything" } });
  expect(await stack.resources()).toEqual([]);
});

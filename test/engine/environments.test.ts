/** Environments that a program creates, fills, clones and deletes. */

import {
  Container,
  Database,
  DeploymentTrigger,
  Environment,
  getContainerOutput,
  getContainersOutput,
  Project,
} from "pulumi-app-platform";
import { describe, expect, test } from "vitest";
import { otherCluster } from "../kinds/shared/otherCluster.js";
import { addCluster } from "./console.js";
import { containerArgs, databaseArgs } from "./declare.js";
import { forgetRequests, requests, writes } from "./journal.js";
import { opened } from "./opened.js";

const { platform, stack } = opened({ endpoints: "extended", isFresh: true, isConfigured: true });

const environment = (name: string, others: Partial<ConstructorParameters<typeof Environment>[1]> = {}) =>
  new Environment(name, { projectId: platform.ids.project, ...others });
/** Creates a service as another stack would. */
const createByHand = async (environmentId: string, name: string): Promise<string> => {
  const body = { name, type: "REDIS", version: "7", mode: "CONTAINER" };
  return (await platform.request("POST", `/environment/${environmentId}/database`, { body })).body.id;
};

describe("a whole system in one program", () => {
  const program = () => {
    const project = new Project("shop", { organizationId: platform.ids.organization });
    const staging = new Environment("staging", { projectId: project.id, mode: "STAGING" });
    const environmentId = staging.id;
    const container = new Container("web", containerArgs(platform, { environmentId }));
    const db = new Database("db", databaseArgs(platform, { environmentId }));
    const release = new DeploymentTrigger("release", { environmentId, services: [container, db] });
    const found = getContainerOutput({ environmentId, name: "web" }, { dependsOn: [release] });
    const all = getContainersOutput({ environmentId }, { dependsOn: [release] });
    return { found: found.id, tags: all.apply((each) => each.map(({ tag }) => tag)), state: release.state };
  };

  test("is created from nothing, after a preview that sends no request to an environment that doesn't exist", async () => {
    expect((await stack.run("preview", program)).changes).toEqual({ create: 6 });
    expect(Object.keys(await requests(platform)).filter((line) => line.includes("/environment/"))).toEqual([]);
    const { changes, outputs } = await stack.run("up", program);
    expect(changes).toEqual({ create: 6 });
    expect(outputs).toMatchObject({ tags: ["1.27"], state: "DEPLOYED" });
    expect(outputs.found).toBe((await stack.resource("web")).id);
    expect((await stack.run("preview", program)).changes).toEqual({ same: 6 });
    expect((await stack.run("refresh")).changes).toEqual({ same: 6 });
    expect((await stack.run("destroy")).changes).toEqual({ delete: 6 });
    const { body } = await platform.request("GET", `/organization/${platform.ids.organization}/project`);
    expect(body.results.map(({ name }: { name: string }) => name)).toEqual(["main"]);
  });
});

describe("an environment with services of others", () => {
  const program = () => {
    const staging = environment("staging");
    new Container("web", containerArgs(platform, { environmentId: staging.id }));
  };

  test("is named in the preview of a replacement, with what would be deleted", async () => {
    await stack.run("up", program);
    const { id } = await stack.resource("staging");
    const reports = await createByHand(id, "reports");
    const { body } = await platform.request("POST", `/organization/${platform.ids.organization}/project`, {
      body: { name: "other" },
    });
    const { output } = await stack.run("preview", () => void environment("staging", { projectId: body.id }));
    expect(output).toContain(`is refused because of 1 resource that this stack doesn't manage: Database "reports"`);
    expect(output).toContain(reports);
    expect(output).not.toContain('Container "web" (id');
  });
});

describe("a clone of an environment", () => {
  test("is on the cluster that the program gives, which the clone call takes", async () => {
    await addCluster(platform);
    const program = () => {
      const clone = environment("pr-43", { cloneFrom: platform.ids.environment, clusterId: otherCluster.id });
      return { id: clone.id };
    };
    await forgetRequests(platform);
    const { outputs } = await stack.run("up", program);
    expect(await writes(platform)).toEqual(["POST /environment/{environmentId}/clone 202"]);
    const { body } = await platform.request("GET", `/environment/${outputs.id}`);
    expect(body).toMatchObject({ name: "pr-43", cluster_id: otherCluster.id });
    expect((await stack.run("preview", program)).changes).toEqual({ same: 2 });
  });

  test("has copies of the services, which lookups find by their names", async () => {
    const { environment: source, registries } = platform.ids;
    await createByHand(source, "orders");
    await platform.request("POST", `/environment/${source}/container`, {
      body: {
        name: "web",
        registry_id: registries.DOCKER_HUB,
        image_name: "library/nginx",
        tag: "1.27",
        healthchecks: {},
      },
    });
    const program = () => {
      const clone = environment("pr-42", { cloneFrom: source, mode: "STAGING" });
      return { id: clone.id, web: getContainerOutput({ environmentId: clone.id, name: "web" }).id };
    };
    await stack.run("preview", program);
    await forgetRequests(platform);
    const { outputs } = await stack.run("up", program);
    expect(await writes(platform)).toEqual(["POST /environment/{environmentId}/clone 202"]);
    const { body } = await platform.request("GET", `/environment/${outputs.id}`);
    expect(body).toMatchObject({ name: "pr-42", mode: "STAGING", project: { id: platform.ids.project } });
    const { body: copy } = await platform.request("GET", `/container/${outputs.web}`);
    expect(copy).toMatchObject({ name: "web", environment: { id: outputs.id } });
    expect((await stack.run("preview", program)).changes).toEqual({ same: 2 });
    const { cluster_id, mode } = (await platform.request("GET", `/environment/${source}`)).body;
    expect(body.cluster_id).toBe(cluster_id);
    expect(body.mode).not.toBe(mode);
    // Its services are nobody's: the stack declares only the environment.
    expect(await stack.fails("destroy")).toContain("AP2014");
  });
});

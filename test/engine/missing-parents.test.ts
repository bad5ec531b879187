/** What belongs to a place that was deleted outside of Pulumi is gone with it, if that is certain. */
import {
  Container,
  CustomDomain,
  Database,
  DeploymentStage,
  DeploymentTrigger,
  Environment,
  Project,
  Variable,
} from "pulumi-app-platform";
import { beforeEach, describe, expect, test } from "vitest";
import { bodies } from "../platform/support/bodies.js";
import { containerArgs, databaseArgs } from "./support/declare.js";
import { opened } from "./support/opened.js";

const { platform, stack } = opened({ endpoints: "extended", isFresh: true });

const deleteByHand = async (path: string) => {
  expect((await platform.request("DELETE", path)).status).toBe(204);
  // An environment has no services any more before it is gone itself.
  await expect.poll(async () => (await platform.request("GET", path)).status).toBe(404);
};
const names = async () =>
  (await stack.resources()).flatMap(({ urn }) => (urn.includes("::pulumi:") ? [] : [urn.split("::").at(-1)]));

describe("deleted parent", () => {
  /** A whole system, in an environment of its own or in one that somebody else has made. */
  const program = (isOwn: boolean) => () => {
    const { organization: organizationId, otherEnvironment } = platform.ids;
    const project = new Project("shop", { organizationId });
    const own = new Environment("shop", { projectId: project.id });
    const environmentId = isOwn ? own.id : otherEnvironment;
    const db = new Database("db", databaseArgs(platform, { environmentId }));
    const web = new Container("web", containerArgs(platform, { environmentId, variables: { LOG_LEVEL: "info" } }));
    new CustomDomain("domain", { on: web, domain: "shop.example.com", generateCertificate: true });
    new Variable("flags", { on: web, key: "FLAGS", value: "a,b" });
    new Variable("host", { on: web, key: "DATABASE_HOST", aliasOf: db.credentials.host });
    new Variable("region", { on: `environment/${otherEnvironment}`, key: "REGION", value: "eu" });
    const data = new DeploymentStage("data", { environmentId, services: [db] });
    const front = new DeploymentStage("front", { environmentId, after: data, services: [web] });
    new DeploymentTrigger("release", { environmentId, services: [db, web] }, { dependsOn: [front] });
  };
  const everything = 12;
  const ofService = 4;
  const ofEnvironment = ofService + 5;
  beforeEach(async () => {
    await stack.run("up", program(true));
  });
  const idOf = async (type: string) => (await stack.resources()).find(({ urn }) => urn.includes(`:${type}::`))?.id;

  test("removes its resources (service, variable, domain, stage, trigger) from the state at refresh if the stack manages it", async () => {
    await deleteByHand(`/container/${await idOf("Container")}`);
    // The stage of a service stays, without it.
    expect((await stack.run("refresh")).changes).toMatchObject({ delete: ofService, update: 1 });
    await stack.run("up");
    await deleteByHand(`/environment/${await idOf("Environment")}`);
    expect((await stack.run("refresh")).changes).toMatchObject({ delete: ofEnvironment });
    expect((await stack.run("up")).changes).toMatchObject({ create: ofEnvironment });
  });

  test("doesn't prevent a destroy if the stack manages it", async () => {
    await deleteByHand(`/environment/${await idOf("Environment")}`);
    expect((await stack.run("destroy")).changes).toEqual({ delete: everything });
  });

  test.each(["refresh", "destroy"] as const)(
    "isn't assumed if every request gets 404: %s fails with AP3003",
    async (step) => {
      const before = await names();
      const rules = [{ match: {}, fault: "404" }];
      await platform.request("PUT", "/_local/faults", { body: { rules } });
      expect(await stack.fails(step)).toContain("AP3003");
      // To destroy a trigger deletes nothing of the platform.
      expect(await names()).toEqual(before.filter((name) => step === "refresh" || name !== "release"));
    },
  );

  test("fails a refresh with AP3003, and keeps the state, if the stack doesn't manage it", async () => {
    await stack.run("up", program(false));
    await deleteByHand(`/environment/${platform.ids.otherEnvironment}`);
    expect(await stack.fails("refresh")).toContain("AP3003");
    expect(await names()).toContain("db");
  });
});

describe("deleted parent outside of the stack", () => {
  let project: string;
  let environment: string;
  let service: string;
  beforeEach(async () => {
    const { organization } = platform.ids;
    const made = async (path: string, body: object) => (await platform.request("POST", path, { body })).body.id;
    project = await made(`/organization/${organization}/project`, { name: "theirs" });
    environment = await made(`/project/${project}/environment`, { name: "theirs" });
    service = await made(`/environment/${environment}/container`, bodies.container.minimal(platform.ids));
  });

  const parts = () => {
    new CustomDomain("domain", { on: `container/${service}`, domain: "a.example.com", generateCertificate: true });
    new Variable("of-service", { on: `container/${service}`, key: "LEVEL", value: "1" });
    new Variable("of-environment", { on: `environment/${environment}`, key: "LEVEL", value: "2" });
    new Variable("of-project", { on: `project/${project}`, key: "LEVEL", value: "3" });
    new DeploymentStage("stage", { environmentId: environment, services: [service] });
    const containers = [{ id: service, imageTag: "1.27" }];
    new DeploymentTrigger("release", { environmentId: environment, containers, waitFor: "requested" });
  };
  const deleteAll = async () => {
    await deleteByHand(`/environment/${environment}`);
    await deleteByHand(`/project/${project}`);
  };
  const endDeployment = async () => {
    const status = async () => (await platform.request("GET", `/environment/${environment}/status`)).body.state;
    await expect.poll(status).toBe("DEPLOYED");
  };

  test("fails refresh and destroy with AP3003 if resources name it by ID, and advises to remove them from the state", async () => {
    await stack.run("up", parts);
    await endDeployment();
    await deleteAll();
    for (const step of ["refresh", "destroy"] as const) {
      const output = await stack.fails(step);
      expect(output).toContain("AP3003");
      expect(output).toContain(`if the project with id ${project} was deleted, remove this resource from the state`);
    }
  });
});

/** What belongs to a service or an environment that was deleted outside of Pulumi is gone with it, if that is certain. */
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
import { containerArgs, databaseArgs } from "./declare.js";
import { opened } from "./opened.js";

const { platform, stack } = opened({ endpoints: "extended", isFresh: true });

beforeEach(async () => {
  await stack.run("up", program(true));
});

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
const ofService = ["web", "domain", "flags", "host"];
const ofEnvironment = [...ofService, "shop", "db", "data", "front", "release"];

const removeByHand = async (name: string, type: string) => {
  const { id } = (await stack.resources()).find(({ urn }) => urn.endsWith(`:${type}::${name}`)) ?? {};
  const path = type === "Environment" ? "environment" : "container";
  expect((await platform.request("DELETE", `/${path}/${id}`)).status).toBe(204);
};
const rows: [what: string, type: string, name: string, gone: readonly string[]][] = [
  ["a service", "Container", "web", ofService],
  ["an environment", "Environment", "shop", ofEnvironment],
];

describe.each(rows)("%s that was deleted outside of Pulumi", (_, type, name, gone) => {
  test("takes what belongs to it out of the state at refresh, and the next up creates all of it", async () => {
    await removeByHand(name, type);
    const { changes } = await stack.run("refresh");
    // The stage of a service stays, without it.
    const updated = type === "Container" ? { update: 1 } : {};
    expect(changes).toMatchObject({ delete: gone.length, ...updated });
    expect((await stack.run("up", program(true))).changes).toMatchObject({ create: gone.length });
    expect((await stack.run("refresh")).changes).toEqual({ same: everything });
  });

  test("isn't an obstacle to a destroy", async () => {
    await removeByHand(name, type);
    expect((await stack.run("destroy")).changes).toEqual({ delete: everything });
  });
});

describe("a 404 that says nothing of the place itself", () => {
  const known = async () => (await stack.resources()).map(({ urn, id }) => `${urn} ${id}`);

  test.each([
    ["the list of a service's domains", "/container/{containerId}/customDomain"],
    ["the list of variables", "/variable"],
    ["everything, as with a wrong base URL", undefined],
  ])("is an error, and drops nothing from the state: %s", async (_, route) => {
    const before = await known();
    const rules = [{ match: { method: "GET", ...(route === undefined ? {} : { route }) }, fault: "404" }];
    await platform.request("PUT", "/_local/faults", { body: { rules } });
    expect(await stack.fails("refresh")).toContain("AP3003");
    expect(await known()).toEqual(before);
  });

  test("with a wrong base URL lets no destroy forget anything", async () => {
    const before = await known();
    await platform.request("PUT", "/_local/faults", { body: { rules: [{ match: {}, fault: "404" }] } });
    expect(await stack.fails("destroy")).toContain("AP3003");
    // To destroy a trigger deletes nothing of the platform.
    expect(await known()).toEqual(before.filter((each) => !each.includes("::release ")));
  });
});

test("resources in an environment outside of the stack stay in the state, since the token may just not see it", async () => {
  await stack.run("up", program(false));
  expect((await platform.request("DELETE", `/environment/${platform.ids.otherEnvironment}`)).status).toBe(204);
  expect(await stack.fails("refresh")).toContain("AP3003");
  expect((await stack.resources()).some(({ urn }) => urn.endsWith("::db"))).toBe(true);
});

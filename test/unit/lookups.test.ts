import { describe, expect, it } from "vitest";
import { lookupsOf } from "../../provider/engine/lookups.js";
import { lookups } from "../../provider/lookups.js";
import { ids } from "../kinds/fixtures.js";
import { type EndpointSet, fieldsWithin, type Values } from "../support/provider.js";
import { connected, fakePlatform, listing } from "./support/fake-platform.js";

const platform = fakePlatform();

function find(kind: string, args: unknown, endpoints: EndpointSet = "extended") {
  const definition = lookups.find((each) => each.kind === kind);
  if (definition === undefined) throw new Error(`nothing is called ${kind}`);
  const { platform: here, log } = connected(platform.url, { endpoints });
  const { lookUpOne, lookUpAll } = lookupsOf(definition, () => here);
  const request = { log, args: args as Values };
  const failing = <T>(work: Promise<T>) => work.catch((error: Error) => error.message);
  return { one: () => failing(lookUpOne(request)), all: () => failing(lookUpAll(request)) };
}

const lookedUp = (kind: string, args: unknown, endpoints?: EndpointSet) => find(kind, args, endpoints).one();

const none = [200, { results: [] }] as const;
const { organization: organizationId, environment: environmentId, feature: deploymentRequestId } = ids;
const secretManagerAccessId = ids.helm;
const history = `GET /environment/${environmentId}/deploymentHistoryV2?pageSize=1`;
const requested = `GET /environment/deploymentStatus?deploymentRequestId=${deploymentRequestId}`;
const secrets = `GET /secretManagerAccess/${secretManagerAccessId}/secrets`;

it("lookups without a resource kind (getOrganization, getDeployment, …) have no secret outputs", () => {
  const fields = lookups.flatMap(({ outputs }) => Object.values(outputs).map((field) => ({ field })));
  const all = [...fields, ...fields.flatMap(({ field }) => fieldsWithin(field))];
  expect([all.filter(({ field }) => field.secret), all.length > 30]).toEqual([[], true]);
});

describe("getOrganization", () => {
  const acme = { id: organizationId, created_at: "2026-01-01T00:00:00Z", updated_at: null, name: "Acme", plan: "TEAM" };
  const other = { ...acme, id: ids.cluster, name: "other" };
  const found = { id: organizationId, name: "Acme", plan: "TEAM", createdAt: "2026-01-01T00:00:00Z" };

  it("finds an organization by its ID, or by its name in any letter case", async () => {
    platform.on(`GET /organization/${organizationId}`, [200, acme]).on("GET /organization", listing(other, acme));
    expect(await lookedUp("Organization", { id: organizationId })).toEqual(found);
    expect(await lookedUp("Organization", { name: "ACME" })).toEqual(found);
  });

  it("finds all organizations", async () => {
    platform.on("GET /organization", listing(other, { ...acme, admin_emails: ["a@example.com"] }));
    const all = await find("Organization", {}).all();
    expect(all).toMatchObject([{ name: "other" }, { ...found, adminEmails: ["a@example.com"] }]);
  });

  it.each<[why: string, args: unknown, text: string]>([
    ["nothing is set", {}, "neither an id nor a name is set"],
    ["no organization has the ID", { id: ids.helm }, `there is no Organization with id ${ids.helm}.`],
    ["no organization has the name", { name: "x" }, 'there is no Organization named "x"; existing: Acme, Acme.'],
    ["two have the name", { name: "acme" }, `the platform has several Organizations named "acme": ${organizationId}`],
  ])("fails with AP2007 if %s", async (_, args, text) => {
    platform.on("GET /organization", listing(acme, { ...acme, id: ids.cluster }));
    const message = await lookedUp("Organization", args);
    expect(message).toContain("AP2007: getOrganization: ");
    expect(message).toContain(text);
  });
});

describe("getAvailableRole", () => {
  it("finds roles of the platform and of the organization by their names", async () => {
    const roles = [
      { id: ids.helm, name: "VIEWER" },
      { id: ids.cluster, name: "Release managers" },
    ];
    platform.on(`GET /organization/${organizationId}/availableRole`, listing(...roles));
    const viewer = { organizationId, id: ids.helm, name: "VIEWER" };
    expect(await lookedUp("AvailableRole", { organizationId, name: "viewer" })).toEqual(viewer);
    expect(await find("AvailableRole", { organizationId }).all()).toMatchObject([viewer, { id: ids.cluster }]);
    expect(await lookedUp("AvailableRole", { organizationId, name: "x" })).toContain(
      "existing: Release managers, VIEWER",
    );
    expect(await lookedUp("AvailableRole", { name: "x" })).toContain("organizationId");
  });
});

describe("getDeployment", () => {
  const audit = { created_at: "2026-01-01T00:00:00Z", updated_at: "2026-01-01T00:01:00Z", triggered_by: "me" };
  const service = {
    identifier: { name: "web", service_id: ids.container, service_type: "CONTAINER" },
    ...{ auditing_data: audit, status: "DEPLOYED", details: {}, total_duration: "PT9S" },
  };
  const last = {
    identifier: { execution_id: "run-1", environment_id: environmentId },
    auditing_data: { ...audit, origin: "CLI" },
    ...{ status: "DEPLOYED", trigger_action: "DEPLOY", action_status: "SUCCESS", total_duration: "PT12S" },
    stages: [{ name: "main", status: "DONE", duration: "PT12S", services: [service] }, { name: "empty" }],
  };

  it("finds the last deployment of an environment with one request", async () => {
    const next = `${platform.url}/environment/${environmentId}/deploymentHistoryV2?page=2`;
    platform.on(history, [200, { page: 1, page_size: 1, results: [last], next }]);
    expect(await lookedUp("Deployment", { environmentId })).toEqual({
      ...{ environmentId, executionId: "run-1", status: "DEPLOYED", triggerAction: "DEPLOY", actionStatus: "SUCCESS" },
      ...{ createdAt: audit.created_at, updatedAt: audit.updated_at, triggeredBy: "me", origin: "CLI" },
      totalDuration: "PT12S",
      stages: [
        {
          ...{ name: "main", status: "DONE", duration: "PT12S" },
          services: [
            {
              name: "web",
              serviceId: ids.container,
              serviceType: "CONTAINER",
              status: "DEPLOYED",
              totalDuration: "PT9S",
            },
          ],
        },
        { name: "empty" },
      ],
    });
    expect(platform.lines()).toEqual([history]);
  });

  it("finds the status of a deployment by `deploymentRequestId`", async () => {
    const found = { deployment_request_id: deploymentRequestId, environment_id: environmentId, status: "DEPLOYING" };
    platform.on(requested, [200, found], [200, {}]);
    const args = { deploymentRequestId };
    expect(await lookedUp("Deployment", args)).toEqual({ ...args, environmentId, status: "DEPLOYING" });
    expect(await lookedUp("Deployment", args)).toEqual(args);
  });

  it.each<[why: string, args: unknown, text: string]>([
    ["nothing is set", {}, "AP2007: getDeployment: neither an environmentId nor a deploymentRequestId is set"],
    [
      "both are set",
      { environmentId, deploymentRequestId },
      "AP2007: getDeployment: both an environmentId and a deploymentRequestId are set",
    ],
    [
      "the environment was never deployed",
      { environmentId },
      `AP2007: getDeployment: environment ${environmentId} has no deployment`,
    ],
    ["an environment doesn't exist", { environmentId: ids.helm }, "AP3003"],
    ["no request has the ID", { deploymentRequestId }, `there is no deployment with request ID ${deploymentRequestId}`],
    ["an ID isn't a string", { environmentId: 7 }, "environmentId must be a string; got a value of type number"],
  ])("fails if %s", async (_, args, text) => {
    platform.on(history, none);
    expect(await lookedUp("Deployment", args)).toContain(text);
  });

  it("fails with AP3105 if the response has no list", async () => {
    platform.on(history, [200, { results: ["x"] }], [200, []]);
    for (const _ of ["no deployment", "no object"]) {
      expect(await lookedUp("Deployment", { environmentId })).toMatch(/AP3105.*contains no list of what was requested/);
    }
  });
});

describe("getSecretManagerSecrets", () => {
  const args = { secretManagerAccessId };

  it("finds all names, or only names with `namePrefix`", async () => {
    platform.on(secrets, listing("shop/db", "x")).on(`${secrets}?namePrefix=shop%2F`, listing("shop/db"));
    expect(await lookedUp("SecretManagerSecrets", args)).toEqual({ names: ["shop/db", "x"] });
    expect(await lookedUp("SecretManagerSecrets", { ...args, namePrefix: "shop/" })).toEqual({ names: ["shop/db"] });
  });

  it.each<[why: string, args: unknown, text: string]>([
    ["no access is set", {}, "AP2007: getSecretManagerSecrets: secretManagerAccessId isn't set."],
    ["an access is empty", { secretManagerAccessId: "" }, "secretManagerAccessId isn't set"],
    ["a prefix isn't a string", { ...args, namePrefix: 1 }, "namePrefix must be a string; got a value of type number"],
    ["no access has the ID", args, `there is no secret manager access with id ${secretManagerAccessId}`],
  ])("fails if %s", async (_, specified, text) => {
    expect(await lookedUp("SecretManagerSecrets", specified)).toContain(text);
  });
});

describe("lookup with the basic API", () => {
  it.each<[kind: string, args: unknown]>([
    ["Organization", { name: "x" }],
    ["AvailableRole", { organizationId, name: "x" }],
    ["Deployment", { environmentId }],
    ["Deployment", { deploymentRequestId }],
    ["SecretManagerSecrets", { secretManagerAccessId }],
  ])("fails with AP2007 and sends nothing: %s %j", async (kind, args) => {
    const message = await lookedUp(kind, args, "documented");
    expect(message).toMatch(/AP2007: get\w+: the platform's endpoints can't/);
    expect(message).toContain("use the extended endpoints");
    expect(platform.lines()).toEqual([]);
  });
});

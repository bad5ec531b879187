/** Lookups of what no resource manages, by programs and as the engine passes them to the native provider. */
import { output, secret } from "@pulumi/pulumi";
import { Container, DeploymentTrigger } from "pulumi-app-platform";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Body, clusterBody } from "../platform/support/bodies.js";
import { failureOf } from "../unit/support/fake-platform.js";
import { type NativeFrontend, openFrontend } from "./native/frontend.js";
import { type Frontend, sdks } from "./support/both-sdks.js";
import { containerArgs } from "./support/declare.js";
import { forgetRequests, requests } from "./support/journal.js";
import { opened } from "./support/opened.js";

const { platform, stack } = opened({ endpoints: "extended", isConfigured: true });

let native: NativeFrontend;
let secretManagerAccessId = "";
beforeAll(async () => {
  native = await openFrontend(platform);
  const { organization, cluster, environment } = platform.ids;
  const access: Body = {
    name: "shop",
    endpoint: { mode: "AWS_SECRET_MANAGER", region: "eu-west-3" },
    authentication: { mode: "AUTOMATICALLY_CONFIGURED" },
  };
  const path = `/organization/${organization}/cluster/${cluster}`;
  const body = { ...clusterBody(platform.ids), secret_manager_accesses: [access] };
  const updated = await platform.request("PUT", path, { body });
  secretManagerAccessId = updated.body.secret_manager_accesses[0].id;
  for (const value of ["shop/db", "shop/queue", "other"]) {
    const variable = { key: value.toUpperCase().replace("/", "_"), value, is_secret: false };
    const at = { variable_scope: "ENVIRONMENT", variable_parent_id: environment };
    const members = { ...variable, ...at, secret_manager_access_id: secretManagerAccessId };
    expect((await platform.request("POST", "/variable", { body: members })).status).toBe(201);
  }
});
afterAll(() => native.close());

describe.each(Object.keys(sdks) as Frontend[])("lookups without a resource kind (%s SDK)", (frontend) => {
  const sdk = sdks[frontend];

  it("find organizations, roles and names of secrets, also in previews", async () => {
    const { organization: organizationId } = platform.ids;
    const program = async () => ({
      byName: await sdk.getOrganization({ name: "LOCAL" }),
      byId: sdk.getOrganizationOutput({ id: output(organizationId) }).name,
      organizations: (await sdk.getOrganizations()).length,
      viewer: sdk.getAvailableRoleOutput({ organizationId, name: "viewer" }).name,
      roles: (await sdk.getAvailableRoles({ organizationId })).map(({ name }) => name),
      names: sdk.getSecretManagerSecretsOutput({ secretManagerAccessId: output(secretManagerAccessId) }).names,
      ofShop: (await sdk.getSecretManagerSecrets({ secretManagerAccessId, namePrefix: "shop/" })).names,
    });
    const found = {
      byName: { id: organizationId, name: "local", plan: "ENTERPRISE" },
      ...{ byId: "local", organizations: 1, viewer: "VIEWER", roles: ["OWNER", "ADMIN", "DEVELOPER", "VIEWER"] },
      ...{ names: ["other", "shop/db", "shop/queue"], ofShop: ["shop/db", "shop/queue"] },
    };
    expect((await stack.run("up", program)).outputs).toMatchObject(found);
    await forgetRequests(platform);
    await stack.run("preview", program);
    expect(Object.keys(await requests(platform))).toEqual(
      expect.arrayContaining([
        "GET /organization 200",
        "GET /organization/{organizationId}/availableRole 200",
        "GET /secretManagerAccess/{secretManagerAccessId}/secrets 200",
      ]),
    );
  });

  it("find a deployment by `deploymentRequestId` or `environmentId`", async () => {
    const { environment: environmentId } = platform.ids;
    const program = () => {
      const web = new Container(`web-${frontend}`, containerArgs(platform));
      const release = new DeploymentTrigger("release", { environmentId, services: [web] });
      const { deploymentRequestId } = release;
      return {
        requested: sdk.getDeploymentOutput({ deploymentRequestId }),
        last: sdk.getDeploymentOutput({ environmentId }, { dependsOn: release }),
        id: deploymentRequestId,
      };
    };
    const { outputs } = await stack.run("up", program);
    expect(outputs.requested).toEqual({ deploymentRequestId: outputs.id, environmentId, status: "DEPLOYED" });
    expect(outputs.last).toMatchObject({
      ...{ environmentId, status: "DEPLOYED", triggerAction: "DEPLOY", actionStatus: "SUCCESS", origin: "API" },
      stages: expect.arrayContaining([
        expect.objectContaining({
          services: [expect.objectContaining({ name: `web-${frontend}`, status: "DEPLOYED" })],
        }),
      ]),
    });
    expect(await native.invoke("getDeployment", { environmentId })).toEqual(outputs.last);
    expect(await native.invoke("getDeployment", { deploymentRequestId: outputs.id as string })).toEqual(
      outputs.requested,
    );
  });
});

describe("Invoke of the native provider", () => {
  it("returns results, and lists as members of an object", async () => {
    const { organization: organizationId } = platform.ids;
    expect(await native.invoke("getOrganization", { name: "local" })).toMatchObject({ id: organizationId });
    expect(await native.invoke("getOrganizations", {})).toMatchObject({ organizations: [{ name: "local" }] });
    const { availableRoles } = await native.invoke("getAvailableRoles", { organizationId });
    expect(availableRoles).toContainEqual(expect.objectContaining({ name: "VIEWER" }));
    const args = { secretManagerAccessId, namePrefix: "shop/db" };
    expect(await native.invoke("getSecretManagerSecrets", args)).toEqual({ names: ["shop/db"] });
  });
});

it("Check of the native provider fails for Organization, which has a lookup but no resource", async () => {
  const urn = "urn:pulumi:dev::shop::app-platform:index:Organization::acme";
  expect((await failureOf(native.check(urn, {}))).message).toContain("has no resource");
});

it("failed lookup (AP2007) shows no secret argument", async () => {
  const { getSecretManagerSecretsOutput } = sdks.dynamic;
  const hidden = secret("s3cret00-0000-4000-8000-000000000000");
  const looking = () => void getSecretManagerSecretsOutput({ secretManagerAccessId: hidden });
  const shown = await stack.fails("preview", looking);
  expect(shown).toContain("AP2007: getSecretManagerSecrets: there is no secret manager access with id ***");
  expect(shown).not.toContain("s3cret00");
});

/**
 * One program from a project to a deployed system, with those who work on it: a role, a member, a token of a pipeline, and secrets that stay in a
 * secret manager. It is created, changed, exported and destroyed.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import {
  ApiToken,
  CloudCredentials,
  Cluster,
  Container,
  CustomRole,
  Database,
  DeploymentTrigger,
  Environment,
  OrganizationMember,
  Project,
  Variable,
} from "pulumi-app-platform";
import { expect, test } from "vitest";
import { run } from "../cli/support/operated.js";
import { inCheckout, openedFolder } from "../support/opened-folder.js";
import { containerArgs, databaseArgs } from "./support/declare.js";
import { openConfiguredStack, programIn } from "./support/example-stack.js";
import { forgetRequests, requests } from "./support/journal.js";
import { opened } from "./support/opened.js";

const { platform, stack } = opened({ endpoints: "extended" });

const folder = openedFolder("exported", inCheckout);

const canary = "s3cr3t-canary-4711";
const region = "eu-west-3";

interface Edition {
  readonly permission: "DEPLOYER" | "MANAGER";
  readonly purpose: string;
  readonly cpu: number;
  readonly secretName: string;
}
const first: Edition = { permission: "DEPLOYER", purpose: "Deploys", cpu: 500, secretName: "shop/db" };
const second: Edition = {
  permission: "MANAGER",
  purpose: "Deploys and cleans up",
  cpu: 700,
  secretName: "shop/orders",
};

const system =
  ({ permission, purpose, cpu, secretName }: Edition) =>
  () => {
    const { organization: organizationId } = platform.ids;
    const aws = { accessKeyId: "AKIDEXAMPLE", secretAccessKey: pulumi.secret(`${canary} of the cloud`) };
    const credentials = new CloudCredentials("aws", { organizationId, aws });
    const cluster = new Cluster("main", {
      ...{ organizationId, region, cloudProvider: "AWS", name: "shop", deploy: true },
      cloudProviderCredentials: { cloudProvider: "AWS", credentials: { id: credentials.id } },
      secretManagerAccesses: [
        {
          ...{ name: "vault", endpoint: { awsSecretManager: { region } } },
          authentication: {
            awsStaticCredentials: { region, accessKey: "key", secretKey: pulumi.secret(`${canary} of the manager`) },
          },
        },
      ],
    });
    const secretManagerAccessId = cluster.secretManagerAccessIds.apply((ids) => ids?.vault ?? "");
    const project = new Project("shop", { organizationId });
    const role = new CustomRole("deployer", {
      organizationId,
      clusterPermissions: [{ clusterId: cluster.id, permission: "VIEWER" }],
      projectPermissions: [{ projectId: project.id, permissions: [{ environmentType: "STAGING", permission }] }],
    });
    const pipeline = new ApiToken("pipeline", { organizationId, roleId: role.id, description: purpose });

    const member = new OrganizationMember("dev", { organizationId, email: "dev@example.com", roleId: role.id });

    const staging = new Environment("staging", { projectId: project.id, clusterId: cluster.id, mode: "STAGING" });
    const environmentId = staging.id;
    const shared = new Variable("shared", {
      ...{ on: pulumi.interpolate`environment/${environmentId}`, key: "SHARED", value: "shop/shared" },
      secretManagerAccessId,
    });
    const db = new Database("db", databaseArgs(platform, { environmentId }));
    const web = new Container("web", {
      ...containerArgs(platform, { environmentId, cpu }),
      variables: { LOG_LEVEL: "info" },
      secretVariables: { SESSION_KEY: pulumi.secret(`${canary} of the session`) },
      externalSecrets: { DB_PASSWORD: { secretManagerAccessId, name: secretName } },
    });
    new DeploymentTrigger("release", { environmentId, services: [db, web] }, { dependsOn: [shared] });
    return { token: pipeline.token, link: member.invitationLink, environmentId };
  };

const answerTo = async (token: string) => {
  const headers = { authorization: `Token ${token}` };
  const { organization } = platform.ids;
  return (await platform.request("GET", `/organization/${organization}/project`, { token: null, headers })).status;
};
const namesIn = async (list: string): Promise<string[]> => {
  const { body } = await platform.request("GET", `/organization/${platform.ids.organization}/${list}`);
  return body.results.map(({ name, email = name }: { name: string; email?: string }) => email);
};
/** What there is in the organization, by name or email address. */
const content = async () => ({
  clusters: await namesIn("cluster"),
  projects: await namesIn("project"),
  roles: await namesIn("customRole"),
  tokens: await namesIn("apiToken"),
  members: await namesIn("member"),
  invitations: await namesIn("inviteMember"),
});

test("a whole organization is created, changed, exported and destroyed, and no secret is in the state", async () => {
  const before = await content();
  const secrets = [canary];
  const expectSettled = async () => {
    for (const step of ["preview", "refresh", "up"] as const)
      expect(Object.keys((await stack.run(step)).changes), step).toEqual(["same"]);
    const state = await stack.exported();
    for (const secret of secrets) expect(state).not.toContain(secret);
  };

  await forgetRequests(platform);
  const { create } = (await stack.run("preview", system(first))).changes;
  expect(Object.keys(await requests(platform)).filter((each) => !each.startsWith("GET "))).toEqual([]);
  const { outputs, changes } = await stack.run("up", system(first));
  expect(changes).toEqual({ create });
  const { token: oldToken, link, environmentId } = outputs;
  secrets.push(oldToken, link);
  await expectSettled();
  const invitations = `/organization/${platform.ids.organization}/inviteMember`;
  const [invitation] = (await platform.request("GET", invitations)).body.results;
  expect((await platform.request("POST", `${invitations}/${invitation.id}`)).status).toBe(201);
  await stack.run("refresh");
  expect((await stack.resource("dev")).outputs).toMatchObject({ invitationStatus: "ACCEPTED" });
  await expectSettled();
  expect(await answerTo(oldToken)).toBe(200);

  const changed = await stack.run("up", system(second));
  expect(changed.changes).toMatchObject({ update: 3, replace: 1 });
  const { token } = changed.outputs;
  secrets.push(token);
  expect([await answerTo(oldToken), await answerTo(token)]).toEqual([401, 200]);
  await expectSettled();
  const { body: statuses } = await platform.request("GET", `/environment/${environmentId}/statuses`);
  expect(statuses.environment).toMatchObject({ state: "DEPLOYED", deployment_status: "UP_TO_DATE" });

  const exported = await run(platform, ["export", environmentId, "--out", folder]);
  expect(exported.code, exported.stderr).toBe(0);
  const program = await readFile(join(folder, "index.ts"), "utf8");
  for (const secret of secrets) expect(program).not.toContain(secret);
  const adopting = await openConfiguredStack(platform, {}, { webSessionKey: `${canary} of the session` });
  const { output } = await adopting.run("preview", programIn(folder)).finally(() => adopting.close());
  // The services, and the variable of the environment.
  expect(output.match(/ adopts the existing resource with id \S+ without changes/g), output).toHaveLength(3);
  expect(output).not.toContain("and changes");

  expect((await stack.run("destroy")).changes).toEqual({ delete: create });
  expect(await content()).toEqual(before);
  expect(await answerTo(token)).toBe(401);
});

/** A role is created by two calls, and an update sends its whole matrix. */
import { describe, expect, it } from "vitest";
import { ids } from "../../kinds/shared/ids.js";
import { managed } from "../../support/frontend.js";
import type { Values } from "../../support/provider.js";
import { failureOf, fakePlatform, lifecycle, listing, lost } from "../support/fake-platform.js";

const platform = fakePlatform();
const all = `/organization/${ids.organization}/customRole`;
const id = "00000000-0000-4000-8000-0000000000d1";
const otherProject = "00000000-0000-4000-8000-0000000000d2";
const args = {
  ...{ organizationId: ids.organization, name: "deployer" },
  projectPermissions: [
    { projectId: ids.project, permissions: [{ environmentType: "STAGING", permission: "DEPLOYER" }] },
  ],
};
const types = (staging = "NO_ACCESS") =>
  Object.entries({ DEVELOPMENT: "NO_ACCESS", PREVIEW: "NO_ACCESS", STAGING: staging, PRODUCTION: "NO_ACCESS" }).map(
    ([environment_type, permission]) => ({ environment_type, permission }),
  );
const row = (project_id: string, staging?: string) => ({ project_id, is_admin: false, permissions: types(staging) });
const role = (...project_permissions: Values[]) => ({
  ...{ id, name: "deployer", project_permissions },
  cluster_permissions: [{ cluster_id: ids.cluster, cluster_name: "main", permission: "VIEWER" }],
});
const cycle = () => lifecycle("CustomRole", platform.url, { endpoints: "extended" });
const writes = () => platform.arrived.filter(({ line }) => !line.startsWith("GET"));
const lines = () => writes().map(({ line }) => line);
const accepted = () => platform.on(`PUT ${all}/${id}`, [200, role(row(ids.project, "DEPLOYER"))]);

describe("CustomRole", () => {
  it("is created without permissions, then updated with a row for each cluster and project", async () => {
    platform.on(`GET ${all}`, listing()).on(`POST ${all}`, [201, role(row(ids.project), row(otherProject))]);
    platform.on(`GET ${all}/${id}`, [200, role(row(ids.project), row(otherProject))]);
    accepted();
    await cycle().create(args);
    const [create, update] = writes().map(({ body }) => body as Values);
    expect(create).toEqual({ name: "deployer" });
    expect(update?.cluster_permissions).toEqual([{ cluster_id: ids.cluster, permission: "VIEWER" }]);
    const sent = update?.project_permissions as { readonly project_id: string; readonly permissions: Values[] }[];
    expect(sent.map((each) => each.project_id)).toEqual([ids.project, otherProject]);
    for (const { permissions } of sent) expect(permissions).toHaveLength(4);
    expect(sent[0]?.permissions).toContainEqual({ environment_type: "STAGING", permission: "DEPLOYER" });
  });

  it("is created once, and then updated, if the response to the create is lost", async () => {
    platform.on(`GET ${all}`, listing()).on(`GET ${all}/${id}`, [200, role(row(ids.project))]);
    platform.on(`POST ${all}`, (request, response) => {
      platform.on(`GET ${all}`, listing(role(row(ids.project))));
      return (lost as (...params: unknown[]) => undefined)(request, response);
    });
    accepted();
    expect((await cycle().create(args)).id).toBe(id);
    expect(lines()).toEqual([`POST ${all}`, `PUT ${all}/${id}`]);
  });

  it("is in the state if the update after its create fails, and is completed by the next update", async () => {
    platform.on(`GET ${all}`, listing()).on(`POST ${all}`, [201, role(row(ids.project))]);
    platform.on(`GET ${all}/${id}`, [200, role(row(ids.project))]).on(`PUT ${all}/${id}`, [400]);
    const failure = (await failureOf(cycle().create(args))) as unknown as { id: string; properties: Values };
    expect(failure.id).toBe(id);
    accepted();
    await cycle().update(id, failure.properties, args);
    expect(lines().at(-1)).toBe(`PUT ${all}/${id}`);
  });

  it("is read and updated again if the update lacks the row of a new project (400)", async () => {
    platform.on(`GET ${all}/${id}`, [200, role(row(ids.project))], [200, role(row(ids.project), row(otherProject))]);
    platform.on(`PUT ${all}/${id}`, [400], [200, role(row(ids.project, "DEPLOYER"), row(otherProject))]);
    const state = managed({ ...args, projectPermissions: [] }, {});
    await cycle().update(id, state, args);
    const last = writes().at(-1)?.body as unknown as { readonly project_permissions: readonly Values[] };
    expect(last.project_permissions).toHaveLength(2);
  });

  it("fails with AP3006 if the platform rejects the update (400) and has no new project", async () => {
    platform.on(`GET ${all}/${id}`, [200, role(row(ids.project))]).on(`PUT ${all}/${id}`, [400]);
    const failure = await failureOf(cycle().update(id, managed({ ...args, projectPermissions: [] }, {}), args));
    expect(failure.code).toBe("AP3006");
    expect(lines()).toHaveLength(1);
  });

  it("shows no change in a plan if the platform has a project or cluster that the program omits", async () => {
    platform.on(`GET ${all}/${id}`, [200, role(row(ids.project, "DEPLOYER"), row(otherProject))]);
    const { outputs } = await cycle().read(id, managed(args, {}));
    expect((await cycle().diff(id, outputs, args)).changes).toBe(false);
  });
});

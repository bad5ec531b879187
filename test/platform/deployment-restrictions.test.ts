/** Deployment restrictions: which paths of a repository cause automatic deployments of a service. */
import { describe, expect, it, test } from "vitest";
import { servicesFromGit } from "./access/endpoints.js";
import { opened } from "./opened.js";
import { serviceBodies } from "./services.js";

const { platform, create } = opened({ endpoints: "extended", isFresh: true });
const docs = { mode: "EXCLUDE", type: "PATH", value: "docs/" };
const src = { mode: "MATCH", type: "PATH", value: "src/" };

describe.each(servicesFromGit)("a service of kind %s", (kind) => {
  let made = 0;
  const path = async () => {
    const body = { ...serviceBodies[kind]?.minimal(platform.ids), name: `restricted ${made++}` };
    return `/${kind}/${(await create(kind, body)).id}/deploymentRestriction`;
  };

  it("has the restrictions that were created, updated and deleted", async () => {
    const all = await path();
    expect((await platform.request("GET", all)).body).toEqual({ results: [] });
    const { status, body: made } = await platform.request("POST", all, { body: docs });
    expect([status, made]).toEqual([201, { id: made.id, ...docs }]);
    const changed = await platform.request("PUT", `${all}/${made.id}`, { body: src });
    expect([changed.status, changed.body]).toEqual([200, { id: made.id, ...src }]);
    expect((await platform.request("GET", all)).body).toEqual({ results: [{ id: made.id, ...src }] });
    expect((await platform.request("DELETE", `${all}/${made.id}`)).status).toBe(204);
    expect((await platform.request("GET", all)).body).toEqual({ results: [] });
  });

  it("has each of them once, and no other service has it", async () => {
    const [all, other] = [await path(), await path()];
    const { body: made } = await platform.request("POST", all, { body: docs });
    expect((await platform.request("POST", all, { body: docs })).status).toBe(409);
    expect((await platform.request("POST", all, { body: { ...docs, mode: "MATCH" } })).status).toBe(201);
    expect((await platform.request("PUT", `${other}/${made.id}`, { body: src })).status).toBe(404);
    expect((await platform.request("POST", other, { body: docs })).status).toBe(201);
  });
});

test.each([
  ["mode", "ONLY"],
  ["type", "BRANCH"],
  ["value", ""],
  ["value", undefined],
])("a restriction whose %s is %j is refused", async (field, value) => {
  const { id } = await create("application");
  const body = { ...docs, [field]: value };
  const refused = await platform.request("POST", `/application/${id}/deploymentRestriction`, { body });
  expect([refused.status, refused.body.violations]).toEqual([400, [expect.objectContaining({ field })]]);
});

test.each(["container", "database"])("a %s has no such restrictions", async (kind) => {
  const { id } = await create(kind);
  expect((await platform.request("GET", `/${kind}/${id}/deploymentRestriction`)).status).toBe(404);
});

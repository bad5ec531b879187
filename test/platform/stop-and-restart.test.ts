/** Whole environments, lists of services and single ones: deployed, stopped, started and restarted. None of it is in the API document. */
import { describe, expect, it } from "vitest";
import type { Body } from "./support/bodies.js";
import { anyId, opened } from "./support/opened.js";
import { serviceBodies } from "./support/services.js";

const { platform, send, read, inEnvironment, advance, deploy, deployToTheEnd, fail, statesOf, ...ask } = opened();

const post = (path: string, body?: Body) => send("POST", path, body);
const whole = (what: string) => post(inEnvironment(what));
const conflict = (path: string, body?: Body) => ask.conflict("POST", path, body);
const make = async (kind: string): Promise<string> =>
  (await ask.create(kind, serviceBodies[kind]?.minimal(platform.ids))).id;
const statusOf = (kind: string, id: string) => read(`/${kind}/${id}/status`);
const stateOf = async (kind: string, id: string) => (await statusOf(kind, id)).state;
const kinds = Object.keys(serviceBodies);

/** What the description has a service's status answer: with it alone, a generated client reads the response. */
const startedBy = (action: string) => ({
  last_deployment_state: `${action === "DEPLOY" ? "DEPLOYMENT" : action}_QUEUED`,
  service_deployment_status: expect.stringMatching(/^[A-Z_]+$/),
  status_details: { action, status: "QUEUED", sub_action: "NONE" },
  is_part_last_deployment: true,
  deployment_requests_count: 1,
  deployment_request_id: anyId,
});

/** A deployed service of each of these kinds. */
async function deployed(...which: string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const kind of which) ids.push(await make(kind));
  expect((await whole("deploy")).status).toBe(202);
  await advance(60);
  return ids;
}

describe("POST environment/{}/deploy", () => {
  it("deploys every service, those from git with their newest commit, and returns 409 if there is none", async () => {
    expect(await conflict(inEnvironment("deploy"))).toContain("nothing to deploy");
    for (const kind of kinds) await make(kind);
    const body = { id: platform.ids.environment, state: "DEPLOYMENT_QUEUED", ...startedBy("DEPLOY") };
    expect(await whole("deploy")).toMatchObject({ status: 202, body });
    expect(await conflict(inEnvironment("deploy"))).toContain("in progress");
    await advance(60);
    const { environment: _, ...statuses } = await read(inEnvironment("statuses"));
    const states = Object.values<Body[]>(statuses).flatMap((list) => list.map((each) => each.state));
    expect(states).toEqual(kinds.map(() => "DEPLOYED"));
    const { results } = await read(inEnvironment("application"));
    expect(results[0].git_repository.deployed_commit_id).toMatch(/^[0-9a-f]{40}$/);
  });
});

describe("POST environment/{}/stop", () => {
  it("stops services over time and jobs at once, and returns 409 once all are STOPPED", async () => {
    const [container = "", job = ""] = await deployed("container", "job");
    await make("database");
    expect(await whole("stop")).toMatchObject({ status: 202, body: { state: "STOP_QUEUED" } });
    expect([await stateOf("container", container), await stateOf("job", job)]).toEqual(["STOP_QUEUED", "STOPPED"]);
    for (const act of ["stop", "redeploy", "deploy"])
      expect(await conflict(inEnvironment(act))).toContain("in progress");
    await advance(60);
    expect(await statusOf("container", container)).toMatchObject({
      state: "STOPPED",
      service_deployment_status: "UP_TO_DATE",
      status_details: { action: "STOP", status: "SUCCESS" },
    });
    expect(await conflict(inEnvironment("stop"))).toContain("is STOPPED");
    await deployToTheEnd({ containers: [{ id: container, image_tag: "1" }] });
    await whole("stop");
    await advance(60);
    expect((await whole("redeploy")).status).toBe(202);
    await advance(60);
    expect([await stateOf("container", container), await stateOf("job", job)]).toEqual(["DEPLOYED", "DEPLOYED"]);
  });

  it("ends with STOP_ERROR if a failure rule applies, except for a job", async () => {
    const [container = "", job = ""] = await deployed("container", "job");
    await fail({ state: "STOP_ERROR" });
    await whole("stop");
    await advance(60);
    expect([await stateOf("container", container), await stateOf("job", job)]).toEqual(["STOP_ERROR", "STOPPED"]);
    expect((await whole("stop")).status).toBe(202);
  });
});

describe("POST service/restart-service", () => {
  it.each(["container_ids", "containers"])(
    "restarts by the list %s, and leaves an update to the next deployment",
    async (list) => {
      const [id = ""] = await deployed("container");
      const before = (await read(inEnvironment("container"))).results[0];
      await send("PUT", `/container/${id}`, { ...before, description: "edited" });
      const begun = await post(inEnvironment("service/restart-service"), {
        [list]: [list === "containers" ? { id } : id],
      });
      expect(begun).toMatchObject({ status: 202, body: { state: "RESTART_QUEUED", ...startedBy("RESTART") } });
      const during = { service_deployment_status: "OUT_OF_DATE", status_details: { action: "RESTART" } };
      expect(await statusOf("container", id)).toMatchObject(during);
      expect(await statesOf(() => stateOf("container", id))).toEqual(["RESTART_QUEUED", "RESTARTING", "RESTARTED"]);
      expect(await statusOf("container", id)).toMatchObject(during);
      const shown = { state: "RESTARTED", deployment_status: "OUT_OF_DATE" };
      expect(await read(inEnvironment("status"))).toMatchObject(shown);
    },
  );

  it("leaves a service UP_TO_DATE that wasn't updated", async () => {
    const [id = ""] = await deployed("database");
    await post(inEnvironment("service/restart-service"), { database_ids: [id] });
    await advance(60);
    expect((await statusOf("database", id)).service_deployment_status).toBe("UP_TO_DATE");
  });

  it("returns 409 for a never deployed or STOPPED service, and 400 for a job", async () => {
    const path = inEnvironment("service/restart-service");
    const container_ids = [await make("container")];
    expect(await conflict(path, { container_ids })).toContain("never deployed");
    await whole("deploy");
    expect(await conflict(path, { container_ids })).toContain("in progress");
    await advance(60);
    await whole("stop");
    await advance(60);
    expect(await conflict(path, { container_ids })).toContain("is STOPPED");
    for (const body of [{ job_ids: [await make("job")] }, {}]) await ask.refusal("POST", path, body);
  });

  it("ends with RESTART_ERROR if a failure rule applies, and on a stopped cluster", async () => {
    const [id = ""] = await deployed("container");
    const restart = () => post(`/container/${id}/restart-service`);
    await fail({ state: "RESTART_ERROR", times: 1 });
    await restart();
    await advance(60);
    expect(await stateOf("container", id)).toBe("RESTART_ERROR");
    await restart();
    await advance(60);
    expect(await stateOf("container", id)).toBe("RESTARTED");
    await post(`/organization/${platform.ids.organization}/cluster/${platform.ids.cluster}/stop`);
    await advance(60);
    await restart();
    await advance(60);
    expect(await stateOf("container", id)).toBe("RESTART_ERROR");
  });
});

describe.each(kinds)("a single %s", (kind) => {
  const isStopped = kind !== "terraform";
  const isRestarted = ["application", "container", "database"].includes(kind);

  it("is deployed and redeployed, and stopped and restarted if its kind can be (else 404), with 409 meanwhile", async () => {
    const id = await make(kind);
    const path = `/${kind}/${id}`;
    expect(await conflict(`${path}/redeploy`)).toContain("never deployed");
    const first: Record<string, Body> = {
      application: { git_commit_id: "abc" },
      container: { image_tag: "2" },
      job: { image_tag: "2" },
      terraform: { git_commit_id: "abc" },
    };
    const body = { id, state: "DEPLOYMENT_QUEUED", deployment_request_id: anyId };
    expect(await post(`${path}/deploy`, first[kind])).toMatchObject({ status: 202, body });
    const others = [...(isStopped ? ["stop"] : []), ...(isRestarted ? ["restart-service"] : [])];
    for (const act of ["deploy", "redeploy", ...others])
      expect(await conflict(`${path}/${act}`, first[kind])).toContain("in progress");
    await advance(60);
    expect((await post(`${path}/redeploy`)).body).toMatchObject({ id, state: "DEPLOYMENT_QUEUED" });
    await advance(60);
    expect(await stateOf(kind, id)).toBe("DEPLOYED");
    expect((await post(`${path}/restart-service`)).status).toBe(isRestarted ? 202 : 404);
    await advance(60);
    const stopped = await post(`${path}/stop`);
    expect(stopped.status).toBe(isStopped ? 202 : 404);
    if (!isStopped) return;
    expect(stopped.body.state).toBe(kind === "job" ? "STOPPED" : "STOP_QUEUED");
    await advance(60);
    // The description has a 409 for each kind but databases.
    expect((await post(`${path}/stop`)).status).toBe(kind === "database" ? 202 : 409);
    await advance(60);
    if (isRestarted) expect(await conflict(`${path}/restart-service`)).toContain("is STOPPED");
  });
});

it.each([
  ["application", "without git_commit_id", {}, ["git_commit_id"]],
  ["container", "without image_tag", {}, ["image_tag"]],
  ["container", "with an empty image_tag", { image_tag: "" }, ["image_tag"]],
  ["job", "of an image without image_tag", {}, ["image_tag"]],
  ["job", "of an image with a commit", { git_commit_id: "abc" }, ["git_commit_id", "image_tag"]],
  ["helm", "of a chart with a commit", { git_commit_id: "abc" }, ["git_commit_id"]],
  ["terraform", "without a body", undefined, ["git_commit_id"]],
] as const)("POST %s/{}/deploy returns 400 in the first deployment %s", async (kind, _what, body, fields) => {
  const id = await make(kind);
  expect((await ask.refusal("POST", `/${kind}/${id}/deploy`, body))?.sort()).toEqual(fields);
});

it.each([
  ["job", "forceEvent", "START", "RUN"],
  ["helm", "forceEvent", "DIFF", "START"],
  ["database", "applyImmediately", "true", "yes"],
])("POST %s/{}/deploy and redeploy accept %s=%s, and return 400 for %s", async (kind, name, good, wrong) => {
  const [id] = await deployed(kind);
  for (const what of ["deploy", "redeploy"])
    expect(await ask.refusal("POST", `/${kind}/${id}/${what}?${name}=${wrong}`)).toEqual([name]);
  expect((await post(`/${kind}/${id}/redeploy?${name}=${good}`)).status).toBe(202);
});

it("POST service/stop accepts a STOPPED service", async () => {
  const [id] = await deployed("container");
  for (const _time of ["first", "second"]) {
    expect((await post(inEnvironment("service/stop"), { container_ids: [id] })).status).toBe(200);
    await advance(60);
  }
  expect((await deploy({ containers: [{ id }] })).status).toBe(202);
});

/** Deployments by their requests and of an environment. Members are transcribed from the description of the extended set. */
import { describe, expect, it } from "vitest";
import type { Body } from "./support/bodies.js";
import { anyId, anyTime, opened } from "./support/opened.js";

const { platform, send, refusal, read, inEnvironment, create, fail, advance } = opened();

const deploy = async (id: string): Promise<Body> => {
  const body = { containers: [{ id, image_tag: "2" }] };
  return (await send("POST", inEnvironment("service/deploy"), body)).body;
};
const statusOf = (requestId: unknown) => send("GET", `/environment/deploymentStatus?deploymentRequestId=${requestId}`);

describe("GET environment/deploymentStatus", () => {
  it("returns the state of the request's deployment, also after a later one", async () => {
    const { id } = await create("container");
    const { deployment_request_id } = await deploy(id);
    const shown = { deployment_request_id, environment_id: platform.ids.environment };
    expect((await statusOf(deployment_request_id)).body).toEqual({ ...shown, status: "DEPLOYMENT_QUEUED" });
    await advance(60);
    await deploy(id);
    expect((await statusOf(deployment_request_id)).body).toEqual({ ...shown, status: "DEPLOYED" });
  });

  it("returns 400 for an ID that isn't a UUID, and 404 for an unknown one", async () => {
    for (const query of ["", "?deploymentRequestId=x"])
      expect(await refusal("GET", `/environment/deploymentStatus${query}`)).toEqual(["deploymentRequestId"]);
    expect((await statusOf(platform.ids.environment)).status).toBe(404);
  });
});

describe("GET environment/{}/deploymentHistoryV2", () => {
  const history = (query = "") => read(inEnvironment(`deploymentHistoryV2${query}`));

  it("returns the newest deployment first, with its stages and services", async () => {
    expect(await history()).toEqual({ page: 1, page_size: 20, results: [] });
    const { id, name } = await create("container");
    await deploy(id);
    await advance(60);
    await send("POST", inEnvironment("stop"));
    await advance(1);
    const { results } = await history();
    const times = { created_at: anyTime, updated_at: anyTime };
    const auditing_data = { ...times, triggered_by: expect.any(String), origin: "API" };
    const identifier = { execution_id: anyId, environment_id: platform.ids.environment };
    const service = {
      identifier: { name, service_id: id, service_type: "CONTAINER", execution_id: anyId },
      ...{ auditing_data, details: {}, icon_uri: expect.any(String) },
    };
    const stop = {
      ...{ identifier, auditing_data, status: "STOPPING", trigger_action: "STOP", action_status: "ONGOING" },
      total_duration: "PT1S",
      stages: [
        {
          ...{ name: "default", status: "ONGOING", duration: "PT1S" },
          services: [
            {
              ...{ ...service, status: "STOPPING", total_duration: "PT1S" },
              status_details: { action: "STOP", status: "ONGOING", sub_action: "NONE" },
            },
          ],
        },
      ],
    };
    const finished = { status: "DEPLOYED", trigger_action: "DEPLOY", action_status: "SUCCESS", total_duration: "PT4S" };
    expect(results).toEqual([stop, expect.objectContaining(finished)]);
    expect(results[1].stages).toMatchObject([{ status: "DONE", services: [{ status: "DEPLOYED" }] }]);
    expect((await history("?pageSize=1")).results).toEqual([stop]);
  });

  it("shows failed and skipped stages", async () => {
    const late = (await send("POST", inEnvironment("deploymentStage"), { name: "late" })).body.id;
    const [web, worker] = [await create("container", { name: "web" }), await create("container", { name: "worker" })];
    await send("PUT", `/deploymentStage/${late}/service/${worker.id}`);
    await fail({ service: "web", state: "DEPLOYMENT_ERROR", times: 1 });
    const containers = [web, worker].map(({ id }) => ({ id, image_tag: "2" }));
    await send("POST", inEnvironment("service/deploy"), { containers });
    await advance(60);
    const { results } = await history();
    expect(results[0]).toMatchObject({ status: "DEPLOYMENT_ERROR", action_status: "ERROR" });
    const stages = results[0].stages.map(({ name, status }: Body) => `${name} ${status}`);
    expect(stages).toEqual(["default ERROR", "late SKIPPED"]);
  });

  it.each(["0", "101", "x", ""])("returns 400 for the page size %j", async (size) => {
    expect(await refusal("GET", inEnvironment(`deploymentHistoryV2?pageSize=${size}`))).toEqual(["pageSize"]);
  });
});

describe("GET organization", () => {
  it("lists the only organization, as GET organization/{} returns it", async () => {
    const { organization: id } = platform.ids;
    const shown = {
      ...{ id, created_at: anyTime, updated_at: null, name: "local", plan: "ENTERPRISE" },
      ...{ owner: "admin@app-platform.local", admin_emails: ["admin@app-platform.local"] },
      ...{ description: null, website_url: null, repository: null, logo_url: null, icon_url: null },
    };
    expect(await read("/organization")).toEqual({ results: [shown] });
    expect(await send("GET", `/organization/${id}`)).toEqual({ status: 200, body: shown });
    expect((await send("GET", `/organization/${platform.ids.environment}`)).status).toBe(404);
  });
});

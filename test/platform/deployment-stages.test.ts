/** Deployment stages. Bodies are transcribed from the description of the extended set. */
import { beforeEach, describe, expect, it } from "vitest";
import type { Body } from "./support/bodies.js";
import { anyId, anyTime, opened } from "./support/opened.js";

const { platform, send, refusal, conflict, read, inEnvironment, create, fail, advance } = opened();

const list = async (environment?: string): Promise<(Body & { id: string })[]> =>
  (await read(inEnvironment("deploymentStage", environment))).results;
const names = async () => (await list()).map(({ name }) => name);
const stage = async (name: string): Promise<string> => {
  const { status, body } = await send("POST", inEnvironment("deploymentStage"), { name });
  expect(status).toBe(200);
  return body.id;
};
const container = async (name: string, stageId?: string): Promise<string> => {
  const { id } = await create("container", { name });
  if (stageId !== undefined) await send("PUT", `/deploymentStage/${stageId}/service/${id}`);
  return id;
};

describe("deploymentStage", () => {
  it("is at first the single stage default, with all services", async () => {
    const web = await container("web");
    const [first, ...others] = await list();
    const environment = { id: platform.ids.environment };
    const entry = { id: anyId, created_at: anyTime, service_id: web, service_type: "CONTAINER" };
    const services = [{ ...entry, is_skipped: false }];
    const times = { created_at: anyTime, updated_at: null };
    const shown = { id: anyId, ...times, name: "default", environment, deployment_order: 1, services };
    expect([first, others]).toEqual([shown, []]);
    expect(await send("GET", `/deploymentStage/${first?.id}`)).toEqual({ status: 200, body: first });
  });

  it("has each service in one stage, and moves its services to the default stage when deleted", async () => {
    const [first] = await list();
    const late = await stage("late");
    const web = await container("web");
    const places = async () =>
      (await list()).map(({ services }) => (services as Body[]).map((each) => each.service_id));
    const moved = await send("PUT", `/deploymentStage/${late}/service/${web}`);
    expect(moved).toEqual({ status: 200, body: { results: await list() } });
    expect(await places()).toEqual([[], [web]]);
    expect(await read(`/service/${web}/deploymentStage`)).toEqual((await list())[1]);
    await send("PUT", `/deploymentStage/${first?.id}/service/${web}`);
    expect(await places()).toEqual([[web], []]);
    await send("PUT", `/deploymentStage/${late}/service/${web}`);
    await send("DELETE", `/deploymentStage/${late}`);
    expect(await places()).toEqual([[web]]);
  });

  it("moves before and after other stages, also the default one", async () => {
    const [first] = await list();
    const [a, b, c] = [await stage("a"), await stage("b"), await stage("c")];
    const move = async (one: string | undefined, side: string, other: string | undefined) => {
      const { status, body } = await send("PUT", `/deploymentStage/${one}/move${side}/${other}`);
      expect([status, body.results.map((each: Body) => each.deployment_order)]).toEqual([200, [1, 2, 3, 4]]);
      expect(body.results).toEqual(await list());
      return body.results.map(({ name }: Body) => name);
    };
    expect(await move(c, "Before", a)).toEqual(["default", "c", "a", "b"]);
    expect(await move(first?.id, "After", b)).toEqual(["c", "a", "b", "default"]);
    expect(await move(a, "After", b)).toEqual(["c", "b", "a", "default"]);
    expect(await move(a, "Before", a)).toEqual(["c", "b", "a", "default"]);
    await send("DELETE", `/deploymentStage/${b}`);
    await stage("d");
    expect(await names()).toEqual(["c", "a", "default", "d"]);
  });

  it("returns 409 for the name of the default stage and for its delete", async () => {
    const [first] = await list();
    await conflict("POST", inEnvironment("deploymentStage"), { name: "DEFAULT" });
    await conflict("DELETE", `/deploymentStage/${first?.id}`);
  });

  it("frees the name of the default stage when that is renamed", async () => {
    const [first] = await list();
    const renamed = await send("PUT", `/deploymentStage/${first?.id}`, { name: "main", description: "all" });
    expect(renamed.body).toEqual({ ...first, updated_at: anyTime, name: "main", description: "all" });
    await stage("default");
  });

  it("refuses services and stages of another environment with 404", async () => {
    const other = platform.ids.otherEnvironment;
    const [ofOther] = await list(other);
    const late = await stage("late");
    const web = await container("web");
    expect((await send("PUT", `/deploymentStage/${ofOther?.id}/service/${web}`)).status).toBe(404);
    expect((await send("PUT", `/deploymentStage/${late}/moveBefore/${ofOther?.id}`)).status).toBe(404);
    expect(await list(other)).toEqual([ofOther]);
  });
});

describe("deployment in stages", () => {
  let data: string;
  let first: string;
  let second: string;
  let third: string;
  beforeEach(async () => {
    data = await stage("data");
    const last = await stage("last");
    const [standard] = await list();
    await send("PUT", `/deploymentStage/${data}/moveBefore/${standard?.id}`);
    first = await container("first", data);
    second = await container("second");
    third = await container("third", last);
  });

  const run = async (action: string) => {
    const body = { containers: [third, second, first].map((each) => ({ id: each, image_tag: "2" })) };
    const { status, body: answer } = await send("POST", inEnvironment(`service/${action}`), body);
    expect(status).toBeLessThan(300);
    return answer;
  };
  const states = async () => {
    const { environment, containers } = await read(inEnvironment("statuses"));
    const of = (service: string) => containers.find((each: Body) => each.id === service).state;
    return [environment.state, of(first), of(second), of(third)];
  };
  /** Of each stage. */
  const results = async () =>
    (await read(inEnvironment("status"))).metrics.map(({ details }: { details: Body[] }) => details[0]?.status);

  it("deploys the stages one after the other", async () => {
    const stages = (await list()).map((each) => each.id);
    await run("deploy");
    expect(await states()).toEqual(["DEPLOYMENT_QUEUED", ...Array(3).fill("DEPLOYMENT_QUEUED")]);
    await advance(2);
    expect(await states()).toEqual(["DEPLOYING", "DEPLOYING", "DEPLOYMENT_QUEUED", "DEPLOYMENT_QUEUED"]);
    await advance(2);
    expect(await states()).toEqual(["DEPLOYMENT_QUEUED", "DEPLOYED", "DEPLOYMENT_QUEUED", "DEPLOYMENT_QUEUED"]);
    await advance(1);
    expect(await states()).toEqual(["DEPLOYING", "DEPLOYED", "DEPLOYING", "DEPLOYMENT_QUEUED"]);
    await advance(6);
    expect(await states()).toEqual(["DEPLOYING", "DEPLOYED", "DEPLOYED", "DEPLOYING"]);
    await advance(1);
    expect(await states()).toEqual(Array(4).fill("DEPLOYED"));
    const body = await read(inEnvironment("status"));
    const metric = (stage_id: string | undefined) => ({
      stage_id,
      total_duration_sec: 4,
      details: [{ stage_id, step_name: "TOTAL", status: "SUCCESS", duration_sec: 4 }],
    });
    expect(body).toMatchObject({ total_deployment_duration_in_seconds: 12, metrics: stages.map(metric) });
  });

  it("cancels the services of later stages (CANCELED) if a service fails", async () => {
    await fail({ service: "second", state: "DEPLOYMENT_ERROR", times: 1 });
    await run("deploy");
    await advance(60);
    expect(await states()).toEqual(["DEPLOYMENT_ERROR", "DEPLOYED", "DEPLOYMENT_ERROR", "CANCELED"]);
    expect(await results()).toEqual(["SUCCESS", "ERROR", "CANCEL"]);
    const { containers } = await read(inEnvironment("statuses"));
    expect(containers.find((each: Body) => each.id === third)).toMatchObject({
      service_deployment_status: "OUT_OF_DATE",
      status_details: { action: "DEPLOY", status: "CANCELED" },
    });
    await run("deploy");
    await advance(60);
    expect(await states()).toEqual(Array(4).fill("DEPLOYED"));
  });

  it("cancels all its stages that haven't ended (CANCELED) after POST cancelDeployment", async () => {
    await run("deploy");
    await advance(5);
    await send("POST", inEnvironment("cancelDeployment"), { force_cancel: true });
    expect(await states()).toEqual(["CANCELING", "DEPLOYED", "CANCELING", "CANCELING"]);
    await advance(2);
    expect(await states()).toEqual(["CANCELED", "DEPLOYED", "CANCELED", "CANCELED"]);
    expect(await results()).toEqual(["SUCCESS", "CANCEL", "CANCEL"]);
  });

  it("stops the stages in reverse order", async () => {
    await run("deploy");
    await advance(60);
    await run("stop");
    await advance(2);
    expect(await states()).toEqual(["STOPPING", "STOP_QUEUED", "STOP_QUEUED", "STOPPING"]);
    await advance(60);
    expect(await states()).toEqual(Array(4).fill("STOPPED"));
  });

  it("keeps the stages it started with if one of them is deleted", async () => {
    await run("deploy");
    await send("DELETE", `/deploymentStage/${data}`);
    await advance(5);
    expect(await states()).toEqual(["DEPLOYING", "DEPLOYED", "DEPLOYING", "DEPLOYMENT_QUEUED"]);
  });

  it("shows on the dashboard how long each service waits for its stage", async () => {
    const { last_deployment_id: deployment } = await run("deploy");
    const { totalSeconds, tasks } = await read(`/_local/deployments/${deployment}`);
    expect(totalSeconds).toBe(12);
    const shown = ({ name, stage: of, steps }: Body & { steps: Body[] }) => `${name} (${of}) from ${steps[1]?.from}`;
    expect(tasks.map(shown)).toEqual(["first (data) from 1", "second (default) from 5", "third (last) from 9"]);
  });
});

describe("is_skipped of a service", () => {
  const put = (stageId: unknown, service: string, body?: Body) =>
    send("PUT", `/deploymentStage/${stageId}/service/${service}`, body);
  /** The services that are skipped, with their stages. */
  const skipped = async (environment?: string) =>
    (await list(environment)).flatMap(({ name, services }) =>
      (services as Body[]).filter(({ is_skipped }) => is_skipped).map(({ service_id }) => [name, service_id]),
    );
  const standard = async () => (await list())[0]?.id;

  it("is set with the stage, and reset by a request without it or by a move of the service", async () => {
    const web = await container("web");
    const late = await stage("late");
    expect(await skipped()).toEqual([]);
    const answer = await put(await standard(), web, { is_skipped: true });
    expect(answer).toEqual({ status: 200, body: { results: await list() } });
    expect(await skipped()).toEqual([["default", web]]);
    await put(await standard(), web);
    expect(await skipped()).toEqual([]);
    await put(late, web, { is_skipped: true });
    expect(await skipped()).toEqual([["late", web]]);
    await put(await standard(), web, {});
    expect(await skipped()).toEqual([]);
    await put(late, web, { is_skipped: true });
    await send("DELETE", `/deploymentStage/${late}`);
    expect(await skipped()).toEqual([]);
  });

  it("is refused with 400 if it isn't a boolean", async () => {
    const path = `/deploymentStage/${await standard()}/service/${await container("web")}`;
    expect(await refusal("PUT", path, { is_skipped: "true" })).toEqual(["is_skipped"]);
  });

  it("is preserved by clones of the service and of the environment", async () => {
    const web = await container("web", await stage("late"));
    const [, late] = await list();
    await put(late?.id, web, { is_skipped: true });
    const body = { name: "copy", environment_id: platform.ids.environment };
    const copy = await send("POST", `/container/${web}/clone`, body);
    expect(await skipped()).toEqual([
      ["default", copy.body.id],
      ["late", web],
    ]);
    const clone = await send("POST", inEnvironment("clone"), { name: "clone" });
    expect((await skipped(clone.body.id)).map(([name]) => name)).toEqual(["default", "late"]);
  });

  it("excludes it from deploy and redeploy of the environment, not from service/deploy", async () => {
    const [web, worker] = [await container("web"), await container("worker")];
    const both = { containers: [web, worker].map((id) => ({ id, image_tag: "2" })) };
    await put(await standard(), web, { is_skipped: true });
    const stateOf = async (id: string) => (await read(`/container/${id}/status`)).state;
    expect((await send("POST", inEnvironment("service/deploy"), both)).status).toBe(202);
    await advance(60);
    expect([await stateOf(web), await stateOf(worker)]).toEqual(["DEPLOYED", "DEPLOYED"]);
    for (const action of ["redeploy", "deploy"]) {
      expect((await send("POST", inEnvironment(action))).status).toBe(202);
      expect([await stateOf(web), await stateOf(worker)]).toEqual(["DEPLOYED", "DEPLOYMENT_QUEUED"]);
      await advance(60);
    }
    expect((await send("POST", inEnvironment("stop"))).status).toBe(202);
    await advance(60);
    expect([await stateOf(web), await stateOf(worker)]).toEqual(["STOPPED", "STOPPED"]);
    await put(await standard(), worker, { is_skipped: true });
    for (const action of ["redeploy", "deploy"])
      expect(await conflict("POST", inEnvironment(action))).toContain("nothing to deploy");
  });
});

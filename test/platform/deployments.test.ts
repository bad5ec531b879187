import { describe, expect, it } from "vitest";
import { type Body, bodies, deployBodies, type KindName } from "./support/bodies.js";
import { fieldsOf, opened } from "./support/opened.js";

const { platform, send, read, inEnvironment, deploy, deployToTheEnd, fail, advance, statesOf, ...ask } = opened();

const create = async (kind: KindName, members?: Body): Promise<string> => (await ask.create(kind, members)).id;
const cancel = (body?: Body) => send("POST", inEnvironment("cancelDeployment"), body);
const status = () => read(inEnvironment("status"));
const statuses = () => read(inEnvironment("statuses"));

const git_repository = { url: "https://github.com/a/b", provider: "GITHUB" };
const gitJob = { source: { docker: { git_repository, dockerfile_path: "D" } } };

describe("states of a deployment", () => {
  const lifecycle = { schedule: { on_start: {} } };
  const deployImage = (id: string) => ({ jobs: [{ id, image_tag: "2" }] });
  const cases: [what: string, KindName, Body, string[], deployBody?: (id: string) => Body][] = [
    ["application", "application", {}, ["DEPLOYMENT_QUEUED", "BUILDING", "DEPLOYING", "DEPLOYED"]],
    ["container", "container", {}, ["DEPLOYMENT_QUEUED", "DEPLOYING", "DEPLOYED"]],
    ["database", "database", {}, ["DEPLOYMENT_QUEUED", "DEPLOYING", "DEPLOYED"]],
    [
      "lifecycle job of an image",
      "job",
      lifecycle,
      ["DEPLOYMENT_QUEUED", "DEPLOYING", "EXECUTING", "DEPLOYED"],
      deployImage,
    ],
    ["cron job built from git", "job", gitJob, ["DEPLOYMENT_QUEUED", "BUILDING", "DEPLOYING", "EXECUTING", "DEPLOYED"]],
    ["terraform", "terraform", {}, ["DEPLOYMENT_QUEUED", "BUILDING", "DEPLOYING", "DEPLOYED"]],
  ];
  it.each(cases)(
    "go from DEPLOYMENT_QUEUED to DEPLOYED: %s",
    async (_what, kind, change, expected, deployBody = deployBodies[kind]) => {
      const id = await create(kind, change);
      const shown = async () => (await statuses())[`${kind}s`];
      expect(await shown()).toMatchObject([{ id, state: "READY", service_deployment_status: "NEVER_DEPLOYED" }]);
      const never = { deployment_status: "NEVER_DEPLOYED", metrics: [], origin: "API" };
      const queued = { state: "DEPLOYMENT_QUEUED", last_deployment_state: "DEPLOYMENT_QUEUED" };
      const body = { id: platform.ids.environment, ...queued, ...never };
      expect(await deploy(deployBody(id))).toMatchObject({ status: 202, body });
      expect(await statesOf(async () => (await shown())[0].state)).toEqual(expected);
      expect(await status()).toMatchObject({ state: "DEPLOYED", deployment_status: "UP_TO_DATE" });
    },
  );

  it("each last 1 to 4 seconds at speed 1", async () => {
    const id = await create("job", gitJob);
    await deploy(deployBodies.job(id));
    const seconds: Record<string, number> = {};
    for (let half = 0; half < 60; half++) {
      const { state } = (await statuses()).jobs[0];
      seconds[state] = (seconds[state] ?? 0) + 0.5;
      await advance(0.5);
    }
    const { DEPLOYED: last, ...before } = seconds;
    expect(Object.keys(before)).toEqual(["DEPLOYMENT_QUEUED", "BUILDING", "DEPLOYING", "EXECUTING"]);
    for (const each of Object.values(before)) expect(each >= 1 && each <= 4, JSON.stringify(seconds)).toBe(true);
    expect(last).toBeGreaterThan(4);
  });

  it("follow the slowest service in the status of the environment", async () => {
    const app = await create("application");
    const db = await create("database");
    const job = await create("job", lifecycle);
    await deploy({
      applications: [{ application_id: app, git_commit_id: "abc" }],
      databases: [db],
      jobs: [{ id: job, image_tag: "1" }],
    });
    const states = ["DEPLOYMENT_QUEUED", "BUILDING", "DEPLOYING", "DEPLOYED"];
    expect(await statesOf(async () => (await status()).state)).toEqual(states);
    const { metrics, total_deployment_duration_in_seconds: total } = await status();
    expect(metrics).toMatchObject([
      { total_duration_sec: total, details: [{ step_name: "TOTAL", status: "SUCCESS", duration_sec: total }] },
    ]);
  });
});

describe("POST service/deploy", () => {
  it("requires `image_tag` or `git_commit_id` for a service that was never deployed", async () => {
    const web = await create("container");
    const app = await create("application");
    const bare = { containers: [{ id: web }], applications: [{ application_id: app }] };
    expect(fieldsOf(await deploy(bare))).toEqual(["applications[0].git_commit_id", "containers[0].image_tag"]);
    const applications = [{ application_id: app, git_commit_id: "abc" }];
    await deployToTheEnd({ containers: [{ id: web, image_tag: "2" }], applications });
    expect((await deploy(bare)).status).toBe(202);
  });

  it.each<[number, string, (id: string) => Body, string[]?]>([
    [400, "a body without a list", () => ({}), [""]],
    [400, "empty lists", () => ({ databases: [], helms: [] }), [""]],
    [400, "a duplicate", (id) => ({ databases: [id, id] }), ["databases[1]"]],
    [404, "an unknown ID", () => ({ databases: ["00000000-0000-4000-8000-000000000000"] })],
    [404, "the ID of another kind", (id) => ({ containers: [{ id, image_tag: "1" }] })],
    [404, "a missing Helm service", (id) => ({ helms: [{ id, chart_version: "1" }] })],
  ])("returns %i for %s, before 409 (deployment running)", async (code, _why, body, fields) => {
    await deploy({ databases: [await create("database", { name: "running" })] });
    const response = await deploy(body(await create("database")));
    expect([response.status, fieldsOf(response)]).toEqual([code, fields]);
  });

  it("returns 400 for `image_tag` of a git source and `git_commit_id` of an image", async () => {
    const app = await create("job", { ...gitJob, name: "git" });
    const image = await create("job");
    const response = await deploy({
      jobs: [
        { id: app, git_commit_id: "abc", image_tag: "1" },
        { id: image, image_tag: "1", git_commit_id: "abc" },
      ],
    });
    const fields = ["jobs[0].image_tag", "jobs[1].git_commit_id"];
    expect([response.status, fieldsOf(response)]).toEqual([400, fields]);
  });

  it("returns 409 while another deployment of the environment is running, and 202 in another environment", async () => {
    const [running, waiting] = [await create("database"), await create("database", { name: "waiting" })];
    expect((await deploy({ databases: [running] })).status).toBe(202);
    expect((await deploy({ databases: [waiting] })).status).toBe(409);
    const { otherEnvironment } = platform.ids;
    const other = await ask.create("database", {}, otherEnvironment);
    const path = `/environment/${otherEnvironment}/service/deploy`;
    expect((await send("POST", path, { databases: [other.id] })).status).toBe(202);
    await advance(10);
    expect((await deploy({ databases: [waiting] })).status).toBe(202);
  });

  it("returns 404 for a service of another environment", async () => {
    const other = await ask.create("database", {}, platform.ids.otherEnvironment);
    expect((await deploy({ databases: [other.id] })).status).toBe(404);
  });

  it("makes an updated service UP_TO_DATE, and removes it from the list with ?toUpdate=true, but not with false", async () => {
    const id = await create("job");
    const jobs = async (filter: string) =>
      (await read(inEnvironment(`job${filter}`))).results.map((each: Body) => each.id);
    expect(await jobs("?toUpdate=true")).toEqual([]);
    await deployToTheEnd({ jobs: [{ id, image_tag: "1" }] });
    expect(await jobs("?toUpdate=true")).toEqual([]);
    await send("PUT", `/job/${id}`, { ...bodies.job.minimal(platform.ids), cpu: 100 });
    expect(await jobs("?toUpdate=true")).toEqual([id]);
    expect(await jobs("?toUpdate=false")).toEqual([id]);
    expect((await statuses()).jobs).toMatchObject([{ state: "DEPLOYED", service_deployment_status: "OUT_OF_DATE" }]);
    expect(await status()).toMatchObject({ state: "DEPLOYED", deployment_status: "OUT_OF_DATE" });
    await deploy({ jobs: [{ id }] });
    expect(await jobs("?toUpdate=true")).toEqual([]);
    await advance(60);
    expect((await statuses()).jobs[0]).toMatchObject({ service_deployment_status: "UP_TO_DATE" });
  });
});

describe("failed deployment", () => {
  it.each([
    ["build-error", "application", "BUILD_ERROR"],
    ["deployment-error", "application", "DEPLOYMENT_ERROR"],
    // Without a build, not in its build.
    ["build-error", "container", "DEPLOYMENT_ERROR"],
  ] as const)(
    "is caused by the text %s in the commit or tag of the service (%s), and ends in %s",
    async (mark, kind, state) => {
      const id = await create(kind);
      const commit = { applications: [{ application_id: id, git_commit_id: `abc-${mark}` }] };
      await deployToTheEnd(kind === "application" ? commit : { containers: [{ id, image_tag: `1-${mark}` }] });
      expect(await status()).toMatchObject({ state, deployment_status: "OUT_OF_DATE" });
      expect((await statuses())[`${kind}s`][0].state).toBe(state);
    },
  );

  it("is caused by a failure rule for a service, as often as its `times`, and the other services continue to DEPLOYED", async () => {
    expect((await fail({ service: "ORDERS", state: "DEPLOYMENT_ERROR", times: 1 })).status).toBe(200);
    const db = await create("database");
    const web = await create("container");
    await deployToTheEnd({ databases: [db], containers: [{ id: web, image_tag: "2" }] });
    expect(await statuses()).toMatchObject({
      environment: { state: "DEPLOYMENT_ERROR" },
      databases: [{ state: "DEPLOYMENT_ERROR" }],
      containers: [{ state: "DEPLOYED" }],
    });
    await deployToTheEnd({ databases: [db] });
    expect(await status()).toMatchObject({ state: "DEPLOYED" });
  });
});

describe("deployment failure rule", () => {
  it.each([
    ["DEPLOYING", "a job", "job", ["DEPLOYMENT_QUEUED", "DEPLOYING", "DEPLOYMENT_ERROR"]],
    ["EXECUTING", "a job", "job", ["DEPLOYMENT_QUEUED", "DEPLOYING", "EXECUTING", "DEPLOYMENT_ERROR"]],
    ["EXECUTING", "a database (never executes)", "database", ["DEPLOYMENT_QUEUED", "DEPLOYING", "DEPLOYMENT_ERROR"]],
  ] as const)(
    "fails a deployment `during` %s, or while DEPLOYING if it never has that state: %s",
    async (during, _what, kind, expected) => {
      const rule = { state: "DEPLOYMENT_ERROR", during };
      expect((await fail(rule)).body.rules).toMatchObject([rule]);
      const id = await create(kind);
      await deploy({ jobs: kind === "job" ? [{ id, image_tag: "1" }] : [], databases: kind === "job" ? [] : [id] });
      const shown = async () => (await statuses())[`${kind}s`][0];
      expect(await statesOf(async () => (await shown()).state)).toEqual(expected);
      expect((await shown()).service_deployment_status).toBe("OUT_OF_DATE");
      expect(await status()).toMatchObject({ state: "DEPLOYMENT_ERROR", deployment_status: "OUT_OF_DATE" });
    },
  );

  it("fails only stops with the state STOP_ERROR, and only deployments with DEPLOYMENT_ERROR", async () => {
    const db = await create("database");
    await fail({ state: "STOP_ERROR", times: 1 });
    await deployToTheEnd({ databases: [db] });
    expect(await status()).toMatchObject({ state: "DEPLOYED" });
    const stop = async () => {
      await send("POST", inEnvironment("stop"));
      await advance(60);
      return (await status()).state;
    };
    expect(await stop()).toBe("STOP_ERROR");
    await fail({ state: "DEPLOYMENT_ERROR" });
    expect(await stop()).toBe("STOPPED");
  });

  it("is returned by GET /_local/deployment-failures, and removed by DELETE /_local/deployment-failures", async () => {
    await fail({ state: "BUILD_ERROR" });
    const rules = async () => (await read("/_local/deployment-failures")).rules;
    expect(await rules()).toMatchObject([{ state: "BUILD_ERROR" }]);
    expect((await send("DELETE", "/_local/deployment-failures")).status).toBe(204);
    expect(await rules()).toEqual([]);
  });

  it.each([
    ["a state that isn't a failure", { state: "CANCELED" }, "rules[0].state"],
    ["DEPLOYMENT_ERROR during BUILDING", { state: "DEPLOYMENT_ERROR", during: "BUILDING" }, "rules[0].during"],
    ["BUILD_ERROR during EXECUTING", { state: "BUILD_ERROR", during: "EXECUTING" }, "rules[0].during"],
    ["`times` of 0", { state: "BUILD_ERROR", times: 0 }, "rules[0].times"],
  ])("is refused with 400 for %s", async (_what, rule, field) => {
    const response = await fail(rule);
    expect([response.status, fieldsOf(response)]).toEqual([400, [field]]);
  });
});

describe("POST cancelDeployment", () => {
  it("sets CANCELING and then CANCELED, and leaves deployed services DEPLOYED", async () => {
    const app = await create("application");
    const db = await create("database");
    await deploy({ applications: [{ application_id: app, git_commit_id: "abc" }], databases: [db] });
    await advance(4);
    const body = { id: platform.ids.environment, state: "CANCELING" };
    expect(await cancel()).toMatchObject({ status: 202, body });
    expect((await statuses()).applications[0].state).toBe("CANCELING");
    await advance(2);
    expect(await statuses()).toMatchObject({
      environment: { state: "CANCELED" },
      applications: [{ state: "CANCELED" }],
      databases: [{ state: "DEPLOYED" }],
    });
    expect((await deploy({ databases: [db] })).status).toBe(202);
  });

  it.each([
    [false, "EXECUTING", "DEPLOYED"],
    [true, "CANCELING", "CANCELED"],
  ])("with force_cancel %s, a running lifecycle job is %s and then %s", async (force_cancel, meanwhile, end) => {
    const id = await create("job", { schedule: { on_start: {} } });
    await deploy({ jobs: [{ id, image_tag: "1" }] });
    await advance(4);
    await cancel({ force_cancel });
    expect(await statuses()).toMatchObject({ environment: { state: "CANCELING" }, jobs: [{ state: meanwhile }] });
    await advance(10);
    expect(await statuses()).toMatchObject({ environment: { state: "CANCELED" }, jobs: [{ state: end }] });
  });

  it("returns 409 if no deployment is running, or if it is already being canceled", async () => {
    expect((await cancel({})).status).toBe(409);
    const db = await create("database");
    await deploy({ databases: [db] });
    expect((await cancel({ force_cancel: "yes" })).body.violations).toHaveLength(1);
    expect((await cancel()).status).toBe(202);
    expect((await cancel()).status).toBe(409);
    await advance(10);
    expect((await cancel()).status).toBe(409);
  });
});

describe("speed instant", () => {
  const instant = opened({ speed: "instant" });

  it("deploys services and clusters at once, although the response shows DEPLOYMENT_QUEUED", async () => {
    const { id } = await instant.create("database");
    for (let time = 0; time < 3; time++) {
      const response = await instant.deploy({ databases: [id] });
      expect([response.status, response.body.state]).toEqual([202, "DEPLOYMENT_QUEUED"]);
      expect((await instant.read(instant.inEnvironment("status"))).state).toBe("DEPLOYED");
    }
    const { organization, cluster } = instant.platform.ids;
    const path = `/organization/${organization}/cluster/${cluster}`;
    const { status, body } = await instant.send("POST", `${path}/deploy`);
    expect([status, body.status]).toEqual([201, "DEPLOYMENT_QUEUED"]);
    expect((await instant.read(`${path}/status`)).status).toBe("DEPLOYED");
  });

  it("deletes an environment at once", async () => {
    const path = `/environment/${instant.platform.ids.otherEnvironment}`;
    expect((await instant.send("DELETE", path)).status).toBe(204);
    expect((await instant.send("GET", path)).status).toBe(404);
  });
});

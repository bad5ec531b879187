/** An environment that a program keeps stopped: its create, a refresh, a destroy, and a trigger of the same environment. */
import { setTimeout as sleep } from "node:timers/promises";
import { Container, DeploymentTrigger, Environment, Job, StoppedEnvironment } from "pulumi-app-platform";
import { describe, expect, test } from "vitest";
import { records } from "../kinds/index.js";
import { containerArgs } from "./support/declare.js";
import { forgetRequests, requests, writes } from "./support/journal.js";
import { opened } from "./support/opened.js";
import { startCreate } from "./support/plugin-process.js";
import { throughFrontend } from "./support/stack.js";
import type { Program } from "./support/test-stack.js";

const { platform, stack } = opened({ endpoints: "extended", isFresh: true });

const stop = "POST /environment/{environmentId}/stop";
const send = async (method: string, path: string, body?: object) => {
  const answer = await platform.request(method, path, { body });
  expect([200, 201, 202, 204]).toContain(answer.status);
  return answer.body;
};
const inEnvironment = (path: string) => `/environment/${platform.ids.environment}/${path}`;
const fault = (rules: object[]) => send("PUT", "/_local/faults", { rules });
/** The state of each service, by its name. */
const states = async (environmentId = platform.ids.environment): Promise<Record<string, string>> => {
  const { containers, jobs } = await send("GET", `/environment/${environmentId}/statuses`);
  const named = [...containers, ...jobs].map(async ({ id, state }, index) => {
    const path = index < containers.length ? "container" : "job";
    return [(await send("GET", `/${path}/${id}`)).name, state];
  });
  return Object.fromEntries(await Promise.all(named));
};

const services = (web = {}) => [
  new Container("web", containerArgs(platform, web)),
  new Job("cleanup", { ...records.Job.lifecycle.args(platform.ids), name: "cleanup" } as never),
];
const release = (args = {}) =>
  new DeploymentTrigger("release", { environmentId: platform.ids.environment, services: services(), ...args } as never);
const night = (args = {}) => new StoppedEnvironment("night", { environmentId: platform.ids.environment, ...args });
const running: Program = () => void release();
const stopped: Program = () => void [services(), night()];

describe("StoppedEnvironment", () => {
  test("stops what the program deployed, sends nothing in later runs, and a trigger in its place deploys again", async () => {
    await stack.run("up", running);
    await forgetRequests(platform);
    expect((await stack.run("preview", stopped)).changes).toEqual({ same: 3, create: 1, delete: 1 });
    expect(await writes(platform)).toEqual([]);
    expect((await stack.run("up", stopped)).changes).toEqual({ same: 3, create: 1, delete: 1 });
    expect(await states()).toEqual({ web: "STOPPED", cleanup: "STOPPED" });
    expect(await requests(platform)).toMatchObject({ [`${stop} 202`]: 1 });
    expect(await stack.resource("night")).toMatchObject({
      id: platform.ids.environment,
      outputs: { environmentId: platform.ids.environment },
    });
    await forgetRequests(platform);
    for (const step of ["preview", "refresh", "up"] as const)
      expect((await stack.run(step, stopped)).changes).toEqual({ same: 4 });
    expect((await stack.run("up", () => void [services(), night({ timeoutSeconds: 60 })])).changes).toMatchObject({
      update: 1,
    });
    expect(await writes(platform)).toEqual([]);
    await stack.run("up", running);
    expect(await states()).toEqual({ web: "DEPLOYED", cleanup: "DEPLOYED" });
  });

  test("is removed from the state by a refresh if a service runs, which the next up stops", async () => {
    await stack.run("up", running);
    await stack.run("up", stopped);
    const { id } = await stack.resource("web");
    await send("POST", inEnvironment("service/deploy"), { containers: [{ id, image_tag: "1.27" }] });
    expect((await stack.run("up", stopped)).changes).toEqual({ same: 4 });
    const { changes, output } = await stack.run("refresh", stopped);
    expect(changes).toEqual({ same: 3, delete: 1 });
    expect(output).toContain(`Container "web" (id ${id}) is DEPLOYED`);
    expect((await stack.run("up", stopped)).changes).toEqual({ same: 3, create: 1 });
    expect(await states()).toEqual({ web: "STOPPED", cleanup: "STOPPED" });
  });

  test.each<[what: string, prepare: () => Promise<unknown>]>([
    ["the environment has no services", async () => {}],
    ["the services were never deployed", () => stack.run("up", () => void services())],
    [
      "the services are stopped already",
      async () => {
        await stack.run("up", running);
        await send("POST", inEnvironment("stop"));
      },
    ],
  ])("sends nothing to stop if nothing runs: %s", async (_, prepare) => {
    await prepare();
    await forgetRequests(platform);
    await stack.run("up", () => void [services(), night()]);
    expect(Object.keys(await requests(platform)).filter((each) => each.startsWith(stop))).toEqual([]);
    expect((await stack.run("refresh")).changes).toEqual({ same: 4 });
  });

  test("saves changes of services while they're stopped, and starts nothing", async () => {
    await stack.run("up", running);
    await stack.run("up", stopped);
    await forgetRequests(platform);
    const { id } = await stack.resource("web");
    await stack.run("up", () => void [services({ memory: 700 }), night()]);
    expect(await send("GET", `/container/${id}`)).toMatchObject({ memory: 700 });
    expect(await states()).toEqual({ web: "STOPPED", cleanup: "STOPPED" });
    expect(await writes(platform)).toEqual(["PUT /container/{containerId} 200"]);
  });

  test("leaves the services stopped, without a write, when it is destroyed or removed", async () => {
    await stack.run("up", running);
    await stack.run("up", stopped);
    await forgetRequests(platform);
    expect((await stack.run("up", () => void services())).changes).toEqual({ same: 3, delete: 1 });
    await stack.run("up", stopped);
    const { urn } = await stack.resource("night");
    await stack.run("destroy", stopped, { target: [urn] });
    expect(await writes(platform)).toEqual([]);
    expect(await states()).toEqual({ web: "STOPPED", cleanup: "STOPPED" });
  });

  test("is adopted with adoptId only while nothing runs, and otherwise fails with AP2006", async () => {
    const adopted = () => void [services(), night({ adoptId: platform.ids.environment })];
    await stack.run("up", running);
    expect(await stack.fails("preview", adopted)).toContain("AP2006");
    await send("POST", inEnvironment("stop"));
    await forgetRequests(platform);
    await stack.run("up", adopted);
    expect(await writes(platform)).toEqual([]);
    expect((await stack.run("preview", stopped)).changes).toEqual({ same: 4 });
  });
});

test("DeploymentTrigger starts no service that somebody stopped, until the program changes the service", async () => {
  await stack.run("up", running);
  await send("POST", inEnvironment("stop"));
  for (const step of ["refresh", "up"] as const) expect((await stack.run(step, running)).changes).toEqual({ same: 4 });
  expect(await states()).toEqual({ web: "STOPPED", cleanup: "STOPPED" });
  await stack.run("up", () => {
    const web = new Container("web", containerArgs(platform, { memory: 700 }));
    new DeploymentTrigger("release", { environmentId: platform.ids.environment, services: [web] });
  });
  expect(await states()).toMatchObject({ web: "DEPLOYED" });
});

describe("stop of a StoppedEnvironment", () => {
  test.each([
    ["reset", "before"],
    ["reset", "after"],
    ["no-answer", "after"],
    ["502-html", "after"],
    ["500", "before"],
  ])("succeeds in spite of the fault %s (%s it's carried out)", async (name, when) => {
    await stack.run("up", running);
    await fault([
      { match: { method: "POST", route: "/environment/{environmentId}/stop" }, fault: name, when, times: 1 },
    ]);
    const env = { APP_PLATFORM_REQUEST_TIMEOUT_SECONDS: "1" };
    await stack.run("up", stopped, { env });
    expect(await states()).toEqual({ web: "STOPPED", cleanup: "STOPPED" });
    expect((await stack.run("refresh")).changes).toEqual({ same: 4 });
  });

  test("fails with AP3002 if the token may not stop services (403), and the resource isn't in the state", async () => {
    await stack.run("up", running);
    await fault([{ match: { method: "POST", route: "/environment/{environmentId}/stop" }, fault: "403" }]);
    expect(await stack.fails("up", stopped)).toContain("AP3002");
    await expect(stack.resource("night")).rejects.toThrow();
  });

  test("fails with AP5004 for a service in STOP_ERROR, which the next up stops", async () => {
    await stack.run("up", running);
    await send("PUT", "/_local/deployment-failures", { rules: [{ service: "web", state: "STOP_ERROR", times: 2 }] });
    for (const _ of ["first", "second"]) {
      const output = await stack.fails("up", stopped);
      expect(output).toContain('AP5004: StoppedEnvironment "night": the stop ended in STOP_ERROR.');
      expect(output).toMatch(/Container "web" \(id \S+\) is STOP_ERROR/);
    }
    await stack.run("up", stopped);
    expect(await states()).toEqual({ web: "STOPPED", cleanup: "STOPPED" });
  });
});

describe("StoppedEnvironment in progress", () => {
  const { platform, stack } = opened({ endpoints: "extended", speed: "manual", isFresh: true });
  const send = (method: string, path: string, body?: object) => platform.request(method, path, { body });
  const inEnvironment = (path: string) => `/environment/${platform.ids.environment}/${path}`;
  const advance = () => send("POST", "/_local/clock", { advanceSeconds: 60 });
  const web = () => new Container("web", containerArgs(platform));
  const program =
    (args = {}): Program =>
    () =>
      void [web(), new StoppedEnvironment("night", { environmentId: platform.ids.environment, ...args })];
  const deploy = async () => {
    const { id } = await stack.resource("web");
    const answer = await send("POST", inEnvironment("service/deploy"), { containers: [{ id, image_tag: "1.27" }] });
    expect(answer.status).toBe(202);
  };
  const deployed = async () => {
    await stack.run("up", () => void web());
    await deploy();
    await advance();
    await forgetRequests(platform);
  };
  const stops = async () => (await requests(platform))[`${stop} 202`] ?? 0;
  /** Runs until this has been requested or the step ends; then does something again and again. */
  const during = async <T>(step: Promise<T>, work: () => unknown, isDue: () => Promise<boolean> = async () => true) => {
    const timer = setInterval(async () => (await isDue()) && work(), 20);
    return step.finally(() => clearInterval(timer));
  };

  test("waits for a deployment, and is removed from the state by a refresh during it", async () => {
    await stack.run("up", program());
    await deploy();
    expect((await stack.run("refresh", program())).changes).toMatchObject({ delete: 1 });
    await forgetRequests(platform);
    const isSeen = async () => "GET /environment/{environmentId}/statuses 200" in (await requests(platform));
    const { output } = await during(stack.run("up", program()), advance, isSeen);
    expect(output).toContain('StoppedEnvironment "night": waiting up to 600 s for a deployment of the environment');
    expect(await stops()).toBe(1);
    expect((await stack.run("refresh", program())).changes).toEqual({ same: 3 });
  });

  test("fails with AP5001, and stops nothing, if the deployment doesn't end in time", async () => {
    await stack.run("up", () => void web());
    await deploy();
    expect(await stack.fails("up", program({ timeoutSeconds: 1 }))).toContain("AP5001");
    await advance();
    expect(await stops()).toBe(0);
  });

  test("fails with AP5005 if the stop doesn't end in time, and the next up waits", async () => {
    await deployed();
    const output = await stack.fails("up", program({ timeoutSeconds: 1 }));
    expect(output).toMatch(/AP5005: StoppedEnvironment "night": can't confirm that the stop succeeded: .* STOP_QUEUED/);
    expect(output).toMatch(/Container "web" \(id \S+\) is STOP_QUEUED/);
    await expect(stack.resource("night")).rejects.toThrow();
    await during(stack.run("up", program()), advance);
    expect(await stops()).toBe(1);
    expect((await stack.run("refresh", program())).changes).toEqual({ same: 3 });
  });

  test("fails with AP5004 if somebody cancels the stop, and the next up stops again", async () => {
    await deployed();
    const cancel = async () => {
      await send("POST", inEnvironment("cancelDeployment"), {});
      await advance();
    };
    const output = await during(stack.fails("up", program()), cancel, async () => (await stops()) > 0);
    expect(output).toContain('AP5004: StoppedEnvironment "night": the stop was canceled before it had ended.');
    await during(stack.run("up", program()), advance);
    expect(await stops()).toBe(2);
  });

  test("waits for the stop of a killed process, and sends no second one", async () => {
    await deployed();
    const args = { environmentId: platform.ids.environment, timeoutSeconds: 3600 };
    const { failed, kill } = await startCreate(throughFrontend, "StoppedEnvironment", args, platform);
    while ((await stops()) === 0) await sleep(5);
    await kill();
    await failed;
    await during(stack.run("up", program()), advance);
    expect(await stops()).toBe(1);
  });
});

describe("StoppedEnvironment and DeploymentTrigger", () => {
  const both: readonly [order: string, program: Program][] = [
    ["last", () => void [release(), night()]],
    ["first", () => void [night(), release()]],
  ];

  test.each(both)("fail with AP1203 in one environment: StoppedEnvironment declared %s", async (_, program) => {
    for (const step of ["preview", "up", "preview"] as const) {
      const output = await stack.fails(step, program);
      expect(output).toContain("AP1203");
      expect(output).toMatch(
        /environmentId must be another environment than that of (DeploymentTrigger|StoppedEnvironment) "/,
      );
      expect(output).toContain("declare only one of the two");
    }
  });

  test("fail with AP1203 at up, not at the first preview, if their common environment is new", async () => {
    const program = () => {
      const { id: environmentId } = new Environment("shop", { projectId: platform.ids.project });
      const web = new Container("web", containerArgs(platform, { environmentId }));
      const trigger = new DeploymentTrigger("release", { environmentId, services: [web] });
      new StoppedEnvironment("night", { environmentId }, { dependsOn: [trigger] });
    };
    await stack.run("preview", program);
    expect(await stack.fails("up", program)).toContain("AP1203");
    expect(await stack.fails("preview", program)).toContain("AP1203");
    expect(await states((await stack.resource("shop")).id)).toEqual({ web: "DEPLOYED" });
  });

  test("succeed in two environments, also with two triggers in one of them", async () => {
    const { otherEnvironment: environmentId } = platform.ids;
    await stack.run("up", () => {
      const web = release();
      new DeploymentTrigger(
        "again",
        { environmentId: platform.ids.environment, wholeEnvironment: true },
        { dependsOn: [web] },
      );
      night({ environmentId });
    });
    expect(await states()).toEqual({ web: "DEPLOYED", cleanup: "DEPLOYED" });
  });
});

test("two StoppedEnvironments of one environment fail at preview with AP1205", async () => {
  const { environment: environmentId } = platform.ids;
  const program = () => void [night(), new StoppedEnvironment("again", { environmentId })];
  expect(await stack.fails("preview", program)).toMatch(/AP1205: StoppedEnvironment "again"/);
});

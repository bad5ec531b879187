/** `app-platform logs`: the steps of the last deployment. */
import { beforeEach, describe, expect, test } from "vitest";
import { startPlatformProcess } from "../platform/support/platform-process.js";
import { addService, beginDeployment, operated, run } from "./support/operated.js";
import { expectShown } from "./support/shown.js";

const operator = operated({ endpoints: "extended", speed: "manual" });
let environment: string;
let web: string;
const begin = (image_tag: string) => operator.beginDeployment(environment, { containers: [{ id: web, image_tag }] });

beforeEach(async () => {
  environment = await operator.addEnvironment();
  web = await operator.addService("container", environment, "web");
  await operator.addService("database", environment, "db");
});

describe("logs", () => {
  test("prints the services of the last deployment, and its steps with results and durations", async () => {
    await begin("1.28");
    await operator.advance(100);
    const { code, stdout } = await operator.run(["logs", environment]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Environment \S+: DEPLOYED, UP_TO_DATE, /);
    expect(stdout).toMatch(/^Container +web +DEPLOYED +1.28 /m);
    expect(stdout).not.toMatch(/ db /);
    expect(stdout).toMatch(/^Deployment \S+: 4 s\nSTAGE +STEP +STATUS +DURATION\ndefault +TOTAL +SUCCESS +4 s\n$/m);
  });

  test("exits with 0 for a failed deployment, and with 1 on --exit-status", async () => {
    await begin("deployment-error");
    await operator.advance(100);
    const { code, json } = await operator.run(["logs", environment, "--json"]);
    expect(code).toBe(0);
    expect(json()).toMatchObject({
      environment: { state: "DEPLOYMENT_ERROR", durationSeconds: 4 },
      services: [
        {
          name: "web",
          state: "DEPLOYMENT_ERROR",
          reason: 'Its tag or commit "deployment-error" contains "deployment-error".',
          steps: expect.arrayContaining([{ name: "DEPLOYMENT", status: "ERROR", durationSeconds: 3 }]),
        },
      ],
      stages: [{ name: "default", steps: [{ name: "TOTAL", status: "ERROR", durationSeconds: 4 }] }],
    });
    expect((await operator.run(["logs", environment, "--exit-status"])).code).toBe(1);
  });

  test("shows a single failed service with step and reason, and every service with --all", async () => {
    const add = (name: string) => operator.addService("container", environment, name);
    const others = await Promise.all(["a", "b", "c"].map(add));
    const containers = [...others, web].map((id) => ({ id, image_tag: id === web ? "1-deployment-error" : "1" }));
    await operator.beginDeployment(environment, { containers });
    await operator.advance(100);
    const { stdout } = await operator.run(["logs", environment]);
    expectShown("command-line.md", ["logs", environment], stdout, environment);
    const all = (await operator.run(["logs", environment, "--all"])).stdout;
    expect([...all.matchAll(/^Container +(\w+) +[A-Z]/gm)].map(([, name]) => name)).toEqual(["web", "a", "b", "c"]);
  });

  test("shows a failed service before canceled services, and CANCEL for a stage that never ran", async () => {
    const { body: stage } = await operator.platform.request("POST", `/environment/${environment}/deploymentStage`, {
      body: { name: "front" },
    });
    const front = await operator.addService("container", environment, "front");
    await operator.platform.request("PUT", `/deploymentStage/${stage.id}/service/${front}`);
    const containers = [front, web].map((id) => ({ id, image_tag: id === web ? "deployment-error" : "1" }));
    await operator.beginDeployment(environment, { containers });
    await operator.advance(100);
    const { stdout } = await operator.run(["logs", environment]);
    expect(stdout).toMatch(/^Container +web +DEPLOYMENT_ERROR .*\nContainer +front +CANCELED /m);
    expect(stdout).toMatch(/^Container "web" failed in .*\nContainer "front" was canceled because of it\.$/m);
    expect(stdout).toMatch(/^default +TOTAL +ERROR .*\nfront +TOTAL +CANCEL /m);
  });

  test("shows the step of a failure if the platform returns no reason", async () => {
    const args = ["--local-secret", "s3cret-of-this-platform"];
    const closed = await startPlatformProcess({ endpoints: "extended", args });
    try {
      const id = await addService(closed, "container", closed.ids.environment, "web");
      await beginDeployment(closed, closed.ids.environment, { containers: [{ id, image_tag: "deployment-error" }] });
      const { stdout, stderr } = await run(closed, ["logs", closed.ids.environment]);
      expect(stdout).toContain('\nContainer "web" failed in DEPLOYMENT after 3 s. Read its log in the platform');
      expect(stderr).toBe("");
    } finally {
      await closed.stop();
    }
  });

  test("prints that an environment was never deployed, and ends, with --follow", async () => {
    const { code, stdout } = await operator.run(["logs", environment, "--follow"]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: `Environment ${environment} was never deployed.\n` });
  });

  test("follows a deployment to its end with --follow", async () => {
    await begin("1.28");
    const args = ["logs", environment, "--follow", "--interval", "1"];
    const { printed, ended } = operator.startProcess(args);
    await printed("No steps yet.");
    await operator.advance(2);
    await printed('Container "web": DEPLOYMENT_QUEUED → DEPLOYING\n');
    await operator.advance(100);
    const { code, stdout } = await ended;
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\S+Z Environment: DEPLOYING → DEPLOYED$/m);
    expect(stdout).toMatch(/TOTAL +SUCCESS +4 s\n$/);
  });

  test("fails with AP1001 on documented endpoints", async () => {
    const ran = await operator.run(["logs", environment], { endpoints: "documented" });
    expect(ran).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("AP1001") });
  });
});

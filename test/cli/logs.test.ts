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

describe("app-platform", () => {
  test("logs shows the services of the last deployment, and its steps with their results and durations", async () => {
    await begin("1.28");
    await operator.advance(100);
    const { code, stdout } = await operator.run(["logs", environment]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^Environment \S+: DEPLOYED, UP_TO_DATE, /);
    expect(stdout).toMatch(/^Container +web +DEPLOYED +1.28 /m);
    expect(stdout).not.toMatch(/ db /);
    expect(stdout).toMatch(/^Deployment \S+: 4 s\nSTAGE +STEP +STATUS +DURATION\ndefault +TOTAL +SUCCESS +4 s\n$/m);
  });

  test("logs exits with 1 for a failed deployment only with --exit-status", async () => {
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

  test("logs --exit-status exits with 1 for a canceled deployment", async () => {
    await begin("1.28");
    await operator.run(["cancel", environment, "--no-wait"]);
    await operator.advance(100);
    const { code, json } = await operator.run(["logs", environment, "--exit-status", "--json"]);
    expect([code, json().environment.state]).toEqual([1, "CANCELED"]);
    expect((await operator.run(["logs", environment])).code).toBe(0);
  });

  test("logs shows only the service that failed, in which step and why (local platform); --all shows every service", async () => {
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

  test("logs shows a failed service before canceled services, and CANCEL for a stage that never ran", async () => {
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

  test("logs shows the step of a failure, and leads to the platform's console, if the platform returns no reason", async () => {
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

  test("logs --follow prints that an environment was never deployed, and ends", async () => {
    const { code, stdout } = await operator.run(["logs", environment, "--follow"]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: `Environment ${environment} was never deployed.\n` });
  });

  test("logs --follow shows changes until the deployment has ended", async () => {
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

  test("logs --follow --json prints the whole deployment as one JSON document on a line for each change", async () => {
    await begin("1.28");
    const args = ["logs", environment, "--follow", "--json", "--interval", "1"];
    const { printed, ended } = operator.startProcess(args);
    await printed('"DEPLOYMENT_QUEUED"');
    await operator.advance(2);
    await printed('"DEPLOYING"');
    await operator.advance(100);
    const { code, stdout } = await ended;
    const documents = stdout.trimEnd().split("\n");
    const states = documents.map((line) => JSON.parse(line).environment.state);
    expect([code, states]).toEqual([0, ["DEPLOYMENT_QUEUED", "DEPLOYING", "DEPLOYED"]]);
    expect(documents.map((line) => JSON.parse(line).services[0].name)).toEqual(["web", "web", "web"]);
  });

  test("logs fails with AP1001 with the documented endpoints", async () => {
    const ran = await operator.run(["logs", environment], { endpoints: "documented" });
    expect(ran).toMatchObject({ code: 1, stdout: "", stderr: expect.stringContaining("AP1001") });
  });
});

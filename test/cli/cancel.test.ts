/** `app-platform cancel`: cancels the running deployment and waits until nothing runs. */
import { beforeEach, describe, expect, test } from "vitest";
import { operated } from "./support/operated.js";

const operator = operated({ endpoints: "extended", speed: "manual" });
const statusRequest = "GET /environment/{environmentId}/status 200";
let environment: string;
const stateNow = () => operator.stateOf(environment);
const begin = async (body: object) => {
  expect((await operator.beginDeployment(environment, body)).status).toBe(202);
};

describe("app-platform", () => {
  beforeEach(async () => {
    environment = await operator.addEnvironment();
    await begin({ databases: [await operator.addService("database", environment, "db")] });
  });

  test("cancel waits until the deployment is canceled", async () => {
    const { ended } = operator.start(["cancel", environment]);
    await expect.poll(stateNow).toBe("CANCELING");
    await operator.advance(3);
    const { code, stdout, stderr } = await ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toBe(`The deployment of environment ${environment} is CANCELED.\n`);
  });

  test("cancel --no-wait returns at once", async () => {
    const first = await operator.run(["cancel", environment, "--no-wait", "--json"]);
    expect(first.code).toBe(0);
    expect(first.json()).toMatchObject({ environmentId: environment, state: "CANCELING" });
  });

  test("cancel fails with AP3005 for a second cancellation", async () => {
    await operator.run(["cancel", environment, "--no-wait"]);
    const second = await operator.run(["cancel", environment, "--json"]);
    expect(second.code).toBe(1);
    expect(second.json().error.code).toBe("AP3005");
  });

  test("cancel succeeds if no deployment is running", async () => {
    await operator.advance(100);
    const { code, stdout, stderr } = await operator.run(["cancel", environment]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^No deployment of environment \S+ is running\.\n$/);
  });

  test("cancel exits with 1 after --timeout if the deployment is still CANCELING", async () => {
    const { code, stdout } = await operator.run(["cancel", environment, "--timeout", "1"]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: expect.stringContaining("is still CANCELING after 1 s.") });
  });

  test("cancel exits with 130 on Ctrl+C while the cancellation continues", async () => {
    await operator.forgetRequests();
    const { interrupt, ended } = operator.startProcess(["cancel", environment]);
    // It waits: before, it may not have received the response to the cancellation.
    await expect.poll(async () => Object.keys(await operator.requests())).toContain(statusRequest);
    interrupt("SIGINT");
    expect(await ended).toMatchObject({ code: 130, stdout: "", stderr: "Interrupted: the cancellation continues.\n" });
    await operator.advance(3);
    expect(await stateNow()).toBe("CANCELED");
  });

  test("cancel treats a cancellation as accepted if its response was lost", async () => {
    const match = { method: "POST", route: "/environment/{environmentId}/cancelDeployment" };
    await operator.fault({ match, when: "after", fault: "reset", times: 1 });
    const { code, json } = await operator.run(["cancel", environment, "--no-wait", "--json"]);
    expect({ code, state: json().state }).toEqual({ code: 0, state: "CANCELING" });
  });

  test("cancel only requests the cancellation, and doesn't wait, with the documented endpoints", async () => {
    const { code, stdout, stderr } = await operator.run(["cancel", environment], { endpoints: "documented" });
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining("is CANCELING.") });
    expect(stderr).toContain("don't return when the deployment is canceled");
  });

  test("cancel exits with 1 (AP3005) with the documented endpoints if no deployment is running", async () => {
    await operator.advance(100);
    const { code, json } = await operator.run(["cancel", environment, "--json"], { endpoints: "documented" });
    expect([code, json().error.code]).toEqual([1, "AP3005"]);
  });
});

test.each([
  ["lets a lifecycle job that is running end first, without --force", [], "DEPLOYED"],
  ["also ends a lifecycle job that is running with --force", ["--force"], "CANCELED"],
])("cancel %s", async (_, options, state) => {
  environment = await operator.addEnvironment();
  await begin({ jobs: [{ id: await operator.addService("job", environment, "seed"), image_tag: "1" }] });
  await operator.advance(5);
  expect((await operator.run(["cancel", environment, "--no-wait", ...options])).code).toBe(0);
  await operator.advance(100);
  const { body } = await operator.platform.request("GET", `/environment/${environment}/statuses`);
  expect(body.jobs[0].state).toBe(state);
});

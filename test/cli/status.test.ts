/** `app-platform status`: what an environment's services are and do. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { operated } from "./support/operated.js";
import { expectShown } from "./support/shown.js";

const operator = operated({ endpoints: "extended", speed: "manual" });
let environment: string;
let web: string;
const commit = "4f2a91c0d5b7e3a86c1f9e2d7b4a05c8e6f31d92";

beforeAll(async () => {
  environment = await operator.addEnvironment();
  web = await operator.addService("container", environment, "web");
  const shop = await operator.addService("application", environment, "shop");
  await operator.addService("database", environment, "db");
  await operator.addService("job", environment, "seed");
  await operator.addService("terraform", environment, "network");
  await operator.beginDeployment(environment, {
    containers: [{ id: web, image_tag: "1.28-deployment-error" }],
    applications: [{ application_id: shop, git_commit_id: commit }],
  });
  await operator.advance(100);
});
beforeEach(operator.forgetRequests);

describe("app-platform", () => {
  test("status shows every service with its state, its version and when its last deployment began", async () => {
    const { code, stdout, stderr } = await operator.run(["status", environment]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expectShown("command-line.md", ["status", environment], stdout, environment);
  });

  test("status --json prints one JSON document", async () => {
    const document = (await operator.run(["status", environment, "--json"])).json();
    expect(document).toMatchObject({ environmentId: environment, environment: { state: "DEPLOYMENT_ERROR" } });
    const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    expect(document.services[0]).toMatchObject({ kind: "Application", version: commit, lastDeploymentDate: iso });
    expect(document.services[3]).toMatchObject({ kind: "Database", state: "READY", lastDeploymentDate: null });
  });

  test("status sends one request per kind and one for the states", async () => {
    const large = await operator.addEnvironment();
    for (let number = 0; number < 40; number++) await operator.addService("database", large, `db-${number}`);
    await operator.forgetRequests();
    expect((await operator.run(["status", large, "--json"])).json().services).toHaveLength(40);
    expect(new Set(Object.values(await operator.requests()))).toEqual(new Set([1]));
  });

  const filters: [string, string[], string[], number][] = [
    ["of one kind (--kind)", ["--kind", "database"], ["db"], 0],
    ["of several kinds (--kind repeated)", ["--kind", "Job", "--kind", "Container"], ["web", "seed"], 0],
    ["in an error state (--failed), with exit code 0 without --exit-status", ["--failed"], ["web"], 0],
    ["in an error state, with exit code 1 with --exit-status", ["--failed", "--exit-status"], ["web"], 1],
  ];
  test.each(filters)("status shows only services %s", async (_, options, names, code) => {
    const ran = await operator.run(["status", environment, "--json", ...options]);
    expect(ran.json().services.map(({ name }: { name: string }) => name)).toEqual(names);
    expect(ran.code).toBe(code);
  });

  test("status --exit-status exits with 0 for an environment without services, and needs only the role viewer", async () => {
    const ran = await operator.run(["status", await operator.addEnvironment(), "--exit-status"], { role: "viewer" });
    expect(ran).toMatchObject({ code: 0, stdout: expect.stringContaining("No services.") });
  });

  test("status lists only services and versions with the documented endpoints, which don't return states", async () => {
    const { code, stdout, stderr } = await operator.run(["status", environment], { endpoints: "documented" });
    expect(code).toBe(0);
    expect(stdout).toMatch(/^KIND +NAME +VERSION\nApplication +shop +4f2a91c0d5b7\nContainer +web/);
    expect(stderr).toContain("don't return states, nor list services of the kind TerraformService");
    expect(Object.keys(await operator.requests())).toHaveLength(4);
  });

  test.each([["--watch"], ["--failed"], ["--exit-status"]])(
    "status %s fails with AP1001 on documented endpoints, which don't return states",
    async (option) => {
      const ran = await operator.run(["status", environment, option, "--json"], { endpoints: "documented" });
      expect([ran.code, ran.json().error.code]).toEqual([1, "AP1001"]);
    },
  );

  test("status exits with 2 for an unknown --kind, and names the kinds", async () => {
    const ran = await operator.run(["status", environment, "--kind", "Queue"]);
    expect(ran).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("one of Application, Cont") });
  });
});

describe("app-platform while the environment changes", () => {
  let watched: string;
  let id: string;
  const begin = () => operator.beginDeployment(watched, { containers: [{ id, image_tag: "2" }] });
  beforeAll(async () => {
    watched = await operator.addEnvironment();
    id = await operator.addService("container", watched, "web");
  });

  test("status --until-done shows changes until nothing is in progress, also during an outage", async () => {
    await begin();
    const { printed, ended } = operator.start(["status", watched, "--until-done", "--interval", "1"]);
    await printed("DEPLOYMENT_QUEUED");
    const match = { method: "GET", route: "/environment/{environmentId}/statuses" };
    await operator.fault({ match, when: "before", fault: "503-retry-after", times: 2 });
    await operator.advance(2);
    await printed('Container "web": DEPLOYMENT_QUEUED → DEPLOYING\n');
    await operator.advance(100);
    const { code, stdout } = await ended;
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\S+Z Container "web": DEPLOYING → DEPLOYED, deployment NEVER_DEPLOYED → UP_TO_DATE$/m);
    expect(stdout).toMatch(/^\S+Z Environment: DEPLOYING → DEPLOYED\n$/m);
    expect(stdout).not.toContain("\u001b");
  });

  test("status --watch --json prints the whole status as one JSON document on a line for each change, until Ctrl+C (130)", async () => {
    const args = ["status", watched, "--watch", "--json", "--interval", "1"];
    const { interrupt, printed, ended } = operator.startProcess(args);
    await printed('"DEPLOYED"');
    await begin();
    await printed('"DEPLOYMENT_QUEUED"');
    interrupt("SIGINT");
    const { code, stdout, stderr } = await ended;
    expect({ code, stderr }).toEqual({ code: 130, stderr: "" });
    const states = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line).services[0].state);
    expect(states).toEqual(["DEPLOYED", "DEPLOYMENT_QUEUED"]);
    await operator.advance(100);
  });
});

/** Commands that wait, while the platform is away for a moment or refuses to tell. */
import { beforeEach, expect, test } from "vitest";
import { openedPlatform } from "../platform/opened.js";
import { addEnvironment, addService, advance, beginDeployment, fault, start } from "./operated.js";

const platform = openedPlatform({ endpoints: "extended", speed: "manual" });
let environment: string;
let db: string;
beforeEach(async () => {
  await platform.request("DELETE", "/_local/faults");
  environment = await addEnvironment(platform);
  db = await addService(platform, "database", environment, "db");
});

const reads = ["status", "statuses"].map((name) => ({ method: "GET", route: `/environment/{environmentId}/${name}` }));
/** From now on, the statuses cannot be read. */
const fail = (name: string) => fault(platform, ...reads.map((match) => ({ match, when: "before", fault: name })));
const failures = async () => {
  const { rules } = (await platform.request("GET", "/_local/faults")).body as { rules: { happened: number }[] };
  return rules.reduce((sum, { happened }) => sum + happened, 0);
};
const stateNow = async () => (await platform.request("GET", `/environment/${environment}/status`)).body.state;
const isRunning = async () => ["DEPLOYMENT_QUEUED", "DEPLOYING"].includes(await stateNow());

test.each<[command: string, options: string[], begins: boolean, code: number, prints: RegExp]>([
  ["deploy", ["db"], false, 0, /^Deployed environment \S+\.$/m],
  ["cancel", [], true, 0, /is CANCELED\.\n$/],
  ["status", ["--until-done", "--interval", "1"], true, 0, /DEPLOYED/],
  ["logs", ["--follow", "--interval", "1"], true, 0, /DEPLOYED/],
])("%s waits for a platform that is away for a moment", async (command, options, begins, code, prints) => {
  if (begins) await beginDeployment(platform, environment, { databases: [db] });
  const { ended, printed } = start(platform, [command, environment, ...options]);
  if (command === "cancel") await expect.poll(stateNow).toBe("CANCELING");
  else if (command === "deploy") await expect.poll(isRunning).toBe(true);
  else await printed(/DEPLOYMENT_QUEUED|DEPLOYING/);
  await fail("503-retry-after");
  await expect.poll(failures, { timeout: 60_000 }).toBeGreaterThan(2);
  await platform.request("DELETE", "/_local/faults");
  await advance(platform, 100);
  const { stdout, stderr, code: exit } = await ended;
  expect({ exit, stdout }, stderr).toEqual({ exit: code, stdout: expect.stringMatching(prints) });
});

test("deploy that may no longer read the status says that the deployment continues, and how to follow it", async () => {
  const { ended } = start(platform, ["deploy", environment, "db"]);
  await expect.poll(isRunning).toBe(true);
  await fail("403");
  const { stderr, code } = await ended;
  expect(code).toBe(1);
  expect(stderr).toContain("AP5005");
  expect(stderr).toContain("It continues on the platform.");
  expect(stderr).toContain("AP3002");
  expect(stderr).toContain(`app-platform logs ${environment} --follow`);
});

test("Ctrl+C ends the wait for a platform that is away", async () => {
  const { ended, interrupt } = start(platform, ["deploy", environment, "db"]);
  await expect.poll(isRunning).toBe(true);
  await fail("503-retry-after");
  await expect.poll(failures, { timeout: 60_000 }).toBeGreaterThan(1);
  interrupt("SIGINT");
  const { stderr, code } = await ended;
  expect(code).toBe(130);
  expect(stderr).toContain("Interrupted: the deployment continues.");
});

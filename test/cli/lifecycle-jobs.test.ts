/** `app-platform cancel`, while a deployment runs a lifecycle job, which may be in the middle of a migration. */
import { expect, test } from "vitest";
import { openedPlatform } from "../platform/opened.js";
import { addEnvironment, addService, advance, beginDeployment, run } from "./operated.js";

const platform = openedPlatform({ endpoints: "extended", speed: "manual" });

test("cancel lets a running lifecycle job end first, unless it is told otherwise", async () => {
  const environment = await addEnvironment(platform);
  const id = await addService(platform, "job", environment, "seed");
  await beginDeployment(platform, environment, { jobs: [{ id, image_tag: "1" }] });
  const stateNow = async () =>
    (await platform.request("GET", `/environment/${environment}/statuses`)).body.jobs[0].state;
  await advance(platform, 5);
  expect(await stateNow()).toBe("EXECUTING");
  expect((await run(platform, ["cancel", environment, "--no-wait"])).code).toBe(0);
  await advance(platform, 100);
  expect(await stateNow()).toBe("DEPLOYED");
});

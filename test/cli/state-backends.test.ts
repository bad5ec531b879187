/** Deletes with the state in a folder and in a bucket: what the stack owned when the run began is known in both. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { containerArgs } from "../engine/declare.js";
import { opened } from "../engine/opened.js";
import { ofBoth } from "./both-doors.js";
import { type Bucket, openBucket } from "./bucket.js";
import { openCliStack, stackFolders } from "./stack.js";

const { platform } = opened({ endpoints: "extended", isConfigured: true });
let bucket: Bucket;
beforeAll(async () => {
  bucket = await openBucket(stackFolders);
});
afterAll(() => bucket.close());

test("up in a bucket", async () => {
  const t0 = Date.now();
  const stack = await openCliStack(platform, { env: { APP_PLATFORM_ENDPOINTS: "extended" }, urlOf: bucket.urlOf });
  const program = ofBoth((app, named) => {
    new app.Container(named("web"), containerArgs(platform));
  });
  const { output } = await stack.run("up", program);
  console.log(output, Date.now() - t0);
  const t1 = Date.now();
  await stack.exported();
  console.log("export", Date.now() - t1);
  await stack.run("destroy");
  console.log(Date.now() - t1);
  await stack.close();
});

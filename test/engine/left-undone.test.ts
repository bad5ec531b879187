/** A create that fails after the platform has made the resource: what it has left undone is to be done, also after a refresh. */
import { Container, Database, Job, TerraformService } from "pulumi-app-platform";
import { beforeEach, describe, expect, test } from "vitest";
import { type Existing, heldBy, makeExisting } from "./existing.js";
import { opened } from "./opened.js";

const { platform, stack } = opened({ endpoints: "extended", isFresh: true });

let existing: Existing;
beforeEach(async () => {
  existing = await makeExisting(platform);
});
const environmentId = () => platform.ids.otherEnvironment;

const rows: [what: string, edit: string, arg: string, wanted: unknown, program: () => void][] = [
  [
    "a clone of a container",
    "/container/{containerId}",
    "cpu",
    800,
    () => void new Container("it", { environmentId: environmentId(), cloneFrom: existing.Container, cpu: 800 }),
  ],
  [
    "a clone of a job",
    "/job/{jobId}",
    "cpu",
    750,
    () => void new Job("it", { environmentId: environmentId(), cloneFrom: existing.Job, cpu: 750 }),
  ],
  [
    "a clone of a database",
    "/database/{databaseId}",
    "storage",
    77,
    () => void new Database("it", { environmentId: environmentId(), cloneFrom: existing.Database, storage: 77 }),
  ],
  [
    "a clone of a Terraform service",
    "/terraform/{terraformId}",
    "description",
    "edited",
    () =>
      void new TerraformService("it", {
        environmentId: environmentId(),
        cloneFrom: existing.TerraformService,
        description: "edited",
      }),
  ],
];

describe.each(rows)("%s whose update failed", (_, route, arg, wanted, program) => {
  const held = async () => (await heldBy(platform, (await stack.resource("it")).id, "none"))[arg];

  test("isn't clean after a refresh, and the next up does the rest", async () => {
    const rules = [{ match: { method: "PUT", route }, fault: "409" }];
    await platform.request("PUT", "/_local/faults", { body: { rules } });
    expect(await stack.fails("up", program)).toContain("AP4001");
    await platform.request("DELETE", "/_local/faults");
    await stack.run("refresh");
    expect(await held()).not.toBe(wanted);
    expect((await stack.run("preview", program)).changes).toEqual({ same: 1, update: 1 });
    await stack.run("up", program);
    expect(await held()).toBe(wanted);
    expect((await stack.run("preview", program)).changes).toEqual({ same: 2 });
  });
});

import { copyFileSync, cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type OpenedProject, openProjectIn } from "../../package/install/project.js";
import { type Platform, startPlatform } from "../../platform/support/platform.js";
import { inCheckout, openedFolder } from "../../support/opened-folder.js";
import { files, fixtureFolder, recordedVersions } from "./fixture.js";

const root = join(__dirname, "../../..");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

test("upgrade fixture of the current version exists", () => {
  expect(recordedVersions).toContain(version);
});

describe.each(recordedVersions)("upgraded stack of version %s", (recorded) => {
  const file = (name: string) => join(fixtureFolder(recorded), name);
  const folder = openedFolder("upgrade", inCheckout);
  let platform: Platform;
  let project: OpenedProject;
  beforeAll(async () => {
    cpSync(file(files.program), folder, { recursive: true });
    copyFileSync(file(files.data), join(folder, files.data));
    platform = await startPlatform({ endpoints: "extended", data: join(folder, files.data) });
    project = await openProjectIn(folder, platform, { PULUMI_NODEJS_TRANSPILE_ONLY: "true" });
    await project.pulumi("stack", "import", "--file", file(files.state));
  });
  afterAll(() => platform.stop());

  const services = async () => {
    const responses = await Promise.all(
      ["application", "container", "job", "database", "terraform"].map((kind) =>
        platform.request("GET", `/environment/${platform.ids.environment}/${kind}`),
      ),
    );
    return responses.flatMap(({ body }) => body.results.map(({ name }: { name: string }) => name)).sort();
  };
  const all = [
    ...["cloned", "every-application", "every-container", "every-container-database", "every-cron-job"],
    ...["every-lifecycle-job", "every-managed-database", "every-terraform-service", "marked-secret"],
  ];

  test("has a valid data file and token, and a snapshot with the same containers", async () => {
    expect(await services()).toEqual(all);
    const token = JSON.parse(readFileSync(file(files.token), "utf8"));
    const path = `/environment/${platform.ids.environment}/container`;
    expect((await platform.request("GET", path, { token })).status).toBe(200);
    const empty = await startPlatform({ endpoints: "extended" });
    try {
      const body = JSON.parse(readFileSync(file(files.snapshot), "utf8"));
      expect((await empty.request("PUT", "/_local/snapshot", { body })).status).toBeLessThan(300);
      const restored = (await empty.request("GET", path)).body;
      expect(restored).toEqual((await platform.request("GET", path)).body);
    } finally {
      await empty.stop();
    }
  });

  test("has no change at preview --refresh", async () => {
    expect(await project.pulumi("preview", "--diff", "--refresh", "--expect-no-changes")).toContain("unchanged");
  });

  test("is destroyed, and has no secret in plain text", async () => {
    const exported = readFileSync(join(folder, ".state/.pulumi/stacks", "upgrade/dev.json"), "utf8");
    for (const secret of ["a secret of the program", "s3cret", "gitops token", "password: guest"])
      expect(exported).not.toContain(secret);
    expect(await project.pulumi("destroy", "--yes", "--skip-preview")).toMatch(/- \d+ deleted/);
    expect(await services()).toEqual([]);
  });
});

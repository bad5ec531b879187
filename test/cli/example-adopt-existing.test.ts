import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { forgetRequests, writes } from "../engine/support/journal.js";
import { openedPlatform } from "../platform/support/opened.js";
import { expectShown } from "./support/examples/readme.js";
import { EXAMPLES } from "./support/examples/table.js";
import { addService } from "./support/operated.js";
import { openProject, type ProjectFolder } from "./support/project-folder.js";

describe("example adopt-existing", () => {
  const platform = openedPlatform();
  let example: ProjectFolder;

  beforeAll(async () => {
    example = await openProject(join(EXAMPLES, "adopt-existing"), platform, { PULUMI_STACK: "production" });
  });
  afterAll(() => example.close());

  test("adopts the resources of configured IDs, and has no changes without the IDs", async () => {
    const environmentId = platform.ids.otherEnvironment;
    const engine = { type: "POSTGRESQL", version: "15" };
    const orders = await addService(platform, "database", environmentId, "orders", engine);
    const web = await addService(platform, "container", environmentId, "web", {
      registry_id: platform.ids.registries.DOCKER_HUB,
      image_name: "library/nginx",
      ports: [{ internal_port: 80, publicly_accessible: true }],
      healthchecks: { readiness_probe: { type: { http: { port: 80 } } } },
    });
    const settings = [`environmentId=${environmentId}`, `adopt.orders=${orders}`, `adopt.web=${web}`];
    await example.done("config", "set-all", "--path", ...settings.flatMap((each) => ["--plaintext", each]));

    await forgetRequests(platform);
    const { output: up } = await example.done("up", "--yes", "--skip-preview");
    expect(up).toContain(`Database "orders" adopts the existing resource with id ${orders} and changes`);
    expect(up).toContain(`Container "web" adopts the existing resource with id ${web} without changes`);
    expectShown("adopt-existing", "Expected output", up);
    expect(await writes(platform)).toEqual(["PUT /database/{databaseId} 200"]);

    await example.done("config", "rm", "adopt");
    expect((await example.done("preview", "--expect-no-changes")).summary).toContain("3 unchanged");
  });
});

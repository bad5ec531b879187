import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { forgetRequests, writes } from "../engine/journal.js";
import { openedPlatform } from "../platform/opened.js";
import { writeEmptyStack } from "./empty-stack.js";
import { expectShown } from "./examples/readme.js";
import { type CopiedFolder, openExample } from "./project-folder.js";

describe("the example adopt-existing", () => {
  const platform = openedPlatform();
  let example: CopiedFolder;

  beforeAll(async () => {
    example = await openExample("adopt-existing", {
      APP_PLATFORM_BASE_URL: platform.url,
      APP_PLATFORM_TOKEN: platform.tokens.admin,
      PULUMI_STACK: "production",
    });
    await writeEmptyStack({ ...example, project: "adopt-existing", stack: "production" });
  });
  afterAll(() => example.close());

  /** Runs `pulumi`, which must succeed: what it printed. */
  async function pulumi(...args: string[]): Promise<string> {
    const { code, output } = await example.run("pulumi", [...args, "--non-interactive", "--color", "never"]);
    expect(code, output).toBe(0);
    return output;
  }

  test("adopts what has an ID in the configuration, and needs the IDs only once", async () => {
    const environmentId = platform.ids.otherEnvironment;
    const create = async (kind: string, body: object): Promise<string> => {
      const response = await platform.request("POST", `/environment/${environmentId}/${kind}`, { body });
      expect(response.status, JSON.stringify(response.body)).toBe(201);
      return response.body.id;
    };
    const orders = await create("database", { name: "orders", type: "POSTGRESQL", version: "15", mode: "CONTAINER" });
    const web = await create("container", {
      name: "web",
      registry_id: platform.ids.registries.DOCKER_HUB,
      image_name: "library/nginx",
      tag: "1.27",
      ports: [{ internal_port: 80, publicly_accessible: true }],
      healthchecks: { readiness_probe: { type: { http: { port: 80 } } } },
    });
    const settings = [`environmentId=${environmentId}`, `adopt.orders=${orders}`, `adopt.web=${web}`];
    await pulumi("config", "set-all", "--path", ...settings.flatMap((each) => ["--plaintext", each]));

    await forgetRequests(platform);
    const up = await pulumi("up", "--yes", "--skip-preview");
    expect(up).toContain(`Database "orders" adopts the existing resource with id ${orders} and changes`);
    expect(up).toContain(`Container "web" adopts the existing resource with id ${web} without changes`);
    expectShown("adopt-existing", "Expected output", up);
    expect(await writes(platform)).toEqual(["PUT /database/{databaseId} 200"]);

    await pulumi("config", "rm", "adopt");
    expect(await pulumi("preview", "--expect-no-changes")).toContain("3 unchanged");
  });
});

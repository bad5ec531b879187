import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { checkVersions, type Source } from "../../examples/preview-environments/source.js";
import { forgetRequests, writes } from "../engine/journal.js";
import { type Platform, startPlatform } from "../platform/platform.js";
import { type CopiedFolder, openExample } from "./project-folder.js";
import { expectShown } from "./readme-output.js";

const commit = "4f2a91c0d3b5e6f708192a3b4c5d6e7f80912a3b";

describe("the example preview-environments", () => {
  let platform: Platform;
  let example: CopiedFolder;
  let databaseHost = "";

  const create = async (kind: string, body: Record<string, unknown>) => {
    const response = await platform.request("POST", `/environment/${platform.ids.environment}/${kind}`, { body });
    expect(response.status, JSON.stringify(response.body)).toBe(201);
    return response.body;
  };

  /** What the environment of the previews holds, without the member `id` and what else differs between copies. */
  const held = async (kind: string) => {
    const { body } = await platform.request("GET", `/environment/${platform.ids.otherEnvironment}/${kind}`);
    return (body.results as { name: string }[]).sort((one, other) => one.name.localeCompare(other.name));
  };
  const names = async () => {
    const lists = await Promise.all(["database", "container", "application", "job"].map(held));
    return lists.flat().map(({ name }) => name);
  };
  const start = (...args: string[]) => example.run("npm", ["start", "--silent", "--", ...args]);

  beforeAll(async () => {
    // Deployments take time, so that those of two pull requests meet.
    platform = await startPlatform({ endpoints: "extended", speed: 10 });
    const { ids } = platform;
    const db = await create("database", { name: "orders", type: "POSTGRESQL", version: "16", mode: "CONTAINER" });
    databaseHost = db.host;
    const image = { registry_id: ids.registries.DOCKER_HUB, tag: "1.27" };
    const args = [`--database=postgres://${databaseHost}/orders`];
    const ports = [{ internal_port: 80, publicly_accessible: true }];
    await create("container", { ...image, name: "web", image_name: "nginx", arguments: args, ports, healthchecks: {} });
    const git_repository = { url: "https://github.com/acme/shop.git", provider: "GITHUB", git_token_id: ids.gitToken };
    const app = await create("application", {
      name: "shop",
      git_repository,
      dockerfile_path: "Dockerfile",
      healthchecks: {},
    });
    const seed = await create("job", {
      name: "seed",
      healthchecks: {},
      source: { image: { ...image, image_name: "acme/seed" } },
      schedule: { on_start: { arguments: [`--host=${databaseHost}`] } },
    });
    const deployed = await platform.request("POST", `/environment/${ids.environment}/service/deploy`, {
      body: {
        applications: [{ application_id: app.id, git_commit_id: commit }],
        jobs: [{ id: seed.id, image_tag: "1.27" }],
      },
    });
    expect(deployed.status).toBe(202);
    example = await openExample("preview-environments", {
      APP_PLATFORM_BASE_URL: platform.url,
      APP_PLATFORM_TOKEN: platform.tokens.admin,
      SOURCE_ENVIRONMENT_ID: ids.environment,
      PREVIEWS_ENVIRONMENT_ID: ids.otherEnvironment,
    });
  });
  afterAll(async () => {
    await example.close();
    await platform.stop();
  });

  test("deploys the previews of two pull requests at the same time, each with clones under its own names", async () => {
    const [first, second] = await Promise.all([start("up", "42", "web=1.28", "seed=2.0"), start("up", "43")]);
    expect(first.code, first.output).toBe(0);
    expect(second.code, second.output).toBe(0);
    expectShown("preview-environments", "Expected output", first.stdout);
    const expected = ["orders", "web", "shop", "seed"].flatMap((name) => [`${name}-pr-42`, `${name}-pr-43`]);
    expect(await names()).toEqual(expected);
  });

  test("gives a preview the versions of its pull request, its own database, and no preview of the preview", async () => {
    const [orders] = (await held("database")) as unknown as { host: string }[];
    expect(orders?.host).not.toBe(databaseHost);
    const [web, other] = await held("container");
    expect(web).toMatchObject({
      tag: "1.28",
      arguments: [`--database=postgres://${orders?.host}/orders`],
      auto_preview: false,
    });
    expect(other).toMatchObject({ name: "web-pr-43", tag: "1.27" });
    expect((await held("job"))[0]).toMatchObject({
      source: { image: { tag: "2.0", image_name: "acme/seed" } },
      schedule: { on_start: { arguments: [`--host=${orders?.host}`] } },
    });
    expect((await held("application"))[0]).toMatchObject({ git_repository: { deployed_commit_id: commit } });
  });

  test("changes nothing when it is run again for the same version", async () => {
    await forgetRequests(platform);
    const again = await start("up", "42", "web=1.28", "seed=2.0");
    expect(again.code, again.output).toBe(0);
    expect(again.stdout).toContain("Pull request 42: 4 services DEPLOYED");
    expect(await writes(platform)).toEqual([]);
  });

  test("removes everything of one pull request and nothing of another", async () => {
    const removed = await start("down", "42");
    expect(removed.code, removed.output).toBe(0);
    expectShown("preview-environments", "Clean up", removed.stdout);
    expect(await names()).toEqual(["orders-pr-43", "web-pr-43", "shop-pr-43", "seed-pr-43"]);
    const again = await start("down", "42");
    expect([again.code, again.stdout], again.output).toEqual([0, "Pull request 42: nothing to remove\n"]);
  });

  test("refuses a version of a service that does not exist", () => {
    const [orders, web] = [{ name: "orders" }, { name: "web" }];
    const source = { databases: [orders], containers: [web], applications: [], jobs: [] } as unknown as Source;
    expect(() => checkVersions({ web: "1.28" }, source)).not.toThrow();
    expect(() => checkVersions({ wbe: "1.28" }, source)).toThrow(
      'There is no service "wbe" to give a version to; there are: web.',
    );
  });

  test("explains its commands if it does not know one", async () => {
    const unknown = await start("deploy", "44");
    expect(unknown.code).toBe(2);
    expect(unknown.output).toContain("Usage: npm start -- up <pull request>");
  });
});

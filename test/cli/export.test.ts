// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are texts of generated programs.
/** What the example web-shop made, exported and adopted by a program of another stack. */
import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openExampleStack, programIn } from "../engine/support/example-stack.js";
import { forgetRequests, requests, writes } from "../engine/support/journal.js";
import { openedPlatform } from "../platform/support/opened.js";
import { writeEmptyStack } from "./support/empty-stack.js";
import { withoutLineBreaks } from "./support/exported-environment.js";
import { type CopiedFolder, openExample } from "./support/project-folder.js";
import { type Ran, runCli } from "./support/run.js";
import { writeFiles } from "./support/source-checks.js";

/** What nobody should write, and people do. */
const password = "s3cret%2Fof-the-shop";

describe("app-platform for the web-shop", () => {
  const platform = openedPlatform({ endpoints: "extended" });
  let example: CopiedFolder;
  let folder: string;
  let environmentId: string;

  beforeAll(async () => {
    example = await openExample("web-shop", {
      APP_PLATFORM_BASE_URL: platform.url,
      APP_PLATFORM_TOKEN: platform.tokens.admin,
      APP_PLATFORM_ENDPOINTS: "extended",
      PULUMI_STACK: "dev",
    });
    folder = join(example.folder, "..", "exported");
    const shop = await openExampleStack(platform, example.folder, { gitToken: "token-of-the-shop" });
    await shop.run("up", programIn(example.folder));
    const made = await shop.resources();
    environmentId = made.find(({ type }) => type.endsWith(":Environment"))?.id ?? "";
    await shop.close();
    const [application] = (await platform.request("GET", `/environment/${environmentId}/application`)).body.results;
    for (const [mode, value] of Object.entries({ EXCLUDE: "docs/", MATCH: "src/" })) {
      const body = { mode, type: "PATH", value };
      await platform.request("POST", `/application/${application.id}/deploymentRestriction`, { body });
    }
    const { body } = await platform.request("GET", `/environment/${environmentId}/database`);
    const image = { registry_id: platform.ids.registries.DOCKER_HUB, image_name: "acme/reports", tag: "1.0" };
    await platform.request("POST", `/environment/${environmentId}/container`, {
      body: {
        ...{ name: "shop-reports", ...image, healthchecks: {} },
        arguments: [`--database-url=postgres://app:${password}@${body.results[0].host}:5432/postgres`],
      },
    });
  });
  afterAll(() => example.close());

  /** Runs `app-platform export` for the environment, which must succeed: what it writes compiles. */
  async function exported(...args: string[]): Promise<Ran> {
    const ran = await runCli(["export", environmentId, ...args], { env: example.env, cwd: example.folder });
    expect(ran.code, ran.stderr).toBe(0);
    return ran;
  }

  test("export --out writes a project with references instead of IDs and hosts, without secrets, lists the keys to set, and only reads", async () => {
    await forgetRequests(platform);
    const { stdout, stderr } = await exported("--out", folder);
    expect(stdout).toBe("wrote Pulumi.yaml\nwrote package.json\nwrote tsconfig.json\nwrote index.ts\n");
    expect(stderr).toContain("pulumi config set --secret shopDbPassword");
    const several = Object.entries(await requests(platform)).filter(([, count]) => count > 1);
    // All but the database may have variables, and so may the environment.
    expect(Object.fromEntries(several)).toEqual({
      "GET /variable 200": 6,
      "GET /container/{containerId}/customDomain 200": 2,
      "GET /container/{containerId}/advancedSettings 200": 2,
      "GET /job/{jobId}/advancedSettings 200": 2,
      "GET /job/{jobId}/deploymentRestriction 200": 2,
    });
    expect(await writes(platform)).toEqual([]);

    const program = withoutLineBreaks(await readFile(join(folder, "index.ts"), "utf8"));
    expect(program).not.toContain("s3cret");
    for (const reference of [
      'const shopDbPassword = config.requireSecret("shopDbPassword");',
      `const environmentId = "${environmentId}";`,
      "gitTokenId,",
      "labelsGroups: [{ id: labelsGroupId }]",
      'source: { image: { imageName: "library/postgres", tag: "16-alpine", registryId } }',
      "aliasOf: shopDb.credentials.password",
      "after: data.id",
      "services: [shopDb.id]",
      "on: shopWeb",
      "postgres://app:${shopDbPassword}@${shopDb.host}:${shopDb.port}/postgres`",
    ])
      expect(program).toContain(reference);
    expect(program).toContain('variables: { LOG_LEVEL: "info", PGDATABASE: "postgres", SHOP_URL: "https://');
    expect(program).toContain('{ mode: "EXCLUDE", value: "docs/" }, { mode: "MATCH", value: "src/" }]');
  });

  test("export --set-secrets saves the secrets that the platform shows, and pulumi up then adopts without a write", async () => {
    await writeEmptyStack({ folder, state: example.state, project: "exported", stack: "dev" });
    const { stderr } = await exported("--out", folder, "--set-secrets");
    expect(stderr).not.toContain("pulumi config set");
    expect(await readFile(join(folder, "Pulumi.dev.yaml"), "utf8")).toMatch(/:shopDbPassword:\n +secure: /);

    await forgetRequests(platform);
    await writeFiles(folder, (await exported("--json", "--split")).json().files);
    const how = ["--yes", "--skip-preview", "--cwd", folder, "--non-interactive", "--color", "never"];
    const { code, output } = await example.run("pulumi", ["up", ...how]);
    expect(code, output).toBe(0);
    const adopted = new Set(output.match(/\w+ "[^"]+"(?: \([^)]*\))? adopts the existing .*$/gm));
    expect(adopted.size, output).toBe(15);
    for (const each of adopted) expect(each).toMatch(/ without changes\.$/);
    expect(output).not.toContain("s3cret");
    expect(output).toContain("+ 16 created");
    expect(await writes(platform)).toEqual([]);
    const kinds = ["application", "container", "job", "database"];
    const lists = kinds.map((kind) => platform.request("GET", `/environment/${environmentId}/${kind}`));
    expect((await Promise.all(lists)).map(({ body }) => body.results.length)).toEqual([1, 2, 2, 1]);
  });

  test("export fails with AP6001 for a folder with another program, unless --force overwrites it", async () => {
    const refused = await runCli(["export", environmentId, "--out", folder], { env: example.env });
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain(`AP6001: --force is required to overwrite index.ts in ${folder}.`);
    await rm(join(folder, "tsconfig.json"));
    const { stdout } = await exported("--out", folder, "--force");
    expect(stdout).toBe("wrote tsconfig.json\nwrote index.ts\n");
    expect(await readFile(join(folder, "index.ts"), "utf8")).toContain("adoptId");
  });
});

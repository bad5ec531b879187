/** What the example web-shop made, exported and adopted by a program of another stack. */
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openExampleStack, programIn } from "../engine/example-stack.js";
import { forgetRequests, requests, writes } from "../engine/journal.js";
import { openedPlatform } from "../platform/opened.js";
import { writeEmptyStack } from "./empty-stack.js";
import { type CopiedFolder, openExample } from "./project-folder.js";
import type { Ran } from "./ran.js";
import { runCli } from "./run.js";
import { typeErrors, writeFiles } from "./source-checks.js";

/** A program without IDs, and in one order: Pulumi creates what does not depend on each other at the same time. */
function comparable(program: string): string {
  const [head = "", ...blocks] = program
    .replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "…")
    .replaceAll(/p8080-[0-9a-f]{8}/g, "p8080-…")
    .replaceAll(/shop-t\d+$/gm, "shop-…")
    .replaceAll(/services: \[(.*)\]/g, (_, names: string) => `services: [${names.split(", ").sort().join(", ")}]`)
    .trimEnd()
    .split("\n\n");
  return [head, ...blocks.sort()].join("\n\n");
}

/** What nobody should write, and people do. */
const password = "s3cret%2Fof-the-shop";

describe("an environment that the example web-shop made, with a container that somebody has added", () => {
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
    for (const restriction of [
      { mode: "EXCLUDE", type: "PATH", value: "docs/" },
      { mode: "MATCH", type: "PATH", value: "src/" },
    ])
      await platform.request("POST", `/application/${application.id}/deploymentRestriction`, { body: restriction });
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

  /** Runs `app-platform export` for the environment, which must succeed. */
  async function exported(...args: string[]): Promise<Ran> {
    const ran = await runCli(["export", environmentId, ...args], { env: example.env, cwd: example.folder });
    expect(ran.code, ran.stderr).toBe(0);
    return ran;
  }

  /** Writes a form of the program into a folder. Returns its files. */
  async function writeProgram(target: string, ...args: string[]): Promise<string[]> {
    const { files } = (await exported("--json", ...args)).json() as { files: Record<string, string> };
    return writeFiles(target, files);
  }

  /** So many are adopted, without a change. A preview cannot know what belongs to a service that is yet to be adopted. */
  function expectAdopted(output: string, count: number): void {
    const said = new Set(output.match(/\w+ "[^"]+" adopts the existing .*$/gm));
    expect(said.size, output).toBe(count);
    for (const each of said) expect(each).toMatch(/ without changes\.$/);
    expect(output).not.toContain("s3cret");
  }

  const forms = [["--split"], ["--component", "WebShop"], []];
  const formFolder = (index: number) => join(folder, "..", `form-${index}`);

  test("is written as a project that has references instead of values, and no secret", async () => {
    await forgetRequests(platform);
    const { stdout, stderr } = await exported("--out", folder);
    expect(stdout.split("\n")).toEqual([
      "wrote Pulumi.yaml",
      "wrote package.json",
      "wrote tsconfig.json",
      "wrote index.ts",
      "",
    ]);
    expect(stderr).toContain("pulumi config set --secret shopDbPassword");
    const {
      "GET /variable 200": variables,
      "GET /application/{applicationId}/customDomain 200": ofApplications,
      "GET /container/{containerId}/customDomain 200": ofContainers,
      "GET /container/{containerId}/advancedSettings 200": settingsOfContainers,
      "GET /job/{jobId}/advancedSettings 200": settingsOfJobs,
      "GET /job/{jobId}/deploymentRestriction 200": restrictionsOfJobs,
      ...ofKinds
    } = await requests(platform);
    expect(new Set(Object.values(ofKinds))).toEqual(new Set([1]));
    // All but the database may have variables, and so may the environment.
    expect({ variables, ofApplications, ofContainers }).toEqual({ variables: 6, ofApplications: 1, ofContainers: 2 });
    const settings = { settingsOfContainers, settingsOfJobs, restrictionsOfJobs };
    expect(settings).toEqual({ settingsOfContainers: 2, settingsOfJobs: 2, restrictionsOfJobs: 2 });
    expect(await writes(platform)).toEqual([]);

    const program = await readFile(join(folder, "index.ts"), "utf8");
    expect(program).not.toContain("s3cret");
    expect(comparable(program)).toMatchInlineSnapshot(`
      "import * as pulumi from "@pulumi/pulumi";
      import { Application, Container, CustomDomain, Database, DeploymentStage, Job, Variable } from "pulumi-app-platform";

      // Adopts the services of environment …. Written by \`app-platform export\`.
      // \`adoptId\` is used only once: after the first \`pulumi up\`, you can remove it.
      const environmentId = "…";
      const gitTokenId = "…"; // shop-…
      const labelsGroupId = "…"; // shop-…
      const registryId = "…"; // shop-…

      const config = new pulumi.Config();
      const shopDbPassword = config.requireSecret("shopDbPassword");

      const data = new DeploymentStage("data", {
        environmentId,
        adoptId: "…",
        services: [shopDb.id],
      });

      const environmentPghost = new Variable("environment-PGHOST", {
        adoptId: "…",
        on: pulumi.interpolate\`environment/\${environmentId}\`,
        key: "PGHOST",
        aliasOf: shopDb.credentials.host,
      });

      const environmentPgpassword = new Variable("environment-PGPASSWORD", {
        adoptId: "…",
        on: pulumi.interpolate\`environment/\${environmentId}\`,
        key: "PGPASSWORD",
        aliasOf: shopDb.credentials.password,
      });

      const environmentPgport = new Variable("environment-PGPORT", {
        adoptId: "…",
        on: pulumi.interpolate\`environment/\${environmentId}\`,
        key: "PGPORT",
        aliasOf: shopDb.credentials.port,
      });

      const environmentPguser = new Variable("environment-PGUSER", {
        adoptId: "…",
        on: pulumi.interpolate\`environment/\${environmentId}\`,
        key: "PGUSER",
        aliasOf: shopDb.credentials.user,
      });

      const front = new DeploymentStage("front", {
        environmentId,
        adoptId: "…",
        after: schema.id,
        services: [shopApi.id, shopCleanup.id, shopWeb.id],
      });

      const schema = new DeploymentStage("schema", {
        environmentId,
        adoptId: "…",
        after: data.id,
        services: [shopMigrations.id],
      });

      const shopApi = new Application("shop-api", {
        environmentId,
        adoptId: "…",
        gitRepository: {
          url: "https://github.com/acme/shop.git",
          branch: "main",
          rootPath: "/",
          gitTokenId,
          provider: "GITHUB",
        },
        healthchecks: { readinessProbe: { type: { http: { port: 8080 } }, initialDelaySeconds: 5 } },
        ports: [{ internalPort: 8080, publiclyAccessible: true }],
        dockerfilePath: "Dockerfile",
        minRunningInstances: 2,
        maxRunningInstances: 2,
        labelsGroups: [{ id: labelsGroupId }],
        deploymentRestrictions: [
          { mode: "EXCLUDE", value: "docs/" },
          { mode: "MATCH", value: "src/" },
        ],
        variables: { LOG_LEVEL: "info", PGDATABASE: "postgres", SHOP_URL: "https://shop.example.com" },
      });

      const shopCleanup = new Job("shop-cleanup", {
        environmentId,
        adoptId: "…",
        maxDurationSeconds: 600,
        source: { image: { imageName: "library/postgres", tag: "16-alpine", registryId } },
        schedule: {
          cronjob: {
            scheduledAt: "30 3 * * *",
            arguments: ["--command=DELETE FROM carts WHERE used_at < now() - interval '30 days'", "postgres"],
            entrypoint: "psql",
            timezone: "Europe/Paris",
          },
        },
      });

      const shopDb = new Database("shop-db", {
        environmentId,
        adoptId: "…",
        type: "POSTGRESQL",
        version: "16",
        mode: "CONTAINER",
        memory: 1024,
        storage: 20,
        labelsGroups: [{ id: labelsGroupId }],
      });

      const shopMigrations = new Job("shop-migrations", {
        environmentId,
        adoptId: "…",
        maxNbRestart: 5,
        maxDurationSeconds: 900,
        source: {
          docker: {
            gitRepository: {
              url: "https://github.com/acme/shop.git",
              branch: "main",
              rootPath: "/",
              gitTokenId,
              provider: "GITHUB",
            },
            dockerfileRaw: \`FROM migrate/migrate:v4.18.3
      COPY migrations /migrations
      \`,
          },
        },
        schedule: {
          onStart: { arguments: ["-path=/migrations", "-database=postgres:///postgres?sslmode=disable", "up"] },
          lifecycleType: "GENERIC",
        },
      });

      const shopReports = new Container("shop-reports", {
        environmentId,
        adoptId: "…",
        registryId: "…",
        imageName: "acme/reports",
        tag: "1.0",
        healthchecks: {},
        arguments: [
          pulumi.interpolate\`--database-url=postgres://app:\${shopDbPassword}@\${shopDb.host}:\${shopDb.port}/postgres\`,
        ],
      });

      const shopWeb = new Container("shop-web", {
        environmentId,
        adoptId: "…",
        registryId,
        imageName: "library/nginx",
        tag: "1.27",
        healthchecks: { readinessProbe: { type: { http: { port: 80 } } } },
        ports: [{ internalPort: 80, publiclyAccessible: true }],
        labelsGroups: [{ id: labelsGroupId }],
      });

      const shopWebShopExampleCom = new CustomDomain("shop-web-shop.example.com", {
        adoptId: "…",
        on: shopWeb,
        domain: "shop.example.com",
        generateCertificate: true,
      });

      const shopWebSiteConf = new Variable("shop-web-site.conf", {
        adoptId: "…",
        on: shopWeb,
        key: "site.conf",
        value:
          "server { listen 80; location / { proxy_pass https://p8080-….services.platform.example; proxy_ssl_server_name on; } }\\n",
        secret: false,
        mountPath: "/etc/nginx/conf.d/default.conf",
      });"
    `);
  });

  test("compiles in each form of the program", async () => {
    const written = forms.map((form, index) => writeProgram(formFolder(index), ...form));
    expect(await typeErrors((await Promise.all(written)).flat())).toBe("");
  });

  test("is adopted as a component and as one file without a change, and has nothing to do without the IDs", async () => {
    await forgetRequests(platform);
    const [component, oneFile] = [formFolder(1), formFolder(2)];
    const stack = await openExampleStack(platform, oneFile, { shopDbPassword: password });
    expectAdopted((await stack.run("preview", programIn(component))).output, 13);
    const up = await stack.run("up", programIn(oneFile));
    expectAdopted(up.output, 15);
    expect(up.changes).toEqual({ create: 16 });

    const program = await readFile(join(oneFile, "index.ts"), "utf8");
    await writeFile(join(oneFile, "index.ts"), program.replaceAll(/^ {2}adoptId: .*\n/gm, ""));
    expect((await stack.run("up")).changes).toEqual({ same: 16 });
    expect(await writes(platform)).toEqual([]);
    await stack.close();
  });

  test("is adopted by pulumi up as several files, with secrets that export has set", async () => {
    await writeEmptyStack({ folder, state: example.state, project: "exported", stack: "dev" });
    const { stderr } = await exported("--out", folder, "--set-secrets");
    expect(stderr).not.toContain("pulumi config set");
    expect(await readFile(join(folder, "Pulumi.dev.yaml"), "utf8")).toMatch(/:shopDbPassword:\n +secure: /);

    await forgetRequests(platform);
    await writeProgram(folder, "--split");
    const how = ["--yes", "--skip-preview", "--cwd", folder, "--non-interactive", "--color", "never"];
    const { code, output } = await example.run("pulumi", ["up", ...how]);
    expect(code, output).toBe(0);
    expectAdopted(output, 15);
    expect(output).toContain("+ 16 created");
    expect(await writes(platform)).toEqual([]);
    const kinds = ["application", "container", "job", "database"];
    const lists = kinds.map((kind) => platform.request("GET", `/environment/${environmentId}/${kind}`));
    expect((await Promise.all(lists)).map(({ body }) => body.results.length)).toEqual([1, 2, 2, 1]);
  });

  test("is not written over another program, unless --force is given", async () => {
    const refused = await runCli(["export", environmentId, "--out", folder], { env: example.env });
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain(`AP6001: --force is required to overwrite index.ts in ${folder}.`);
    await rm(join(folder, "tsconfig.json"));
    const { stdout } = await exported("--out", folder, "--force");
    expect(stdout).toBe("wrote tsconfig.json\nwrote index.ts\n");
    expect(await readFile(join(folder, "index.ts"), "utf8")).toContain("adoptId");
  });
});

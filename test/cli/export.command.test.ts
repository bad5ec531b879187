/** The command `app-platform export`: its options, its output and its failures. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { forgetRequests, requests } from "../engine/support/journal.js";
import { bodies } from "../platform/support/bodies.js";
import { openedPlatform } from "../platform/support/opened.js";
import { openedFolder } from "../support/opened-folder.js";
import { fault, settingsOf } from "./support/operated.js";
import { runCli } from "./support/run.js";

const platform = openedPlatform({ endpoints: "extended" });
const folder = openedFolder("export");

beforeAll(async () => {
  const { ids, request } = platform;
  for (const [path, { full }] of Object.entries(bodies)) {
    const { status } = await request("POST", `/environment/${ids.environment}/${path}`, { body: full(ids) });
    expect(status).toBe(201);
  }
});

function run(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  return runCli(["export", ...args], { env: settingsOf(platform, { role: "viewer", env }), cwd: folder });
}

const names = (program: string) =>
  [...program.matchAll(/new (\w+)\("(.*?)"/g)].map(([, kind, name]) => `${kind} ${name}`);

describe("app-platform with a viewer's token", () => {
  it("export writes the program to standard output, and notes without secrets to standard error", async () => {
    const { code, stdout, stderr } = await run([platform.ids.environment]);
    expect(code, stderr).toBe(0);
    const services = ["Container web", "Job migrate", "Database orders", "TerraformService network"];
    expect(names(stdout)).toEqual(["Application shop", ...services]);
    expect(stderr).toContain("A DeploymentTrigger is an action");
    expect(stderr).toContain('pulumi config set --secret networkPassword  # TerraformService "network"');
    expect(stdout + stderr).not.toMatch(/hunter2|secret: value|REDACTED/);
    expect((await run([platform.ids.environment, "--quiet"])).stderr).toBe("");
  });

  it("export --json writes one JSON document, without secret values", async () => {
    const ran = await run([platform.ids.environment, "--json", "--component", "Shop"]);
    const { files, config, notes } = ran.json();
    expect(Object.keys(files)).toEqual(["index.ts", "shop.ts"]);
    const usedBy = 'Application "shop", Container "web"';
    expect(config).toEqual([
      { key: "shopQueueConfigYaml", secret: true, usedBy, isMasked: false, isSet: false },
      { key: "networkPassword", secret: true, usedBy: 'TerraformService "network"', isMasked: true, isSet: false },
    ]);
    expect(files["shop.ts"]).toContain(`  // Used by ${usedBy}\n  readonly shopQueueConfigYaml: `);
    expect(notes.length).toBe(3);
    expect(ran.stdout).not.toMatch(/hunter2|secret: value/);
    expect(ran.stderr).toBe("");
  });

  it("export --import writes the file for `pulumi import --file` instead of a program", async () => {
    const { environment } = platform.ids;
    const ran = await run([environment, "--import", "--only", "Container, Database"]);
    const { body } = await platform.request("GET", `/environment/${environment}/container`);
    const id = `${environment}/${body.results[0].id}`;
    expect(JSON.parse(ran.stdout).resources).toEqual([
      { type: "app-platform:index:Container", name: "web", logicalName: "web", id },
      expect.objectContaining({ type: "app-platform:index:Database", logicalName: "orders" }),
    ]);
    expect(ran.stderr).not.toContain("config set");
    const out = join(folder, "imported");
    expect((await run([environment, "--import", "--out", out])).code).toBe(0);
    expect(await readdir(out)).toEqual(["import.json"]);
  });

  it("export --only writes only these kinds or names, and reads only what those kinds need", async () => {
    const { environment } = platform.ids;
    await forgetRequests(platform);
    const kinds = await run([environment, "--only", "container, DATABASE"]);
    expect(names(kinds.stdout)).toEqual(["Container web", "Database orders"]);
    expect(Object.keys(await requests(platform)).sort()).toEqual([
      "GET /container/{containerId}/advancedSettings 200",
      "GET /defaultContainerAdvancedSettings 200",
      "GET /environment/{environmentId}/container 200",
      "GET /environment/{environmentId}/database 200",
      "GET /variable 200",
    ]);
    const mixed = await run([environment, "--only", "job", "--only", "WEB"]);
    expect(names(mixed.stdout)).toEqual(["Container web", "Job migrate"]);
  });

  it("export --split writes a file for each service, in the folder of --out", async () => {
    const { code, stdout, stderr } = await run([platform.ids.environment, "--split", "--out", "new/Shop 1"]);
    expect(code, stderr).toBe(0);
    const services = ["migrate.ts", "network.ts", "orders.ts", "shop.ts", "web.ts"];
    const files = ["environment.ts", ...services.map((name) => `services/${name}`), "Pulumi.yaml"];
    expect(stdout.trim().split("\n")).toEqual(expect.arrayContaining(files.map((name) => `wrote ${name}`)));
    const project = join(folder, "new/Shop 1");
    expect((await readdir(join(project, "services"))).sort()).toEqual(services);
    expect(await readFile(join(project, "Pulumi.yaml"), "utf8")).toContain('name: "Shop-1"\n');
    const manifest = JSON.parse(await readFile(join(project, "package.json"), "utf8"));
    expect(manifest).toMatchObject({ name: "shop-1", main: "index.ts" });
    expect(Object.keys(manifest.dependencies)).toEqual(["@pulumi/pulumi", "pulumi-app-platform"]);
  });

  it("export writes no DeploymentTrigger, and no cluster, which doesn't belong to an environment", async () => {
    const { code, stdout } = await run([platform.ids.environment]);
    expect([code, stdout]).toEqual([0, expect.stringContaining("new Container(")]);
    expect(stdout).not.toMatch(/new (DeploymentTrigger|StoppedEnvironment|Cluster|ArgoCdConfig)\(/);
  });

  it("export writes nothing for an empty environment, and prints that on standard error", async () => {
    const { code, stdout, stderr } = await run([platform.ids.otherEnvironment, "--out", "empty"]);
    expect([code, stdout]).toEqual([0, ""]);
    expect(stderr).toContain(`Environment ${platform.ids.otherEnvironment} has nothing to export.`);
    expect(await readdir(folder)).not.toContain("empty");
  });

  it("export --connection writes the connection into the program", async () => {
    const own = Object.entries(settingsOf(platform, { role: "viewer" }));
    const settings = own.map(([name, value]) => [name.replace("PLATFORM_", "PLATFORM_EU_"), value]);
    const env = { ...Object.fromEntries(settings), APP_PLATFORM_BASE_URL: "http://127.0.0.1:9" };
    const { code, stdout, stderr } = await run([platform.ids.environment, "--connection", "eu", "--only", "web"], env);
    expect(code, stderr).toBe(0);
    expect(stdout).toMatch(/^const connection = "eu";$/m);
    expect(stdout).toMatch(/^ {2}connection,$/m);
  });
});

describe("app-platform", () => {
  const unknown = "00000000-0000-4000-8000-000000000000";

  it.each([
    ["--split with --component", ["--split", "--component", "Shop"], "AP6001: --split and --component can't be"],
    ["--component without a class name", ["--component", "web-shop"], 'got "web-shop"'],
    ["--import with --split", ["--import", "--split"], "--import writes no program"],
  ])("export exits with 2 for %s", async (_, options, said) => {
    const stderr = expect.stringContaining(said);
    expect(await run([unknown, ...options])).toMatchObject({ code: 2, stdout: "", stderr });
  });

  it("export fails with AP3003 if the environment does not exist", async () => {
    const stderr = expect.stringContaining(`AP3003: Listing the Applications of environment ${unknown}`);
    expect(await run([unknown])).toMatchObject({ code: 1, stdout: "", stderr });
  });

  it("export exits with 2 and lists the kinds if --only names neither a service nor a kind", async () => {
    const { code, stderr } = await run([platform.ids.environment, "--only", "webb,job"]);
    expect(code).toBe(2);
    expect(stderr).toContain("--only must name services of the environment, or kinds (Application, Container, Job,");
    expect(stderr).toContain('got "webb".');
  });

  it("export fails with AP3002 and writes nothing if any read returns 403, unless --only excludes the read", async () => {
    await forgetRequests(platform);
    await run([platform.ids.environment]);
    const routes = Object.keys(await requests(platform)).map((line) => line.split(" ")[1]);
    expect(routes.length).toBeGreaterThan(10);
    try {
      for (const route of routes) {
        await fault(platform, { fault: "403", match: { method: "GET", route } });
        const { code, stdout, stderr } = await run([platform.ids.environment]);
        expect([route, code, stdout]).toEqual([route, 1, ""]);
        expect(stderr).toMatch(/^AP3002: (Listing|Reading) .* failed: the token's role doesn't allow it \(403\)/);
        if (route?.endsWith("/job")) expect((await run([platform.ids.environment, "--only", "Database"])).code).toBe(0);
      }
    } finally {
      await fault(platform);
    }
  });
});

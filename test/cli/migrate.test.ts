/** `app-platform migrate`: a Terraform state becomes a project. That `pulumi up` adopts everything: test/engine/migration.test.ts. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { forgetRequests, requests, writes } from "../engine/support/journal.js";
import type { Platform } from "../platform/support/platform.js";
import { openedFolder } from "../support/opened-folder.js";
import { restoredPlatform, stateFile } from "../terraform/states.js";
import { fault } from "./support/operated.js";
import { type CopiedFolder, openExample } from "./support/project-folder.js";
import { runCli } from "./support/run.js";

const folder = openedFolder("migrate");

describe("app-platform", () => {
  let platform: Platform;
  let example: CopiedFolder;
  let folder: string;

  beforeAll(async () => {
    platform = await restoredPlatform();
    example = await openExample("web-shop", {
      APP_PLATFORM_BASE_URL: platform.url,
      APP_PLATFORM_TOKEN: platform.tokens.admin,
      APP_PLATFORM_ENDPOINTS: "extended",
    });
    folder = join(example.folder, "..", "moved");
  });
  afterAll(async () => {
    await example.close();
    await platform.stop();
  });

  test("migrate writes a project, encrypts its secrets in the stack that --stack names and creates, and prints `terraform state rm`", async () => {
    await forgetRequests(platform);
    const { code, stdout, stderr } = await runCli(["migrate", stateFile("a"), "--out", folder, "--stack", "dev"], {
      env: example.env as Record<string, string>,
      cwd: example.folder,
    });
    expect(code, stderr).toBe(0);
    expect(stdout).toBe("wrote Pulumi.yaml\nwrote package.json\nwrote tsconfig.json\nwrote index.ts\n");
    const last = "  terraform state rm …   # in Terraform's folder: the command above";
    expect(stderr).not.toContain("pulumi stack init");
    expect(stderr).toContain("terraform state rm \\\n");
    expect(stderr).toContain(`  'platform_container.worker["billing"]' \\\n`);
    expect(stderr.endsWith(`\nNext:\n  cd ${folder} && npm install\n  pulumi up\n${last}\n`), stderr).toBe(true);
    expect(await readFile(join(folder, "Pulumi.dev.yaml"), "utf8")).toMatch(/:apiPaymentToken:\n +secure: /);
    expect(await writes(platform)).toEqual([]);
  });

  test("migrate - reads standard input, and overwrites its own unchanged files without --force", async () => {
    const command = `for time in 1 2; do cat "$1" | node "$2" migrate - --out piped || exit 1; done`;
    const main = join(__dirname, "../../dist/cli/main.js");
    const cwd = join(folder, "..");
    const { code, output } = await example.run("sh", ["-c", `cd "$3" && ${command}`, "sh", stateFile("a"), main, cwd]);
    expect(code, output).toBe(0);
    expect(output.match(/^wrote index\.ts$/gm)).toHaveLength(2);
  });

  test("migrate prints a note if no resource of the state exists on the platform", async () => {
    const { stderr } = await runCli(["migrate", stateFile("c")], { env: example.env as Record<string, string> });
    expect(stderr).toContain(`no resource of the state exists at ${platform.url}`);
  });
});

test("migrate writes the program and exits with 1 if a read for the comparison returns 403 (AP3002)", async () => {
  const platform = await restoredPlatform();
  const settings = { APP_PLATFORM_BASE_URL: platform.url, APP_PLATFORM_TOKEN: platform.tokens.viewer };
  const run = () => runCli(["migrate", stateFile("a")], { env: { ...settings, APP_PLATFORM_ENDPOINTS: "extended" } });
  try {
    await forgetRequests(platform);
    const whole = await run();
    expect(whole.code, whole.stderr).toBe(0);
    for (const line of Object.keys(await requests(platform))) {
      const route = line.split(" ")[1];
      await fault(platform, { fault: "403", match: { method: "GET", route } });
      const { code, stdout, stderr } = await run();
      // A list may have what can't be read alone.
      if (code === 0) expect([route, stdout, stderr]).toEqual([route, whole.stdout, whole.stderr]);
      else expect([route, code, stdout.length > 0]).toEqual([route, 1, true]);
      if (code !== 0) expect(stderr).toMatch(/ isn't compared with the platform: AP3002: (Listing|Reading) .*\(403\)/);
    }
  } finally {
    await platform.stop();
  }
});

test("migrate writes programs that compile, in one file and in several (--split)", async () => {
  for (const state of ["a", "c"] as const)
    for (const form of [[], ["--split"]]) {
      // It compiles what it writes.
      const ran = await runCli(["migrate", stateFile(state), "--json", ...form]);
      expect(ran.code, ran.stderr).toBe(0);
    }
});

test("migrate prints no secret of the state in messages", async () => {
  const secret = 'two "canary-1"\n\\lines';
  const state = JSON.parse(await readFile(stateFile("a"), "utf8"));
  const marked = (name: string, attribute: string) => {
    const { instances } = state.resources.find((each: { name: string }) => each.name === name);
    instances[0].attributes[attribute] = secret;
    instances[0].sensitive_attributes = [[{ type: "get_attr", value: attribute }]];
  };
  marked("api", "image_name");
  marked("plain", "name");
  const file = join(folder, "state");
  await writeFile(file, JSON.stringify(state));
  const [shown, json] = [await runCli(["migrate", file]), await runCli(["migrate", file, "--json"])];
  const { files: _, ...others } = json.json();
  for (const text of [shown.stderr, JSON.stringify(others)]) {
    expect(text).toContain("imageName must");
    expect(text).toContain("The program may still contain a secret");
    expect(text).not.toContain("canary");
  }
});

test("migrate doesn't redact a word of its own notes if a secret has the same value", async () => {
  const state = JSON.parse(await readFile(stateFile("a"), "utf8"));
  const api = state.resources.find((each: { name: string }) => each.name === "api");
  api.provider += ".eu";
  Object.assign(api.instances[0], { sensitive_attributes: [[{ type: "get_attr", value: "image_name" }]] });
  api.instances[0].attributes.image_name = "connection";
  const file = join(folder, "word");
  await writeFile(file, JSON.stringify(state));
  const { stderr } = await runCli(["migrate", file]);
  expect(stderr).toContain("provider alias eu: if it's of another platform, set a `connection` on its resources");
});

test("migrate prints that the program omits `build_mode` BUILDPACKS, which has no counterpart", async () => {
  const { stderr } = await runCli(["migrate", stateFile("c")]);
  expect(stderr).toContain(
    'Application "packs": buildMode must be DOCKER; the state has "BUILDPACKS". The program omits it',
  );
});

test("migrate fails with AP6007 for a missing file", async () => {
  const missing = await runCli(["migrate", "no.tfstate"]);
  expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining("AP6007: no.tfstate can't be read")]);
});

test("migrate fails with AP6001 for --stack without a project", async () => {
  const homeless = await runCli(["migrate", stateFile("a"), "--stack", "dev"]);
  expect([homeless.code, homeless.stderr]).toEqual([2, expect.stringContaining("AP6001: --stack sets secrets")]);
});

import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(__dirname, "..", "..");
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
// The parser that Pulumi's SDK reads Pulumi.yaml with.
const { load } = createRequire(join(root, "node_modules/@pulumi/pulumi/package.json"))("js-yaml");
const read = (file: string) => load(readFileSync(join(root, ".github", file), "utf8"));
const workflow = read("workflows/release.yml");
const { publish, artifacts, sign } = workflow.jobs;
const commandsOf = ({ steps }: { readonly steps: readonly { readonly run?: string }[] }) =>
  steps.flatMap(({ run }) => (run === undefined ? [] : [run]));

describe("release workflow", () => {
  it("runs for tags of versions, and may only read the repository and sign", () => {
    expect(workflow.on).toEqual({ push: { tags: ["v*"] } });
    expect(publish.permissions).toEqual({ contents: "read", "id-token": "write" });
  });

  it("runs scripts that exist, and publishes last", () => {
    const commands = commandsOf(publish);
    const scripts = commands.flatMap((command) => /^npm run (\S+)/.exec(command)?.[1] ?? []);
    expect(scripts).toEqual(["release:check", "release:tag", "release:publish"]);
    for (const script of scripts) expect(manifest.scripts).toHaveProperty([script]);
    expect(commands.at(-1)).toBe("npm run release:publish");
    expect(commands).toContain("npm test");
  });

  it.each([
    [`v${manifest.version}`, 0],
    ["v9.9.9", 1],
    ["", 1],
  ])("ends the tag step for the tag '%s' with exit code %i", (tag, code) => {
    const { status } = spawnSync(process.execPath, ["--import", "tsx", "tools/release/tag.ts", tag], { cwd: root });
    expect(status).toBe(code);
  });

  it("builds the plugin on each system that it is for, and everything else once", () => {
    const { include } = artifacts.strategy.matrix;
    const systems = include.map((each: { "runs-on": string }) => each["runs-on"].split("-")[0]);
    expect(systems).toEqual(["ubuntu", "ubuntu", "macos", "macos", "windows"]);
    expect(include.filter(({ what }: { what: string }) => what !== "--plugin")).toHaveLength(1);
    expect(commandsOf(artifacts).join("\n")).toMatch(/^npm run release:artifacts -- .*matrix\.what/m);
  });

  it("checks all checksums before it signs their list, with an identity of its own", () => {
    expect(sign.permissions).toEqual({ contents: "write", "id-token": "write" });
    expect(sign.needs).toBe("artifacts");
    const [check, signed, uploaded] = ["sha256sum --check", "cosign sign-blob", "gh release upload"].map((begin) =>
      commandsOf(sign).findIndex((command) => command.startsWith(begin)),
    );
    expect([check, signed, uploaded]).toEqual([3, 4, 5].map((each) => each - 1));
  });
});

describe("pull request workflow", () => {
  const { on, permissions, jobs } = read("workflows/ci.yml");

  it("runs what a clean clone runs, then the checks, and may only read", () => {
    expect(Object.keys(on)).toContain("pull_request");
    expect(permissions).toEqual({ contents: "read" });
    expect(commandsOf(jobs.test)).toEqual([".ci/run", "npm run check", "npm run audit"]);
  });
});

describe("GitHub files", () => {
  it("are what a visitor looks for", () => {
    for (const file of ["SECURITY.md", "SUPPORT.md", "CODE_OF_CONDUCT.md", "PULL_REQUEST_TEMPLATE.md"]) {
      expect(readFileSync(join(root, ".github", file), "utf8")).toMatch(/^# |^<!--/);
    }
    for (const form of ["bug.yml", "idea.yml"]) {
      expect(read(`ISSUE_TEMPLATE/${form}`)).toMatchObject({ name: expect.any(String), body: expect.any(Array) });
    }
  });

  it("name folders with pinned dependencies", () => {
    const { updates } = read("dependabot.yml");
    const files: Readonly<Record<string, string>> = {
      npm: "package-lock.json",
      gomod: "go.sum",
      pip: "requirements.txt",
      "github-actions": ".github/workflows",
    };
    for (const { "package-ecosystem": ecosystem, directory, directories = [directory] } of updates) {
      for (const each of directories) expect(existsSync(join(root, each, files[ecosystem] ?? ""))).toBe(true);
    }
  });
});

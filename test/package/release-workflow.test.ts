import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(__dirname, "..", "..");
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
// The parser that Pulumi's SDK reads Pulumi.yaml with.
const { load } = createRequire(join(root, "node_modules/@pulumi/pulumi/package.json"))("js-yaml");
const workflow = load(readFileSync(join(root, ".github/workflows/release.yml"), "utf8"));
const { publish } = workflow.jobs;
const commands: string[] = publish.steps.flatMap(({ run }: { run?: string }) => (run === undefined ? [] : [run]));

describe("the release workflow", () => {
  it("runs for tags of versions, and may only read the repository and sign", () => {
    expect(workflow.on).toEqual({ push: { tags: ["v*"] } });
    expect(publish.permissions).toEqual({ contents: "read", "id-token": "write" });
  });

  it("runs scripts that exist, and publishes last", () => {
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
});

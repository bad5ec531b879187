import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { workflowFindings } from "../../tools/release/workflows.js";
import { openedFolder } from "../support/opened-folder.js";

const root = join(__dirname, "..", "..");
const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
// The parser that Pulumi's SDK reads Pulumi.yaml with.
const { load } = createRequire(join(root, "node_modules/@pulumi/pulumi/package.json"))("js-yaml");
const read = (file: string) => load(readFileSync(join(root, ".github", file), "utf8"));

interface Job {
  readonly steps: readonly { readonly run?: string }[];
}
const commandsOf = ({ steps }: Job) => steps.flatMap(({ run }) => (run === undefined ? [] : [run]));

describe("check of the workflows (workflowFindings)", () => {
  const copy = openedFolder("workflows");
  const edit = (file: string, change: (text: string) => string) => {
    const path = join(copy, ".github", file);
    const before = readFileSync(path, "utf8");
    const after = change(before);
    expect(after, `${file} is the same after the edit`).not.toBe(before);
    writeFileSync(path, after);
  };

  beforeEach(() => {
    cpSync(join(root, ".github"), join(copy, ".github"), { recursive: true });
    cpSync(join(root, "tools/fetch"), join(copy, "tools/fetch"), { recursive: true });
  });

  it("has no finding in this repository", () => {
    expect(workflowFindings(copy)).toEqual([]);
  });

  const ofRelease: readonly (readonly [why: string, what: string | RegExp, replacement: string, finding: string])[] = [
    ["an action pinned by tag", /checkout@[0-9a-f]{40} # v7.0.1/, "checkout@v7", "pin actions/checkout@v7"],
    ["an upload before the tests", "needs: [test, build]", "needs: build", "upload must need test"],
    ["an upload before the builds", "needs: [test, build]", "needs: test", "upload must need build"],
    ["npm before the upload", /needs: upload(?=[\s\S]*?environment: npm)/, "needs: test", "npm must need upload"],
    ["a release that isn't a draft first", "--draft --verify-tag", "--verify-tag", "must create a draft"],
    ["a platform that isn't built", / +- { runs-on: windows.*\n/, "", "build the native provider on windows-2025"],
    ["an archive that isn't tested", "npm run release:try", "echo", "build must try what it builds"],
    ["versions that aren't tested", "npm run test:versions", "echo", "must run test:versions"],
    ["an audit that isn't run", "npm run audit", "echo", "must run npm run audit"],
    ["npm with a token", "npm publish", `T=\${{ secrets.NPM_TOKEN }} npm publish`, "npm must not have a token"],
    ["npm without an identity", /(environment: npm)\n.*\n +id-token: write/, "$1", "npm publish must use trusted"],
    ["a build in the job that may publish", "mkdir dist", "npm ci; mkdir dist", "pypi must not run build tools"],
  ];
  type Other = readonly [why: string, file: string, what: string | RegExp, replacement: string, finding: string];
  const ofOthers: readonly Other[] = [
    ["a version of Node.js that isn't tested", "ci.yml", "[20, 22, 26]", "[22, 26]", "test on Node.js 20"],
    ["no macOS", "ci.yml", "macos-15", "ubuntu-latest", "test on macOS"],
    ["no weekly run", "newest.yml", /schedule:\n.*\n/, "push: {}\n", "run it every week"],
    ["no issue after a failure", "newest.yml", "gh issue create", "echo", "open an issue"],
    ["a template that isn't updated", "../dependabot.yml", "      - /template\n", "", "update npm in /template"],
    ["a Go module that isn't updated", "../dependabot.yml", / +- .*go-python\n/, "", "update gomod in /tools"],
  ];

  const faulty = [...ofRelease.map(([why, ...row]) => [why, "release.yml", ...row] as const), ...ofOthers];
  it.each(faulty)("has a finding for %s: %s", (_, file, what, replacement, finding) => {
    edit(join("workflows", file), (text) => text.replace(what, replacement));
    expect(workflowFindings(copy).join("\n")).toContain(finding);
  });
});

it("workflows run only npm scripts that exist", () => {
  for (const name of ["release", "ci", "newest"]) {
    const jobs: Readonly<Record<string, Job>> = read(`workflows/${name}.yml`).jobs;
    const scripts = Object.values(jobs)
      .flatMap(commandsOf)
      .flatMap((command) => /^npm run (\S+)/.exec(command)?.[1] ?? []);
    expect(scripts.length, name).toBeGreaterThan(name === "newest" ? -1 : 0);
    for (const script of scripts) expect(manifest.scripts).toHaveProperty([script]);
  }
});

describe("release workflow", () => {
  const workflow = read("workflows/release.yml");

  it("runs for version tags, with read-only permissions by default", () => {
    expect([workflow.on, workflow.permissions]).toEqual([{ push: { tags: ["v*"] } }, { contents: "read" }]);
  });

  it("verifies all checksums before it signs SHA256SUMS and creates the release", () => {
    const commands = commandsOf(workflow.jobs.upload);
    const at = (begin: string) => commands.findIndex((command) => command.startsWith(begin));
    const order = ["sha256sum --check", "cosign sign-blob", "gh release create", "gh release edit"].map(at);
    expect(order).toEqual([1, 2, 3, 4]);
  });

  it.each([
    [`v${manifest.version}`, 0],
    ["v9.9.9", 1],
    ["", 1],
  ])("ends release:tag for the tag '%s' with exit code %i", (tag, code) => {
    const { status } = spawnSync(process.execPath, ["--import", "tsx", "tools/release/tag.ts", tag], { cwd: root });
    expect(status).toBe(code);
  });
});

describe("pull request workflow", () => {
  const { on, permissions, jobs } = read("workflows/ci.yml");

  it("runs .ci/run, the checks and the audit, with read-only permissions", () => {
    expect(Object.keys(on)).toContain("pull_request");
    expect(permissions).toEqual({ contents: "read" });
    expect(commandsOf(jobs.test)).toEqual([".ci/run", "npm run check", "npm run audit"]);
  });
});

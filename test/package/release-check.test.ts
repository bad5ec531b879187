import { execFileSync } from "node:child_process";
import { cpSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { address } from "../../tools/release/address.js";
import { findings } from "../../tools/release/findings.js";
import { openedFolder } from "../support/opened-folder.js";
import { copyTracked } from "./adding-a-kind/copy.js";

const root = join(__dirname, "..", "..");
const copy = openedFolder("release");
const real = { repository: "https://github.com/acme/pulumi-app-platform", site: "https://acme.github.io/docs/" };

const git = (...args: string[]) => execFileSync("git", args, { cwd: copy, encoding: "utf8" });
const edit = (file: string, change: (text: string) => string) => {
  const before = readFileSync(join(copy, file), "utf8");
  const after = change(before);
  expect(after, `${file} is the same after the edit`).not.toBe(before);
  writeFileSync(join(copy, file), after);
};
const commit = () =>
  git("-c", "user.name=t", "-c", "user.email=t@acme.dev", "commit", "--all", "--quiet", "-m", "Edit");

beforeAll(() => {
  copyTracked(copy);
  for (const folder of ["dist", "backend/dist"]) cpSync(join(root, folder), join(copy, folder), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  // Changes that wait for a version aren't part of what a release checks here.
  const waiting = readdirSync(join(copy, ".changeset")).filter((name) => name.endsWith(".md") && name !== "README.md");
  for (const name of waiting) rmSync(join(copy, ".changeset", name));
  git("init", "--quiet");
  // A link isn't a folder, so the line of .gitignore does not match it.
  writeFileSync(join(copy, ".git/info/exclude"), "node_modules\n");
  git("add", ".");
  commit();
});

describe("release check", () => {
  it("lists every finding, also placeholders of addresses", () => {
    edit("backend/package.json", (text) => text.replace(/"version": "[^"]+"/, '"version": "0.0.9"'));
    edit("CHANGELOG.md", (text) => text.replace(/^## .*$/m, "## Unreleased"));
    edit("README.md", (text) => `${text}\n<a href="docs/index.md">The guide</a>\n`);
    edit("docs/reference/job.md", (text) => `${text}stale\n`);
    rmSync(join(copy, "backend/LICENSE"));
    rmSync(join(copy, "dist/provider/runtime.js"));
    writeFileSync(join(copy, ".changeset/warm-tigers-wait.md"), '---\n"pulumi-app-platform": patch\n---\n\nA fix.\n');
    const { version } = JSON.parse(readFileSync(join(copy, "package.json"), "utf8"));
    rmSync(join(copy, "test/cli/upgrades/fixtures", version), { recursive: true });
    expect(findings(copy)).toEqual([
      `tools/release/address.json: repository must be the project's address; got the placeholder ${address.repository}`,
      `tools/release/address.json: site must be the project's address; got the placeholder ${address.site}`,
      `The packages must have one version; got pulumi-app-platform ${version} and app-platform-backend 0.0.9`,
      `CHANGELOG.md must begin with an entry "## ${version}"; got "Unreleased"`,
      "Run `npm run changeset:version`: 1 changesets have no version yet",
      `test/cli/upgrades/fixtures/${version} must exist: run \`npm run fixtures:record\``,
      "pulumi-app-platform: the package must contain dist/provider/runtime.js",
      "README.md: only links of the form [text](path) get their address when the package is published; got docs/index.md",
      "app-platform-backend: the package must contain LICENSE",
      "Stale, run `npm run generate`:\n  docs/reference/job.md\n  backend/container/package-lock.json",
      expect.stringContaining("Everything must be committed; got\n"),
    ]);
  });

  it("has no findings once the addresses are set, and then no manifest has a placeholder", () => {
    git("reset", "--hard", "--quiet");
    git("clean", "--force", "--quiet");
    cpSync(join(root, "dist"), join(copy, "dist"), { recursive: true });
    writeFileSync(join(copy, "tools/release/address.json"), `${JSON.stringify(real, null, 2)}\n`);
    execFileSync(process.execPath, ["--import", "tsx", "tools/generate/main.ts"], { cwd: copy });
    commit();
    expect(findings(copy)).toEqual([]);
    const published = ["package.json", "backend/package.json"];
    for (const file of published) expect(readFileSync(join(copy, file), "utf8"), file).not.toContain("example.com/");
  });
});

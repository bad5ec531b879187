import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Address, isPlaceholder } from "./address.js";
import { inPackage, type PublishedPackage, publishedPackages } from "./manifest.js";
import { packedFiles, requiredFiles } from "./packed-files.js";
import { addressedReadme, relativeLinks } from "./readme-links.js";
import { workflowFindings } from "./workflows.js";

interface Manifest {
  readonly name: string;
  readonly version: string;
}

/** What must change before the checkout in a folder can be released; nothing if it can. */
export function findings(root: string): string[] {
  const read = (path: string) => readFileSync(join(root, path), "utf8");
  const manifests = publishedPackages.map((each) => JSON.parse(read(inPackage(each, "package.json"))) as Manifest);
  const [{ version }] = manifests as [Manifest];
  return [
    ...ofAddress(JSON.parse(read("tools/release/address.json"))),
    ...ofVersions(manifests),
    ...ofChangelog(read("CHANGELOG.md"), version),
    ...ofChangesets(readdirSync(join(root, ".changeset"))),
    ...ofFixture(root, version),
    ...ofPackages(root),
    ...ofGenerated(root),
    ...workflowFindings(root),
    ...ofCommits(root),
  ];
}

function ofAddress({ repository, site }: Address): string[] {
  return Object.entries({ repository, site })
    .filter(([, url]) => isPlaceholder(url))
    .map(
      ([name, url]) => `tools/release/address.json: ${name} must be the project's address; got the placeholder ${url}`,
    );
}

function ofVersions(manifests: readonly Manifest[]): string[] {
  if (new Set(manifests.map(({ version }) => version)).size === 1) return [];
  return [
    `The packages must have one version; got ${manifests.map(({ name, version }) => `${name} ${version}`).join(" and ")}`,
  ];
}

function ofChangelog(changelog: string, version: string): string[] {
  const [, entry] = changelog.split(/^## /m).map((segment) => segment.split("\n"));
  if (entry === undefined || entry[0]?.trim() !== version)
    return [`CHANGELOG.md must begin with an entry "## ${version}"; got "${entry?.[0] ?? "none"}"`];
  return entry.slice(1).some((line) => line.trim() !== "") ? [] : [`The entry of ${version} in CHANGELOG.md is empty`];
}

function ofChangesets(files: readonly string[]): string[] {
  const pending = files.filter((file) => file.endsWith(".md") && file !== "README.md");
  return pending.length === 0
    ? []
    : [`Run \`npm run changeset:version\`: ${pending.length} changesets have no version yet`];
}

function ofFixture(root: string, version: string): string[] {
  const fixture = `test/cli/upgrades/fixtures/${version}`;
  return existsSync(join(root, fixture)) ? [] : [`${fixture} must exist: run \`npm run fixtures:record\``];
}

function ofPackages(root: string): string[] {
  const packed = packedFiles(root);
  return publishedPackages.flatMap((each) => ofPackage(root, each, packed));
}

function ofPackage(root: string, published: PublishedPackage, all: ReadonlyMap<string, string[]>): string[] {
  const path = (file: string) => inPackage(published, file);
  const manifest = JSON.parse(readFileSync(join(root, path("package.json")), "utf8"));
  const packed = all.get(manifest.name) ?? [];
  const missing = requiredFiles(manifest).filter((file) => !packed.includes(file));
  const pages = packed.filter((file) => file.endsWith("README.md"));
  return [
    ...missing.map((file) => `${manifest.name}: the package must contain ${file}`),
    ...pages.flatMap((page) =>
      relativeLinks(addressedReadme(readFileSync(join(root, path(page)), "utf8"), dirname(path(page)))).map(
        (link) =>
          `${path(page)}: only links of the form [text](path) get their address when the package is published; got ${link}`,
      ),
    ),
  ];
}

function ofGenerated(root: string): string[] {
  const { status, stderr } = spawnSync(process.execPath, ["--import", "tsx", "tools/generate/main.ts", "--check"], {
    cwd: root,
    encoding: "utf8",
  });
  return status === 0 ? [] : [stderr.trim()];
}

function ofCommits(root: string): string[] {
  const changed = execFileSync("git", ["status", "--porcelain"], { cwd: root, encoding: "utf8" }).trim();
  return changed === "" ? [] : [`Everything must be committed; got\n${changed}`];
}

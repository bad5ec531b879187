/** What the workflows must be so that a release is whole or not at all. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "yaml";
import { nodes } from "../versions/table.js";

interface Step {
  readonly uses?: string;
  readonly run?: string;
}

interface Job {
  readonly needs?: string | readonly string[];
  readonly permissions?: Readonly<Record<string, string>>;
  readonly "runs-on": string;
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly unknown[]>> };
  readonly steps: readonly Step[];
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

/** The systems that the native provider is built and tried on, as the names of runners begin. */
const SYSTEMS = ["ubuntu-latest", "ubuntu-24.04-arm", "macos-15", "macos-15-intel", "windows-2025"];

/** Commands that publish, and the action that does. */
const PUBLISHES = /npm publish|nuget push|deploy|git push|gh-action-pypi-publish/;

const runs = ({ steps }: Job, command: string) => steps.some(({ run = "" }) => run.includes(command));
const textOf = ({ steps }: Job) => steps.map(({ run = "", uses = "" }) => `${run}\n${uses}`).join("\n");

/** What must change in the workflows below a folder before anything is released. */
export function workflowFindings(root: string): string[] {
  const read = (file: string) => readFileSync(join(root, ".github", file), "utf8");
  const workflow = (name: string) => parse(read(`workflows/${name}.yml`)) as Workflow;
  const texts = readdirSync(join(root, ".github/workflows")).map((file) => [file, read(`workflows/${file}`)] as const);
  return [
    ...texts.flatMap(([file, text]) => unpinned(text).map((uses) => `${file}: pin ${uses} by its digest`)),
    ...ofRelease(workflow("release").jobs).map((finding) => `release.yml: ${finding}`),
    ...ofCi(workflow("ci").jobs).map((finding) => `ci.yml: ${finding}`),
    ...ofNewest(workflow("newest")).map((finding) => `newest.yml: ${finding}`),
    ...ofUpdates(root, parse(read("dependabot.yml"))).map((finding) => `dependabot.yml: ${finding}`),
  ];
}

function unpinned(text: string): string[] {
  return [...text.matchAll(/uses: (\S+)(.*)/g)].flatMap(([, uses = "", comment = ""]) =>
    /@[0-9a-f]{40}$/.test(uses) && /^ # v\d/.test(comment) ? [] : [uses],
  );
}

function ofRelease(jobs: Readonly<Record<string, Job>>): string[] {
  const before = (name: string): Set<string> => {
    const needed = [jobs[name]?.needs ?? []].flat();
    return new Set([...needed, ...needed.flatMap((each) => [...before(each)])]);
  };
  const all = Object.entries(jobs);
  const named = (isSought: (job: Job) => boolean) => all.filter(([, job]) => isSought(job)).map(([name]) => name);
  const tests = named((job) => runs(job, ".ci/run"));
  const builds = named((job) => runs(job, "release:artifacts"));
  const uploads = named((job) => runs(job, "gh release create"));
  const required = ["release:check", "release:tag", "npm run check", "npm run audit", "test:versions"];
  const missing = required.filter((command) => !tests.some((name) => runs(jobs[name] as Job, command)));
  const systems = builds.flatMap((name) =>
    (jobs[name]?.strategy?.matrix.include ?? []).map((each) => (each as Job)["runs-on"]),
  );
  return [
    ...(tests.length === 0 ? ["a job must run .ci/run"] : []),
    ...missing.map((command) => `the tests must run ${command}`),
    ...SYSTEMS.filter((each) => !systems.includes(each)).map((each) => `build the native provider on ${each}`),
    ...builds
      .filter((name) => !runs(jobs[name] as Job, "release:try"))
      .map((name) => `${name} must try what it builds: npm run release:try`),
    ...uploads.flatMap((name) => [
      ...[...tests, ...builds].filter((each) => !before(name).has(each)).map((each) => `${name} must need ${each}`),
      ...(runs(jobs[name] as Job, "--draft ") ? [] : [`${name} must create a draft`]),
    ]),
    ...all
      .filter(([, job]) => PUBLISHES.test(textOf(job)))
      .flatMap(([name, job]) => [
        ...uploads.filter((each) => !before(name).has(each)).map((each) => `${name} must need ${each}`),
        ...(/npm (ci|install|run)/.test(textOf(job))
          ? [`${name} must not run build tools beside its permissions`]
          : []),
      ]),
    ...["npm publish", "gh-action-pypi-publish"].flatMap((how) => {
      const trusted = all.filter(([, job]) => textOf(job).includes(how));
      const isTrusted = trusted.length > 0 && trusted.every(([, job]) => job.permissions?.["id-token"] === "write");
      return isTrusted ? [] : [`${how} must use trusted publishing: permissions: { id-token: write }`];
    }),
    ...all
      .filter(([, job]) => /npm publish|pypi/.test(textOf(job)) && JSON.stringify(job).includes("secrets."))
      .map(([name]) => `${name} must not have a token`),
  ];
}

function ofCi(jobs: Readonly<Record<string, Job>>): string[] {
  const text = JSON.stringify(jobs);
  const tested = Object.values(jobs).flatMap((job) => [
    ...(job.strategy?.matrix["node-version"] ?? []),
    ...job.steps.map((step) => (step as { with?: { "node-version"?: number } }).with?.["node-version"]),
  ]);
  return [
    ...Object.keys(nodes)
      .filter((each) => !tested.includes(Number(each)))
      .map((each) => `test on Node.js ${each}`),
    ...(text.includes('"runs-on":"macos') ? [] : ["test on macOS what can run there"]),
  ];
}

function ofNewest({ on, permissions, jobs }: Workflow): string[] {
  const isRun = Object.values(jobs).some((job) => runs(job, "@pulumi/pulumi@latest") && runs(job, "gh issue create"));
  return [
    ...("schedule" in on ? [] : ["run it every week: on.schedule"]),
    ...(isRun && permissions?.issues === "write" ? [] : ["install the newest SDK, and open an issue on a failure"]),
  ];
}

interface Update {
  readonly "package-ecosystem": string;
  readonly directory?: string;
  readonly directories?: readonly string[];
}

/** The folders whose dependencies people copy, or that this repository builds with. */
const UPDATED: Readonly<Record<string, readonly string[]>> = {
  npm: ["/", "/template", "/examples/pipeline"],
  "github-actions": ["/", "/template", "/examples/pipeline"],
};

function ofUpdates(root: string, { updates }: { readonly updates: readonly Update[] }): string[] {
  const covered = (ecosystem: string) =>
    updates
      .filter((each) => each["package-ecosystem"] === ecosystem)
      .flatMap(({ directory, directories = [directory ?? ""] }) => directories);
  const modules = readdirSync(join(root, "tools/fetch"), { recursive: true, encoding: "utf8" })
    .filter((folder) => existsSync(join(root, "tools/fetch", folder, "go.mod")))
    .map((folder) => `/tools/fetch/${folder.replaceAll("\\", "/")}`);
  return Object.entries({ ...UPDATED, gomod: modules }).flatMap(([ecosystem, folders]) =>
    folders.filter((each) => !covered(ecosystem).includes(each)).map((each) => `update ${ecosystem} in ${each}`),
  );
}

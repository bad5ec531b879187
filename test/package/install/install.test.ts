import { execFile, execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdtemp, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bun, fetchProgram, node24 } from "../../../tools/programs/fetch.js";
import type { Packed } from "../../../tools/release/packed.js";
import { isFull } from "../../full.js";
import { packedPackages } from "../packed.js";
import { bunAt, type Manager, npm, pnpm } from "./managers.js";
import { type ProgramKind, programKinds, writeProject } from "./programs.js";
import { configure, type OpenedProject, openProjectIn } from "./project.js";
import { serveIn } from "./served.js";

interface Combination {
  readonly kind: ProgramKind;
  readonly name: string;
  readonly manager: Manager;
  readonly sdk: string;
  /** The Node.js that is first on PATH. */
  readonly node: string;
}

/** npm with the oldest SDK; with `FULL=1`, also each package manager with each kind of program, the newest Node.js included. */
async function combinations(): Promise<Combination[]> {
  const node = process.execPath;
  const oldest: Combination = { kind: "CommonJS", name: npm.name, manager: npm, sdk: "3.216.0", node };
  if (!isFull) return [oldest];
  const newest = await fetchProgram(node24);
  const managers = [npm, pnpm, bunAt(await fetchProgram(bun))];
  const others = managers.flatMap((manager, place) =>
    programKinds.map((kind, index) => ({
      ...{ kind, name: manager.name, manager, sdk: "3.246.0" },
      node: place === index ? newest : node,
    })),
  );
  return [oldest, ...others];
}

function versionOf(node: string): string {
  return execFileSync(node, ["--version"], { encoding: "utf8" }).trim();
}

/** What Pulumi prints if the package that the state's text loads is not there, or nothing at all is. */
const missing = {
  "node_modules/pulumi-app-platform": "error: Cannot find module 'pulumi-app-platform/runtime'\n",
  node_modules: "Error: Cannot find module '@pulumi/pulumi/cmd/dynamic-provider'\n",
};

/** Nothing of this package runs then, so only the documentation can say what to do. */
async function expectNamedWhereMissing({ folder, fails }: OpenedProject): Promise<void> {
  for (const [path, message] of Object.entries(missing)) {
    const [installed, hidden] = [join(folder, path), join(folder, "hidden")];
    await rename(installed, hidden);
    expect(await fails("destroy", "--yes", "--skip-preview")).toContain(message);
    await rename(hidden, installed);
  }
}

/** Whether the command that the package installs finds nothing wrong in the project. */
async function expectHealthy({ folder, env }: OpenedProject, manager: Manager): Promise<void> {
  const [command, ...args] = manager.execute("app-platform", "doctor", "--json");
  const { stdout } = await promisify(execFile)(command, args, { cwd: folder, env }).catch((error) => error);
  const { checks } = JSON.parse(stdout) as { checks: readonly { name: string; status: string }[] };
  // The configuration of this project calls no environment.
  expect(checks.filter(({ status }) => status !== "ok").map(({ name }) => name)).toEqual(["environment"]);
}

describe("the packed packages, in a folder with nothing else", async () => {
  let home: string;
  let packed: Packed;
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), "packed-"));
    packed = await packedPackages();
  });
  afterAll(() => rm(home, { recursive: true, force: true }));

  const all = (await combinations()).map((each) => ({ ...each, release: versionOf(each.node) }));
  const title = "run a program in $kind on Node.js $release, installed with $name, with Pulumi's SDK $sdk";
  test.concurrent.each(all)(title, async (each) => {
    const env = { PATH: `${dirname(each.node)}${delimiter}${process.env.PATH}` };
    const folder = join(home, `${each.name}-${each.kind}-${each.sdk}`);
    await writeProject(folder, each.kind, packed, each);
    await each.manager.install(folder);
    const platform = await serveIn(folder, each.manager, env);
    try {
      const project = await openProjectIn(folder, platform, env);
      const { environment: environmentId, registries } = platform.ids;
      await configure(project, "shop:ids", { environmentId, registryId: registries.DOCKER_HUB });
      const services = async () => (await platform.get(`/environment/${platform.ids.environment}/container`)).results;
      expect(await project.pulumi("up", "--yes", "--skip-preview")).toContain("+ 2 created");
      expect(await services()).toMatchObject([{ name: "web", image_name: "nginx", tag: "1.27" }]);
      await expectHealthy(project, each.manager);
      await expectNamedWhereMissing(project);
      // The state's text loads the package from the program's folder, also where node_modules is made of links.
      if (isFull) expect(await project.pulumi("refresh", "--yes", "--skip-preview")).toContain("2 unchanged");
      expect(await project.pulumi("destroy", "--yes", "--skip-preview")).toContain("- 2 deleted");
      expect(await services()).toEqual([]);
    } finally {
      await platform.stop();
    }
  });
});

describe("a package that is not installed", () => {
  test.each(Object.values(missing))("is documented with what Pulumi prints: %s", (message) => {
    expect(readFileSync(join(__dirname, "../../../docs/upgrading.md"), "utf8")).toContain(message);
  });
});

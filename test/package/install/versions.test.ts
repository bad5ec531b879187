/** The packed packages with all supported versions of what they run with, as docs/upgrading.md lists them. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, readFile, symlink, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { providerText } from "../../../sdk/registration.js";
import { bun, fetchProgram, nodeOf } from "../../../tools/fetch/program.js";
import { olderCli } from "../../../tools/fetch/pulumi-cli/older.js";
import { RELEASE } from "../../../tools/fetch/pulumi-cli/release.js";
import type { Packed } from "../../../tools/release/packed.js";
import {
  allCells,
  type Cell,
  type ManagerName,
  type NodeMajor,
  nodes,
  sdks,
  shortCells,
} from "../../../tools/versions/table.js";
import { writeEmptyStack } from "../../cli/support/empty-stack.js";
import { isFull } from "../../support/full.js";
import { openedFolder } from "../../support/opened-folder.js";
import { typeToken } from "../../support/provider.js";
import { packedPackages } from "../support/packed.js";
import { bunAt, type Manager, npm, pnpm } from "./managers.js";
import { policyPackFor, writeProject } from "./programs.js";
import { configure, type OpenedProject, openProjectIn } from "./project.js";
import { serveIn } from "./served.js";

const run = promisify(execFile);
/** The stack and a resource of each form of the provider. */
const same = { same: 3 };

/** The program of a Node.js: the one that runs the tests, if it is of that version. */
const nodeProgram = async (major: NodeMajor): Promise<string> =>
  process.version.startsWith(`v${major}.`) ? process.execPath : fetchProgram(nodeOf(major));

const managerOf = async (name: ManagerName): Promise<Manager> =>
  name === "bun" ? bunAt(await fetchProgram(bun)) : { npm, pnpm }[name];

/** What the command of the package prints, whether it fails or not. */
async function call({ folder, env }: OpenedProject, manager: Manager, ...args: string[]): Promise<string> {
  const [command, ...rest] = manager.execute("app-platform", ...args);
  return (await run(command, rest, { cwd: folder, env }).catch((error) => error)).stdout;
}

async function versionIn(folder: string, name: string): Promise<string> {
  return JSON.parse(await readFile(join(folder, "node_modules", name, "package.json"), "utf8")).version;
}

/** Whether the command that the package installs finds nothing wrong in the project. */
async function expectHealthy(project: OpenedProject, manager: Manager): Promise<void> {
  const stdout = await call(project, manager, "doctor", "--json");
  const { checks } = JSON.parse(stdout) as { checks: readonly { name: string; status: string; message: string }[] };
  // The configuration of this project calls no environment.
  expect(checks.filter(({ status }) => status !== "ok")).toMatchObject([{ name: "environment" }]);
}

/** Moves both resources, each managed by one form of the provider, to another stack of the project and back. */
async function expectMoves({ folder, pulumi }: OpenedProject): Promise<void> {
  await writeEmptyStack({ folder, state: join(folder, ".state"), project: "shop", stack: "other" });
  for (const [source, dest] of [
    ["dev", "other"],
    ["other", "dev"],
  ] as const) {
    const urnOf = (type: string, name: string) => `urn:pulumi:${source}::shop::${type}:Container::${name}`;
    const urns = [urnOf("pulumi-nodejs:dynamic/app-platform", "web"), urnOf("app-platform:index", "api")];
    await pulumi("state", "move", "--yes", "--source", source, "--dest", dest, ...urns);
  }
}

/** Makes the journey in a folder, with nothing but what is installed there. */
async function expectWorks(folder: string, cell: Cell, packed: Packed): Promise<void> {
  const node = await nodeProgram(cell.node);
  const manager = await managerOf(cell.manager);
  const programs = [join(folder, "policy"), dirname(node), ...(cell.cli === RELEASE ? [] : [await olderCli()])];
  const path = { PATH: [...programs, process.env.PATH].join(delimiter) };
  expect((await run("node", ["--version"], { env: path })).stdout).toMatch(`v${cell.node}.`);
  await writeProject(folder, packed, cell);
  await manager.install(folder, path);
  expect(await versionIn(folder, "@pulumi/pulumi")).toBe(cell.sdk);

  const platform = await serveIn(folder, manager, path);
  try {
    const project = await openProjectIn(folder, platform, path);
    const { environment: environmentId, registries } = platform.ids;
    const ids = { environmentId, registryId: registries.DOCKER_HUB };
    await configure(project, "shop:ids", ids);
    expect(await project.pulumi("version")).toContain(`v${cell.cli}`);
    await call(project, manager, "native", "init");
    const names = async (): Promise<string[]> => {
      const { results } = await platform.get(`/environment/${environmentId}/container`);
      return results.map(({ name }: { name: string }) => name).sort();
    };
    await copyFile(join(__dirname, "automation.cjs"), join(folder, "automation.cjs"));
    const automation = async (way: string) => {
      const env = { ...project.env, IDS: JSON.stringify(ids), POLICY_PACK: policyPackFor(cell.cli) };
      return JSON.parse((await run("node", ["automation.cjs", way], { cwd: folder, env })).stdout);
    };

    if (cell.ways.includes("inline")) {
      expect(await automation("inline")).toEqual({
        outputs: ["transformed", "transformed"],
        secretsInPlainText: [],
        preview: same,
        // What is only read is forgotten.
        destroy: { delete: 3, discard: 2 },
      });
    }
    if (cell.ways.includes("local")) {
      expect(await automation("local")).toEqual({
        up: { create: 3 },
        reported: ["app-platform:index:Container", "pulumi-nodejs:dynamic/app-platform:Container"],
        refresh: same,
      });
      expect(await names()).toEqual(["api", "web"]);
      await expectHealthy(project, manager);
      await expectMoves(project);
      expect(await automation("end")).toMatchObject({ preview: same, destroy: { delete: 3 } });
    }
    expect(await names()).toEqual([]);
  } finally {
    await platform.stop();
  }
}

const root = join(__dirname, "../../..");

const home = openedFolder("packed");
let packed: Packed;
beforeAll(async () => {
  packed = await packedPackages();
});

describe("packed packages in an empty folder", () => {
  const cells = isFull ? allCells() : shortCells(Number.parseInt(process.versions.node, 10));
  test.concurrent.each(cells)("work with CLI $cli, SDK $sdk, Node.js $node and $manager, in $kind", async (cell) => {
    await expectWorks(await mkdtemp(join(home, "cell-")), cell, packed);
  });
});

describe("table of versions", () => {
  const { engines, peerDependencies, devDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

  test("starts with the lowest accepted version, and includes the version that development uses", () => {
    expect(peerDependencies["@pulumi/pulumi"]).toBe(`>=${sdks.oldest.sdk} <4`);
    expect(devDependencies["@pulumi/pulumi"]).toBe(sdks.pinned.sdk);
    expect(devDependencies.typescript).toBe(sdks.pinned.typescript);
    expect(engines.node).toBe(">=20.19");
    expect(Object.keys(nodes)[0]).toBe("20");
  });
});

describe("package that isn't installed", () => {
  /** What Pulumi prints, by what the folder of the project has: nothing of this package runs then. */
  const missing = [
    { installed: ["@pulumi"], message: "error: Cannot find module 'pulumi-app-platform/runtime'\n" },
    { installed: [], message: "Error: Cannot find module '@pulumi/pulumi/cmd/dynamic-provider'\n" },
  ];

  test.each(missing)(
    "fails destroy with a message that the troubleshooting page explains: $message",
    async ({ installed, message }) => {
      const folder = await mkdtemp(join(home, "missing-"));
      await mkdir(join(folder, "node_modules"));
      for (const name of installed) await symlink(join(root, "node_modules", name), join(folder, "node_modules", name));
      await writeFile(join(folder, "Pulumi.yaml"), "name: shop\nruntime: nodejs\n");
      const { fails } = await openProjectIn(folder, { url: "http://127.0.0.1:9", tokens: { admin: "" } });
      await writeResource(join(folder, ".state/.pulumi/stacks/shop/dev.json"));
      expect(await fails("destroy", "--yes", "--skip-preview")).toContain(message);
      expect(readFileSync(join(root, "docs/how-to/troubleshooting.md"), "utf8")).toContain(message);
    },
  );
});

/** Adds a container to the file of an empty stack. */
async function writeResource(file: string): Promise<void> {
  const urnOf = (type: string, name: string) => `urn:pulumi:dev::shop::${type}::${name}`;
  const resource = (type: string, name: string, id?: string) => ({ urn: urnOf(type, name), type, id, custom: !!id });
  const stack = resource("pulumi:pulumi:Stack", "shop-dev");
  const provider = resource("pulumi:providers:pulumi-nodejs", "default", "1");
  const values = { __provider: providerText("Container") };
  const web = { ...resource(typeToken("Container"), "web", "1"), inputs: values, outputs: values };
  const state = JSON.parse(readFileSync(file, "utf8"));
  state.checkpoint.latest.resources = [stack, provider, { ...web, provider: `${provider.urn}::1` }];
  await writeFile(file, JSON.stringify(state));
}

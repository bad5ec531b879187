import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fetchProgram, node24 } from "../../../tools/programs/fetch.js";
import type { Packed } from "../../../tools/release/packed.js";
import { isFull } from "../../full.js";
import { npm } from "../../package/install/managers.js";
import { writeProject } from "../../package/install/programs.js";
import { configure, openProjectIn } from "../../package/install/project.js";
import { serveIn } from "../../package/install/served.js";
import { packedPackages } from "../../package/packed.js";

const root = join(__dirname, "../../..");

interface Combination {
  readonly sdk: string;
  readonly typescript: string;
  /** Folder of `node`, if not the one that runs the tests. */
  readonly node?: string;
  /** What `node --version` prints. */
  readonly release: string;
}

/** Older SDKs refuse TypeScript 6. */
const oldest = { sdk: "3.216.0", typescript: "5.9.3" };
const pinned = { sdk: "3.246.0", typescript: "6.0.3" };
/** The newest that is known; it needs Node.js 22. */
const newest = { sdk: "3.270.0", typescript: "6.0.3" };

async function packages(): Promise<void> {
  const node = dirname(await fetchProgram(node24));
  const combinations: readonly Combination[] = [
    { ...oldest, release: process.version },
    ...[oldest, pinned, newest].map((each) => ({ ...each, node, release: "v24.9.0" })),
  ];

  let home: string;
  let packed: Packed;
  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), "versions-"));
    packed = await packedPackages();
  });
  afterAll(() => rm(home, { recursive: true, force: true }));

  test.concurrent.each(combinations)("work with Pulumi's SDK $sdk on Node.js $release", async (each) => {
    const path = [...(each.node === undefined ? [] : [each.node]), process.env.PATH].join(":");
    const env = { PATH: path };
    expect(execFileSync("node", ["--version"], { env, encoding: "utf8" }).trim()).toBe(each.release);
    const folder = join(home, `${each.sdk}-${each.release}`);
    await writeProject(folder, "TypeScript", packed, each);
    await npm.install(folder);
    const installed = await readFile(join(folder, "node_modules/@pulumi/pulumi/package.json"), "utf8");
    expect(JSON.parse(installed).version).toBe(each.sdk);
    const platform = await serveIn(folder, npm, env);
    try {
      const project = await openProjectIn(folder, platform, env);
      const { environment: environmentId, registries } = platform.ids;
      await configure(project, "shop:ids", { environmentId, registryId: registries.DOCKER_HUB });
      const up = await project.pulumi("up", "--yes", "--skip-preview");
      expect(up).toContain("+ 2 created");
      expect(up).not.toMatch(/deprecat|warning/i);
      expect(await project.pulumi("preview", "--expect-no-changes")).toContain("2 unchanged");
      expect(await project.pulumi("refresh", "--yes", "--skip-preview")).toContain("2 unchanged");
      expect(await project.pulumi("destroy", "--yes", "--skip-preview")).toContain("- 2 deleted");
    } finally {
      await platform.stop();
    }
  });
}

// `npm cit` has its own mix of versions in test/package/install.
if (isFull) describe("the packed packages", packages);

describe("the supported versions", () => {
  test("begin with the tested ones", async () => {
    const { engines, peerDependencies } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
    expect([engines.node, peerDependencies["@pulumi/pulumi"]]).toEqual([">=20.19", ">=3.216.0 <4"]);
  });
});

import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import * as kinds from "pulumi-app-platform";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CHECKOUT } from "../../tools/pulumi-cli/search.js";
import { type Platform, startPlatform } from "../platform.js";
import { openProject } from "./project-folder.js";

const examples = join(CHECKOUT, "examples");

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

interface Example {
  readonly folder: string;
  /** The kinds that it creates. */
  readonly creates: readonly string[];
  /** The secret that it requires in the stack's configuration. */
  readonly secret?: string;
  /** The folder of Pulumi.yaml, if another one. */
  readonly project?: string;
}

const table: readonly Example[] = [
  { folder: "application", creates: ["Application", "DeploymentTrigger"] },
  { folder: "container", creates: ["Container", "Container"] },
  { folder: "job", creates: ["Job", "Job"] },
  { folder: "database", creates: ["Database", "Database"] },
  { folder: "terraform-service", creates: ["TerraformService"], secret: "encryptionKey" },
  { folder: "cluster", creates: ["Cluster"] },
  { folder: "argo-cd-config", creates: ["ArgoCdConfig"], secret: "argocdToken" },
  { folder: "deployment-trigger", creates: ["Container", "Database", "DeploymentTrigger", "Job"] },
  { folder: "quickstart", creates: ["Container", "Database", "DeploymentTrigger"], project: CHECKOUT },
];

describe("the examples", () => {
  test("cover every kind", async () => {
    const folders = (await readdir(examples, { withFileTypes: true })).filter((entry) => entry.isDirectory());
    expect(folders.map(({ name }) => name).sort()).toEqual(table.map(({ folder }) => folder).sort());
    const isKind = ([, value]: [string, unknown]) => typeof value === "function" && "isInstance" in value;
    const created = new Set(table.flatMap(({ creates }) => creates));
    expect(
      Object.entries(kinds)
        .filter(isKind)
        .map(([name]) => name)
        .sort(),
    ).toEqual([...created].sort());
  });

  test("compile", async () => {
    const parent = join(CHECKOUT, ".local/test-program");
    await mkdir(parent, { recursive: true });
    const folder = await mkdtemp(join(parent, "types-"));
    try {
      const include = table.map((example) => relative(folder, join(examples, example.folder, "index.ts")));
      const config = { extends: relative(folder, join(examples, "container/tsconfig.json")), include };
      await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
      const tsc = join(CHECKOUT, "node_modules/typescript/bin/tsc");
      const { stdout } = await promisify(execFile)(process.execPath, [tsc, "-p", folder]);
      expect(stdout).toBe("");
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  // Several at a time: a single one leaves a processor idle.
  test.concurrent.each(table.map((example) => [example.folder, example] as const))(
    "%s goes up, previews without a change, and is destroyed",
    async (_, { folder, creates, secret, project: source = join(examples, folder) }) => {
      const project = await openProject(source, platform);
      const count = creates.length + 1;
      try {
        if (secret !== undefined)
          expect((await project.pulumi("config", "set", "--secret", secret, "s3cret")).code).toBe(0);
        const up = await project.pulumi("up", "--yes", "--skip-preview");
        expect(up.summary, up.output).toEqual([`+ ${count} created`]);
        for (const kind of creates) expect(up.output).toContain(`dynamic/app-platform:${kind} `);
        const preview = await project.pulumi("preview", "--expect-no-changes");
        expect(preview.summary, preview.output).toEqual([`${count} unchanged`]);
        const destroy = await project.pulumi("destroy", "--yes", "--skip-preview");
        expect(destroy.summary, destroy.output).toEqual([`- ${count} deleted`]);
        expect([up.code, preview.code, destroy.code]).toEqual([0, 0, 0]);
        expect(up.output + preview.output + destroy.output).not.toContain("s3cret");
      } finally {
        await project.close();
      }
    },
  );
});

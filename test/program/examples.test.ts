import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import * as kinds from "pulumi-app-platform";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Platform, startPlatform } from "../platform.js";
import { openProject } from "./project-folder.js";

const checkout = join(__dirname, "../..");
const examples = join(checkout, "examples");

let platform: Platform;
beforeAll(async () => {
  platform = await startPlatform();
});
afterAll(() => platform.stop());

/** The folder of each example with what it makes, and the secrets that it asks for. */
const table: readonly { readonly folder: string; readonly makes: readonly string[]; readonly secret?: string }[] = [
  { folder: "application", makes: ["Application", "DeploymentTrigger"] },
  { folder: "container", makes: ["Container", "Container"] },
  { folder: "job", makes: ["Job", "Job"] },
  { folder: "database", makes: ["Database", "Database"] },
  { folder: "terraform-service", makes: ["TerraformService"], secret: "encryptionKey" },
  { folder: "cluster", makes: ["Cluster"] },
  { folder: "argo-cd-config", makes: ["ArgoCdConfig"], secret: "argocdToken" },
  { folder: "deployment-trigger", makes: ["Container", "Database", "DeploymentTrigger", "Job"] },
];

describe("the examples", () => {
  test("are one for every kind, and quickstart", async () => {
    const folders = (await readdir(examples, { withFileTypes: true })).filter((entry) => entry.isDirectory());
    expect(folders.map(({ name }) => name).sort()).toEqual([...table.map(({ folder }) => folder), "quickstart"].sort());
    const isKind = ([, value]: [string, unknown]) => typeof value === "function" && "isInstance" in value;
    const made = new Set(table.flatMap(({ makes }) => makes));
    expect(
      Object.entries(kinds)
        .filter(isKind)
        .map(([name]) => name)
        .sort(),
    ).toEqual([...made].sort());
  });

  test("have types that fit", async () => {
    const folder = await mkdtemp(join(checkout, ".local/test-program/types-"));
    try {
      const include = table.map((example) => relative(folder, join(examples, example.folder, "index.ts")));
      const config = { extends: relative(folder, join(examples, "container/tsconfig.json")), include };
      await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
      const tsc = join(checkout, "node_modules/typescript/bin/tsc");
      const { stdout } = await promisify(execFile)(process.execPath, [tsc, "-p", folder]);
      expect(stdout).toBe("");
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  // Several at a time: one alone leaves a processor idle.
  test.concurrent.each(table.map((example) => [example.folder, example] as const))(
    "%s goes up, previews without a change, and is destroyed",
    async (_, { folder, makes, secret }) => {
      const project = await openProject(join(examples, folder), platform);
      const count = makes.length + 1;
      try {
        if (secret !== undefined)
          expect((await project.pulumi("config", "set", "--secret", secret, "s3cret")).code).toBe(0);
        const up = await project.pulumi("up", "--yes", "--skip-preview");
        expect(up.summary, up.output).toEqual([`+ ${count} created`]);
        for (const kind of makes) expect(up.output).toContain(`dynamic/app-platform:${kind} `);
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

import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import * as sdk from "pulumi-app-platform";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { EndpointSet } from "../../provider/platform/endpoint.js";
import { CHECKOUT } from "../../tools/pulumi-cli/search.js";
import { kindNames, records } from "../kinds/index.js";
import { recordOf } from "../kinds/recordOf.js";
import { type Platform, startPlatform } from "../platform.js";
import { openProject } from "./project-folder.js";

const examples = join(CHECKOUT, "examples");

/** An example: of a kind, or of several together. */
interface Example {
  readonly folder: string;
  /** The kinds that it creates. */
  readonly creates: readonly string[];
  /** The secret that it requires in the stack's configuration. */
  readonly secret?: string;
  /** The folder of Pulumi.yaml, if another one. */
  readonly project?: string;
}

const quickstart: Example = {
  folder: "quickstart",
  creates: ["Container", "Database", "DeploymentTrigger"],
  project: CHECKOUT,
};

/** All examples, by the kind that each is for, or its name. */
const table: readonly (Example & { readonly title: string })[] = [
  ...kindNames.map((kind) => ({ title: kind, ...records[kind].example })),
  { title: "quickstart", ...quickstart },
];

/** The set of endpoints that an example needs. */
const setOf = (creates: readonly string[]): EndpointSet =>
  creates.every((kind) => recordOf(kind).served.create.includes("documented")) ? "documented" : "extended";

describe("the examples", () => {
  const platforms: Partial<Record<EndpointSet, Platform>> = {};
  beforeAll(async () => {
    for (const set of new Set(table.map(({ creates }) => setOf(creates)))) {
      platforms[set] = await startPlatform({ endpoints: set });
    }
  });
  afterAll(async () => {
    for (const platform of Object.values(platforms)) await platform.stop();
  });

  test("include one for every kind", async () => {
    const folders = (await readdir(examples, { withFileTypes: true })).filter((entry) => entry.isDirectory());
    expect(folders.map(({ name }) => name).sort()).toEqual(table.map(({ folder }) => folder).sort());
    const isKind = ([, value]: [string, unknown]) => typeof value === "function" && "isInstance" in value;
    const classes = Object.entries(sdk).filter(isKind);
    expect(classes.map(([name]) => name).sort()).toEqual([...kindNames].sort());
    for (const kind of kindNames) expect(records[kind].example.creates, kind).toContain(kind);
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

  // Several at a time: one alone leaves a processor idle.
  test.concurrent.each(table.map((example) => [example.title, example] as const))(
    "%s: its example goes up, previews without a change, and is destroyed",
    async (_, { folder, creates, secret, project: source = join(examples, folder) }) => {
      const set = setOf(creates);
      const env = { APP_PLATFORM_ENDPOINTS: set };
      const project = await openProject(source, platforms[set] as Platform, env);
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

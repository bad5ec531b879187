/**
 * Measures how long runs of the real CLI take as a stack grows: `npm run bench:stacks`, or with numbers of containers. With
 * RECORD=1 it keeps the figures for docs/performance.md. The platform responds at once, so all of it is the time of Pulumi
 * and of the provider.
 */
import { execFile } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { forgetRequests, requests } from "../test/engine/journal.js";
import type { Platform } from "../test/platform/platform.js";
import { startPlatformProcess } from "../test/platform/platform-process.js";
import { isRecording, writeRecord } from "../test/recording.js";
import { recordPath } from "../tools/measured/record-file.js";
import { pulumiEnvironment } from "../tools/pulumi-cli/environment.js";
import { localFolder } from "../tools/pulumi-cli/search.js";
import { stampBench } from "./stamp.js";

const defaultSizes = [10, 100, 1_000];

const program = `const { Container } = require("pulumi-app-platform");
const { ENVIRONMENT_ID: environmentId, REGISTRY_ID: registryId } = process.env;
for (let index = 0; index < Number(process.env.SIZE); index++) {
  new Container("web-" + index, {
    environmentId,
    registryId,
    imageName: "library/nginx",
    tag: process.env.TAG,
    ports: [{ internalPort: 80, publiclyAccessible: true }],
    healthchecks: { readinessProbe: { type: { http: { port: 80 } } } },
  });
}
`;

/** Pulumi writes the state once, at the end of a run, and not after each step. */
const writtenOnce = { PULUMI_EXPERIMENTAL: "true", PULUMI_SKIP_CHECKPOINTS: "true" };

/** The runs, in order: what the page calls them, the command, the image tag of the program, and further variables. */
const steps: readonly (readonly [name: string, args: readonly string[], tag: string, env?: object])[] = [
  ["up, all new", ["up", "--yes", "--skip-preview"], "1.26"],
  ["preview, no change", ["preview"], "1.26"],
  ["up, all updated", ["up", "--yes", "--skip-preview"], "1.27"],
  ["refresh", ["refresh", "--yes", "--skip-preview"], "1.27"],
  ["destroy", ["destroy", "--yes", "--skip-preview"], "1.27"],
  ["up, state written once", ["up", "--yes", "--skip-preview"], "1.27", writtenOnce],
];

interface Figures {
  readonly seconds: number;
  readonly requests: number;
}

/** A project with the program; returns how to run the CLI in it. */
async function openProject(folder: string, platform: Platform, size: number) {
  mkdirSync(join(folder, "state"), { recursive: true });
  const project = { name: "growth", runtime: { name: "nodejs", options: { typescript: false } }, main: "index.js" };
  writeFileSync(join(folder, "Pulumi.yaml"), JSON.stringify(project));
  writeFileSync(join(folder, "index.js"), program);
  const env = {
    ...process.env,
    ...(await pulumiEnvironment({ state: join(folder, "state") })),
    APP_PLATFORM_BASE_URL: platform.url,
    APP_PLATFORM_TOKEN: platform.tokens.admin,
    APP_PLATFORM_ENDPOINTS: "extended",
    ENVIRONMENT_ID: platform.ids.environment,
    REGISTRY_ID: platform.ids.registries.GENERIC_CR,
    SIZE: `${size}`,
  };
  return (args: readonly string[], TAG: string, others: object = {}) =>
    promisify(execFile)("pulumi", [...args, "--non-interactive"], {
      cwd: folder,
      env: { ...env, TAG, ...others },
      maxBuffer: 1e8,
    });
}

async function measure(size: number, folder: string): Promise<Record<string, Figures>> {
  const platform = await startPlatformProcess({ endpoints: "extended" });
  try {
    const pulumi = await openProject(folder, platform, size);
    await pulumi(["stack", "init", "bench"], "");
    const figures: Record<string, Figures> = {};
    for (const [name, args, tag, others] of steps) {
      await forgetRequests(platform);
      const before = performance.now();
      await pulumi(args, tag, others);
      const seconds = Math.round((performance.now() - before) / 100) / 10;
      const counts = Object.values(await requests(platform));
      figures[name] = { seconds, requests: counts.reduce((sum, count) => sum + count, 0) };
    }
    return figures;
  } finally {
    await platform.stop();
  }
}

async function main(sizes: readonly number[]): Promise<void> {
  const rows: Record<string, Record<string, Figures>> = {};
  for (const size of sizes) {
    // In the checkout: the program finds the package from its folder.
    const folder = join(localFolder(process.env), "bench", `${size}-${process.pid}`);
    try {
      rows[size] = await measure(size, folder);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    console.log(`${size} containers`);
    console.table(rows[size]);
  }
  if (isRecording) writeRecord(recordPath("bench", "stacks"), { ...stampBench(), rows }, 3);
}

const given = process.argv.slice(2).map(Number);
void main(given.length > 0 ? given : defaultSizes);

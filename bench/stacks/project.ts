/** Projects whose runs are measured. */
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import type { Platform } from "../../test/platform/support/platform.js";
import { pulumiEnvironment } from "../../tools/fetch/pulumi-cli/environment.js";
import { localFolder } from "../../tools/fetch/pulumi-cli/search.js";

const containers = `import { Container } from "pulumi-app-platform";
const environments: string[] = JSON.parse(process.env.ENVIRONMENTS!);
for (let index = 0; index < Number(process.env.SIZE); index++) {
  new Container("web-" + index, {
    environmentId: environments[index % environments.length]!,
    name: "web-" + index,
    registryId: process.env.REGISTRY_ID!,
    imageName: "library/nginx",
    tag: (index === 0 ? process.env.FIRST_TAG : process.env.TAG)!,
    ports: [{ internalPort: 80, publiclyAccessible: true }],
    healthchecks: { readinessProbe: { type: { http: { port: 80 } } } },
  });
}
`;

/** A program that Pulumi can run. */
export interface Written {
  /** In Pulumi.yaml. */
  readonly runtime: { readonly name: string; readonly options?: object };
  readonly main?: string;
  /** Where the native provider is, for programs of it. */
  readonly plugins?: object;
  /** The folder of a language host; if omitted, it is the one beside the CLI. */
  readonly host?: string;
}

const compilerOptions = {
  module: "nodenext",
  moduleResolution: "nodenext",
  target: "es2022",
  types: ["node"],
  strict: true,
};

/** Pulumi writes the state once, at the end of a run, and not after each step. */
export const writtenOnce = { PULUMI_EXPERIMENTAL: "true", PULUMI_SKIP_CHECKPOINTS: "true" };

export interface BenchProject {
  /** Runs the CLI, and returns how long that took, in seconds. */
  run(args: readonly string[], variables?: Readonly<Record<string, string>>): Promise<number>;
  /** The text of the state. */
  state(): string;
  close(): void;
}

export interface BenchOptions {
  /** Number of containers. */
  readonly size: number;
  readonly environments: readonly string[];
}

const stack = "bench";

export function openBenchProject(platform: Platform, { size, environments }: BenchOptions): Promise<BenchProject> {
  const write = async (folder: string): Promise<Written> => {
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
    writeFileSync(join(folder, "index.ts"), containers);
    return { runtime: { name: "nodejs" }, main: "index.ts" };
  };
  return openPulumiProject(platform, "containers", write, {
    ENVIRONMENTS: JSON.stringify(environments),
    REGISTRY_ID: platform.ids.registries.GENERIC_CR,
    SIZE: String(size),
    TAG: "1.26",
    FIRST_TAG: "1.26",
  });
}

/**
 * A project with its own state. It is in the checkout, where its program finds the packages.
 *
 * @param started Gets the process of each run.
 */
export async function openPulumiProject(
  platform: Platform,
  name: string,
  write: (folder: string) => Promise<Written>,
  given: Readonly<Record<string, string>>,
  started: (pid: number) => void = () => undefined,
): Promise<BenchProject> {
  const folder = join(localFolder(process.env), "bench", `${name}-${process.pid}`);
  rmSync(folder, { recursive: true, force: true });
  const state = join(folder, "state");
  mkdirSync(state, { recursive: true });
  const { host, ...written } = await write(folder);
  writeFileSync(join(folder, "Pulumi.yaml"), JSON.stringify({ name, ...written }));
  const { PATH = "", ...variables } = await pulumiEnvironment({ state });
  const env = {
    ...process.env,
    ...variables,
    PATH: host === undefined ? PATH : [host, PATH].join(delimiter),
    APP_PLATFORM_BASE_URL: platform.url,
    APP_PLATFORM_TOKEN: platform.tokens.admin,
    APP_PLATFORM_ENDPOINTS: "extended",
    // The compiler that checks types is the same for every provider, and would only blur the difference.
    PULUMI_NODEJS_TRANSPILE_ONLY: "true",
    ...given,
  };
  const pulumi = async (args: readonly string[], variables: object) => {
    const running = promisify(execFile)("pulumi", [...args, "--non-interactive"], {
      cwd: folder,
      env: { ...env, ...variables },
      maxBuffer: 1e9,
    });
    started(running.child.pid as number);
    await running;
  };
  await pulumi(["stack", "init", stack], {});
  return {
    async run(args, variables = {}) {
      const before = performance.now();
      await pulumi(args, variables);
      return (performance.now() - before) / 1000;
    },
    state: () => readFileSync(join(state, `.pulumi/stacks/${name}/${stack}.json`), "utf8"),
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const environmentCount = 10;

export async function newEnvironments(platform: Platform): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < environmentCount; index++) {
    const { body } = await platform.request("POST", "/_local/environments", { body: {} });
    ids.push(body.id);
  }
  return ids;
}

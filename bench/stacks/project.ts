/**
 * Projects whose runs are measured: containers of this provider, resources of a dynamic provider that does nothing, or the engine's
 * own `Stash`, which needs no provider at all.
 */
import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { ModuleKind, transpile } from "typescript";
import type { Platform } from "../../test/platform/platform.js";
import { pulumiEnvironment } from "../../tools/fetch/pulumi-cli/environment.js";
import { localFolder } from "../../tools/fetch/pulumi-cli/search.js";
import { nativeFolder } from "../plugin/plugin.js";
import { buildGoProgram } from "./go-program.js";
import { type Memory, watchMemory } from "./peak-memory.js";

/** What both programs give each resource, as source text. */
const inputs = `{
    environmentId: environments[index % environments.length],
    name: "web-" + index,
    registryId,
    imageName: "library/nginx",
    tag: index === 0 ? process.env.FIRST_TAG : process.env.TAG,
    ports: [{ internalPort: 80, publiclyAccessible: true }],
    healthchecks: { readinessProbe: { type: { http: { port: 80 } } } },
  }`;

const surroundings = `
const environments: string[] = JSON.parse(process.env.ENVIRONMENTS!);
const registryId = process.env.REGISTRY_ID!;
`;

const containersOf = (module: string) => `import { Container } from "${module}";
${surroundings}
for (let index = 0; index < Number(process.env.SIZE); index++) {
  new Container("web-" + index, ${inputs} as any);
}
`;

const programs = {
  containers: containersOf("pulumi-app-platform"),
  /** The same, managed by the native provider. */
  native: containersOf("pulumi-app-platform/native"),
  // It declares the same outputs, so that the SDK has as much to do, and the state holds as much.
  nothing: `import * as pulumi from "@pulumi/pulumi";
${surroundings}
const provider: pulumi.dynamic.ResourceProvider = {
  async create(inputs) {
    return { id: inputs.name, outs: { ...JSON.parse(process.env.OUTPUTS!), ...inputs } };
  },
  async update(id, olds, news) {
    return { outs: { ...JSON.parse(process.env.OUTPUTS!), ...news } };
  },
  async read(id, props) {
    return { id, props };
  },
};
class Nothing extends pulumi.dynamic.Resource {
  constructor(name: string, args: object) {
    const declared = Object.keys(JSON.parse(process.env.OUTPUTS!)).map((key) => [key, undefined]);
    super(provider, name, { ...Object.fromEntries(declared), ...args });
  }
}
for (let index = 0; index < Number(process.env.SIZE); index++) {
  new Nothing("web-" + index, ${inputs});
}
`,
  stash: `import { Stash } from "@pulumi/pulumi";
${surroundings}
for (let index = 0; index < Number(process.env.SIZE); index++) {
  new Stash("web-" + index, { input: { ...${inputs}, filler: process.env.FILLER! } });
}
`,
};

export type Program = keyof typeof programs;

/** A program that Pulumi can run. */
export interface Written {
  /** In Pulumi.yaml. */
  readonly runtime: { readonly name: string; readonly options?: object };
  readonly main?: string;
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

/** Writes a program into its folder. */
const languages = {
  async TypeScript(folder, program): Promise<Written> {
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
    writeFileSync(join(folder, "index.ts"), programs[program]);
    return { runtime: { name: "nodejs" }, main: "index.ts" };
  },
  /** Without a tsconfig.json: the SDK would load TypeScript to read it. */
  async JavaScript(folder, program): Promise<Written> {
    writeFileSync(join(folder, "index.js"), transpile(programs[program], { module: ModuleKind.CommonJS }));
    return { runtime: { name: "nodejs", options: { typescript: false } }, main: "index.js" };
  },
  async Go(folder): Promise<Written> {
    return { runtime: { name: "go" }, host: await buildGoProgram(folder) };
  },
} satisfies Readonly<Record<string, (folder: string, program: Program) => Promise<Written>>>;

export type Language = keyof typeof languages;

/** Pulumi writes the state once, at the end of a run, and not after each step. */
export const writtenOnce = { PULUMI_EXPERIMENTAL: "true", PULUMI_SKIP_CHECKPOINTS: "true" };

export interface BenchProject {
  /** Runs the CLI, and returns how long that took, in seconds. */
  run(args: readonly string[], variables?: Readonly<Record<string, string>>): Promise<number>;
  /** The memory that the last run needed. */
  peakMemory(): Memory;
  /** The resources in the state, without the stack and the providers. */
  resources(): readonly Record<string, unknown>[];
  close(): void;
}

export interface BenchOptions {
  readonly program: Program;
  readonly size: number;
  readonly environments: readonly string[];
  /** The language of the program: TypeScript unless stated. The others are compiled before; in Go there is only `native`. */
  readonly language?: Language;
  /** What the state of a container has beside its inputs. */
  readonly outputs?: object;
  /** Makes the state of a `Stash` as large as that of a container. */
  readonly filler?: string;
}

const stack = "bench";

export function openBenchProject(platform: Platform, options: BenchOptions): Promise<BenchProject> {
  const { program, language = "TypeScript", size, environments, outputs = {}, filler = "" } = options;
  return openPulumiProject(platform, program, (folder) => languages[language](folder, program), {
    ENVIRONMENTS: JSON.stringify(environments),
    REGISTRY_ID: platform.ids.registries.GENERIC_CR,
    OUTPUTS: JSON.stringify(outputs),
    FILLER: filler,
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
  const plugins = { providers: [{ name: "app-platform", path: nativeFolder }] };
  const { host, ...written } = await write(folder);
  writeFileSync(join(folder, "Pulumi.yaml"), JSON.stringify({ name, plugins, ...written }));
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
  let peak: Memory | undefined;
  const pulumi = async (args: readonly string[], variables: object) => {
    const running = promisify(execFile)("pulumi", [...args, "--non-interactive"], {
      cwd: folder,
      env: { ...env, ...variables },
      maxBuffer: 1e9,
    });
    const pid = running.child.pid as number;
    const memory = watchMemory(pid);
    started(pid);
    try {
      await running;
    } finally {
      peak = memory();
    }
  };
  await pulumi(["stack", "init", stack], {});
  return {
    async run(args, variables = {}) {
      const before = performance.now();
      await pulumi(args, variables);
      return (performance.now() - before) / 1000;
    },
    peakMemory: () => peak as Memory,
    resources() {
      const { checkpoint } = JSON.parse(readFileSync(join(state, `.pulumi/stacks/${name}/${stack}.json`), "utf8"));
      const all: Record<string, unknown>[] = checkpoint.latest?.resources ?? [];
      return all.filter(({ type }) => /^(pulumi-nodejs|app-platform):/.test(String(type)));
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

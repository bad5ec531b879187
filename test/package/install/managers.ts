/** The package managers that people install with. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { outsideOfNpm } from "../../../tools/release/packed.js";

export interface Manager {
  readonly name: "npm" | "pnpm" | "bun";
  /** Installs what the folder's package.json says. */
  install(folder: string, env?: NodeJS.ProcessEnv): Promise<void>;
  /** The command line that runs a program of an installed package. */
  execute(program: string, ...args: string[]): [command: string, ...args: string[]];
}

const bin = join(__dirname, "../../../node_modules/.bin");

async function run(folder: string, command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const options = { cwd: folder, env: { ...outsideOfNpm(), ...env }, maxBuffer: 16 * 1024 * 1024 };
  await promisify(execFile)(command, args, options).catch((error) => {
    throw new Error(`\`${command} ${args.join(" ")}\` failed:\n${error.stdout}${error.stderr}`);
  });
}

/** Strict about engines, as some users are: no dependency may need a newer Node.js than the packages do. */
export const npm: Manager = {
  name: "npm",
  install: (folder, env) =>
    run(folder, "npm", ["install", "--engine-strict", "--prefer-offline", "--no-audit", "--no-fund"], env),
  execute: (program, ...args) => ["npx", "--no-install", program, ...args],
};

/** Its node_modules holds only what package.json names; everything else is reached by links. It runs no install scripts. */
export const pnpm: Manager = {
  name: "pnpm",
  install: (folder, env) => run(folder, join(bin, "pnpm"), ["install", "--prefer-offline", "--ignore-workspace"], env),
  execute: (program, ...args) => [join(bin, "pnpm"), "exec", program, ...args],
};

/** The same in a workspace, whose packages it installs. */
export const pnpmWorkspace: Manager = {
  ...pnpm,
  install: (folder) => run(folder, join(bin, "pnpm"), ["install", "--prefer-offline", "--no-frozen-lockfile"]),
};

/** From the path of its program. */
export function bunAt(path: string): Manager {
  return {
    name: "bun",
    install: (folder, env) => run(folder, path, ["install"], env),
    execute: (program, ...args) => [path, "x", "--no-install", program, ...args],
  };
}

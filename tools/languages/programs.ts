/** What other languages need, and where no release can be had: built once, and kept in the user's cache. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { alone } from "../pulumi-cli/lock.js";
import { RELEASE } from "../pulumi-cli/release.js";
import { cacheFolder, defaultSearch } from "../pulumi-cli/search.js";

const exec = promisify(execFile);

interface GoProgram {
  /** The Go module in this folder that pins every dependency. */
  readonly module: string;
  readonly goPackage: string;
}

const programs = {
  "pulumi-language-yaml": {
    module: "generator",
    goPackage: "github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml",
  },
  "pulumi-language-python": {
    module: "hosts",
    goPackage: "github.com/pulumi/pulumi/sdk/v3/python/cmd/pulumi-language-python",
  },
  "pulumi-language-go": {
    module: "hosts",
    goPackage: "github.com/pulumi/pulumi/sdk/v3/go/pulumi-language-go",
  },
  generator: { module: "generator", goPackage: "." },
} as const satisfies Readonly<Record<string, GoProgram>>;

/** The folder of a program, whose name is that of the program. */
export function folderOf(name: keyof typeof programs): Promise<string> {
  const { module, goPackage } = programs[name];
  const cwd = join(__dirname, module);
  const sources = readdirSync(cwd).sort();
  return cached(
    name,
    sources.map((file) => join(cwd, file)),
    async (folder) => {
      // The engine reads the release of a host.
      const stamp = `-s -w -X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=v${RELEASE}`;
      const args = ["build", "-mod=readonly", "-trimpath", "-ldflags", stamp, "-o", join(folder, name), goPackage];
      await exec("go", args, { cwd, env: { ...process.env, GOWORK: "off" } });
      if (name === "pulumi-language-python") await addStarter(folder);
    },
  );
}

/** The folder of the Python packages that a program needs beside the SDK of this provider. */
export function pythonPackages(): Promise<string> {
  const requirements = join(__dirname, "requirements.txt");
  const args = ["-m", "pip", "install", "--quiet", "--requirement", requirements, "--target"];
  return cached("python-packages", [requirements], (folder) => exec("python3", [...args, folder]));
}

/** A folder in the user's cache, made once from what these files say. */
async function cached(
  name: string,
  sources: readonly string[],
  make: (folder: string) => Promise<unknown>,
): Promise<string> {
  const hash = createHash("sha256").update(RELEASE);
  for (const file of sources) hash.update(readFileSync(file));
  const { env, progress, signal } = defaultSearch();
  const key = hash.digest("hex").slice(0, 12);
  const entry = join(cacheFolder(env), `${name}-${process.platform}-${process.arch}-${key}`);
  const wait = (end: () => Promise<unknown>) => progress.during(`waiting for the process that prepares ${name}`, end);
  await alone(entry, signal, wait, async () => {
    if (existsSync(entry)) return;
    // Into a folder beside the entry first, so that the cache never holds half of it.
    const temporary = `${entry}.preparing`;
    rmSync(temporary, { recursive: true, force: true });
    mkdirSync(temporary, { recursive: true });
    await progress.during(`preparing ${name}, once (about a minute)`, () => make(temporary));
    renameSync(temporary, entry);
  });
  return entry;
}

/** The script with which Python's host starts a program: it is in the Go module of the SDK, and belongs to the SDK's release. */
async function addStarter(folder: string): Promise<void> {
  const cli = join(__dirname, "../pulumi-cli/cli");
  const { stdout } = await exec("go", ["mod", "download", "-json", `github.com/pulumi/pulumi/sdk/v3@v${RELEASE}`], {
    cwd: cli,
  });
  const { Dir } = JSON.parse(stdout) as { readonly Dir: string };
  await exec("cp", [join(Dir, "python/cmd/pulumi-language-python-exec"), folder]);
  await exec("chmod", ["755", join(folder, "pulumi-language-python-exec")]);
}

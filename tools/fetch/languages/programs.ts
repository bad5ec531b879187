/** What other languages need and has no available release: built once, and kept in the user's cache. */
import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { cached } from "../cache.js";
import { RELEASE } from "../pulumi-cli/release.js";

const exec = promisify(execFile);

interface GoProgram {
  /** The Go module that pins every dependency. */
  readonly module: string;
  readonly goPackage: string;
}

const generator = join(__dirname, "generator");
/** What both generators share: a change of it builds them again. */
const generate = join(generator, "generate");
const languageHosts = join(__dirname, "../pulumi-cli/language-hosts");

const programs = {
  "pulumi-language-yaml": {
    module: join(__dirname, "yaml"),
    goPackage: "github.com/pulumi/pulumi-yaml/cmd/pulumi-language-yaml",
  },
  "pulumi-language-java": {
    module: join(generator, "dotnet-java"),
    goPackage: "github.com/pulumi/pulumi-java/pkg/cmd/pulumi-language-java",
  },
  "pulumi-language-python": {
    module: languageHosts,
    goPackage: "github.com/pulumi/pulumi/sdk/v3/python/cmd/pulumi-language-python",
  },
  "pulumi-language-go": {
    module: languageHosts,
    goPackage: "github.com/pulumi/pulumi/sdk/v3/go/pulumi-language-go",
  },
  "go-python": { module: join(generator, "go-python"), goPackage: "." },
  "dotnet-java": { module: join(generator, "dotnet-java"), goPackage: "." },
} as const satisfies Readonly<Record<string, GoProgram>>;

/** The folder of a program, whose name is that of the program. */
export function folderOf(name: keyof typeof programs): Promise<string> {
  const { module: cwd, goPackage } = programs[name];
  const sources = [cwd, generate].flatMap((each) => readdirSync(each).map((file) => readFileSync(join(each, file))));
  return cached(name, [RELEASE, ...sources], async (folder) => {
    // The engine reads the release of a host.
    const stamp = `-s -w -X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=v${RELEASE}`;
    const args = ["build", "-mod=readonly", "-trimpath", "-ldflags", stamp, "-o", join(folder, name), goPackage];
    await exec("go", args, { cwd, env: { ...process.env, GOWORK: "off" } });
    if (name === "pulumi-language-python") await addStarter(folder);
  });
}

/** The folder of the Python packages that a program needs beside the SDK of this provider. */
export function pythonPackages(): Promise<string> {
  const requirements = join(__dirname, "requirements.txt");
  const args = ["-m", "pip", "install", "--quiet", "--requirement", requirements, "--target"];
  const sources = [RELEASE, readFileSync(requirements)];
  return cached("python-packages", sources, (folder) => exec("python3", [...args, folder]));
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

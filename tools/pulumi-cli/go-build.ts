import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { CLI, LANGUAGE_HOST, programFile } from "./installation.js";
import type { Installer } from "./installer.js";
import { runProgram } from "./program.js";
import { LANGUAGE_HOST_RELEASE, RELEASE } from "./release.js";

interface Recipe {
  readonly program: string;
  readonly release: string;
  /** Folder of the Go module that pins every dependency. */
  readonly module: string;
  readonly goPackage: string;
  readonly flags: readonly string[];
  readonly duration: string;
}

/** The quick one first, so that a failure of both shows after seconds. */
const RECIPES: readonly Recipe[] = [
  {
    program: LANGUAGE_HOST,
    release: LANGUAGE_HOST_RELEASE,
    module: "language-nodejs",
    goPackage: "github.com/pulumi/pulumi/sdk/v3/nodejs/cmd/pulumi-language-nodejs",
    flags: [],
    duration: "a minute",
  },
  {
    program: CLI,
    release: RELEASE,
    module: "cli",
    goPackage: "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi",
    flags: ["-tags", "osusergo,grpcnotrace"],
    duration: "5 minutes",
  },
];

/** The Go modules that pin what is built. */
export const MODULES = RECIPES.map((recipe) => recipe.module);

const VERSION_VARIABLE = "github.com/pulumi/pulumi/sdk/v3/go/common/version.Version";

function goArguments(recipe: Recipe, output: string): string[] {
  // The SDK refuses a CLI without a version.
  const stamp = `-s -w -X ${VERSION_VARIABLE}=v${recipe.release}`;
  return ["build", "-mod=readonly", ...recipe.flags, "-trimpath", "-ldflags", stamp, "-o", output, recipe.goPackage];
}

/** A build of the CLI and its language host from the pinned modules. */
export const goBuild: Installer = {
  way: "a build with Go",
  async install(root, search) {
    const folder = join(root, "bin");
    await mkdir(folder, { recursive: true });
    // A Go workspace above the checkout must not change the versions.
    const env = { ...search.env, GOWORK: "off" };
    for (const recipe of RECIPES) {
      const done = search.progress.begin(`building ${recipe.program} with Go, once (about ${recipe.duration})`);
      const failure = await runProgram("go", goArguments(recipe, join(folder, programFile(recipe.program))), {
        cwd: join(search.modules, recipe.module),
        env,
        signal: search.signal,
      }).finally(done);
      if (failure) return failure;
    }
    return undefined;
  },
};

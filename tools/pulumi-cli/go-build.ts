import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { CLI, LANGUAGE_HOST, programFile, type Unfit } from "./installation.js";
import { runProgram } from "./program.js";
import { LANGUAGE_HOST_RELEASE, RELEASE } from "./release.js";
import type { Search } from "./search.js";

interface Recipe {
  readonly program: string;
  /** Folder of the Go module that pins every dependency. */
  readonly module: string;
  readonly goPackage: string;
  readonly release: string;
  readonly flags: readonly string[];
}

const VERSION_VARIABLE = "github.com/pulumi/pulumi/sdk/v3/go/common/version.Version";

/** The quick one first: a failure that concerns both shows after seconds. */
const RECIPES: readonly Recipe[] = [
  {
    program: LANGUAGE_HOST,
    module: "language-nodejs",
    goPackage: "github.com/pulumi/pulumi/sdk/v3/nodejs/cmd/pulumi-language-nodejs",
    release: LANGUAGE_HOST_RELEASE,
    flags: [],
  },
  {
    program: CLI,
    module: "cli",
    goPackage: "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi",
    release: RELEASE,
    flags: ["-tags", "osusergo,grpcnotrace"],
  },
];

/** The Go modules that say what is built. */
export const MODULES = RECIPES.map((recipe) => recipe.module);

function goArguments(recipe: Recipe, output: string): string[] {
  // Without the stamp of the version the SDK refuses the CLI.
  const stamp = `-s -w -X ${VERSION_VARIABLE}=v${recipe.release}`;
  return ["build", "-mod=readonly", ...recipe.flags, "-trimpath", "-ldflags", stamp, "-o", output, recipe.goPackage];
}

/** Builds both programs into `<root>/bin`. */
export async function buildWithGo(root: string, search: Search): Promise<Unfit | undefined> {
  const folder = join(root, "bin");
  await mkdir(folder, { recursive: true });
  // A workspace file in a folder above the checkout must not choose the versions.
  const env = { ...search.env, GOWORK: "off" };
  for (const [index, recipe] of RECIPES.entries()) {
    const done = search.progress.begin(
      `building ${recipe.program} ${recipe.release} with Go, ${index + 1} of ${RECIPES.length} (once; takes 3 to 5 minutes in all)`,
    );
    const failure = await runProgram("go", goArguments(recipe, join(folder, programFile(recipe.program))), {
      cwd: join(search.modules, recipe.module),
      env,
      signal: search.signal,
    }).finally(done);
    if (failure) return failure;
  }
  return undefined;
}

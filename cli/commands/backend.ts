import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { type CliCommand, type CommandContext, type ExitCode, exitCodes } from "../command.js";
import { BackendNotInstalledError } from "../errors.js";

const packageName = "app-platform-backend";

export const backend: CliCommand = {
  endsItself: true,
  define: (program) =>
    program
      .command("backend")
      .description("Start a local platform: the package app-platform-backend, if it is installed.")
      .usage("[options of `app-platform-backend serve`]")
      .argument("[options...]", "passed on to `app-platform-backend serve`, such as --port, --memory or --endpoints")
      .allowUnknownOption()
      .addHelpText(
        "after",
        "\nCtrl+C stops it. `app-platform-backend serve --help` lists its options.\n\nExample:\n  app-platform backend --port 4310 --endpoints extended",
      ),
  async run(context, [specified]) {
    const args = ["serve", ...(specified as readonly string[]), ...(context.options.json ? ["--json"] : [])];
    return serve(programOf(context), args, context);
  },
};

/** The program of the package, in the project or next to this package. */
function programOf({ options: { cwd }, version }: CommandContext): string {
  for (const folder of [cwd, __dirname]) {
    const manifest = manifestFrom(folder);
    if (manifest !== undefined) return join(dirname(manifest), "bin", `${packageName}.js`);
  }
  throw new BackendNotInstalledError(cwd, version);
}

function manifestFrom(folder: string): string | undefined {
  try {
    return createRequire(join(folder, "index.js")).resolve(`${packageName}/package.json`);
  } catch {
    return undefined;
  }
}

/** Runs the platform until it ends. The terminal sends it Ctrl+C; signals that only this process gets are passed on. */
function serve(program: string, args: readonly string[], { options: { cwd }, environment, signal }: CommandContext) {
  return new Promise<ExitCode>((resolve, reject) => {
    const child = spawn(process.execPath, [program, ...args], { cwd, env: environment, stdio: "inherit" });
    const stop = () => child.kill("SIGTERM");
    signal.addEventListener("abort", stop, { once: true });
    child.once("error", reject);
    child.once("exit", (code) => {
      signal.removeEventListener("abort", stop);
      resolve((code ?? exitCodes.failure) as ExitCode);
    });
  });
}

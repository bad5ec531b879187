import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { Argument } from "commander";
import { type CliCommand, type CommandContext, exitCodes } from "../command.js";
import { UsageError } from "../errors.js";
import { findProject } from "../pulumi/project.js";
import { runPulumi } from "../pulumi/runPulumi.js";

const name = "app-platform native";

/** The folder of the executable, next to the command in the package. */
const plugin = resolve(__dirname, "../../native");

export const native: CliCommand = {
  define: (program) =>
    program
      .command("native")
      .description("Install the native provider, for pulumi-app-platform/native and `pulumi import`.")
      .addArgument(new Argument("<install|init>", "in Pulumi's home, or in the project").choices(["install", "init"]))
      .addHelpText(
        "after",
        "\n`install` installs it for all projects on this machine, with `pulumi plugin install`. `init` writes its path into Pulumi.yaml,\nfor everybody who runs `npm install` in the project.\n\nExample:\n  app-platform native install",
      ),
  run: async (context, [where]) => {
    const done = where === "init" ? init(context) : await install(context);
    context.output.result({ done }, () => `${done}\n`);
    return exitCodes.success;
  },
};

async function install({ options: { cwd }, version, environment, signal }: CommandContext): Promise<string> {
  const args = ["plugin", "install", "resource", "app-platform", version, "--file", plugin, "--reinstall"];
  await runPulumi({ purpose: "Installing the native provider", args, cwd, environment, signal });
  return `installed the native provider ${version}`;
}

function init({ options: { cwd } }: CommandContext): string {
  const project = findProject(cwd);
  if (project === undefined)
    throw new UsageError(`there must be a Pulumi project in ${cwd}; it has no Pulumi.yaml.`, name);
  const installed = join(project.programFolder, "node_modules/pulumi-app-platform/dist/native");
  const path = relative(project.folder, existsSync(installed) ? installed : plugin).replaceAll(sep, "/");
  const lines = `plugins:\n  providers:\n    - name: app-platform\n      path: ${path}\n`;
  const text = readFileSync(project.file, "utf8");
  if (/^\s+(?:- )?name: app-platform$/m.test(text)) return `${project.file} already names the native provider`;
  if (/^plugins:/m.test(text) || project.file.endsWith(".json"))
    throw new UsageError(`${project.file} has its own \`plugins\`: add the provider to them by hand:\n${lines}`, name);
  writeFileSync(project.file, `${text.replace(/\n?$/, "\n")}${lines}`);
  return `wrote the path of the native provider into ${project.file}`;
}

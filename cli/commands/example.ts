import { cpSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { site } from "../../provider/errors/site.js";
import { nearestName } from "../../provider/values/nearestName.js";
import { type CliCommand, exitCodes } from "../command.js";
import { UsageError } from "../errors.js";
import { packageFolder } from "../manifest.js";
import { tableText } from "../table.js";

const command = "app-platform example";

const help = `
Without a name, lists the examples. "template" is a project to start with: a program, its test and a pipeline.

Examples:
  app-platform example
  app-platform example web-shop
  app-platform example template my-shop`;

export const example: CliCommand = {
  define: (program) =>
    program
      .command("example")
      .description("Copy an example project of this package to a folder.")
      .argument("[name]", "name of the example (default: lists them)")
      .argument("[folder]", "new folder for the project (default: the name)")
      .addHelpText("after", help),
  async run({ options: { cwd }, output }, [name, folder]) {
    const all = examples();
    if (typeof name !== "string") {
      const rows = all.map((each) => [each.name, each.title]);
      output.result({ examples: all.map(({ name, title }) => ({ name, title })) }, () =>
        tableText([{ title: "NAME" }, { title: "SHOWS" }], rows).join("\n"),
      );
      return exitCodes.success;
    }
    const chosen = all.find((each) => each.name === name);
    if (chosen === undefined) throw unknown(name, all);
    const target = resolve(cwd, typeof folder === "string" ? folder : name);
    if (existsSync(target) && readdirSync(target).length > 0)
      throw new UsageError(`folder must be a new or empty folder; got ${JSON.stringify(target)}.`, command);
    const files = copy(chosen.folder, target);
    output.result({ folder: target, files }, () => files.map((file) => `wrote ${join(target, file)}`).join("\n"));
    output.note(`\nRun \`npm install\` in ${target}; README.md says how to continue.`);
    return exitCodes.success;
  },
};

interface Example {
  readonly name: string;
  readonly title: string;
  readonly folder: string;
}

/** All examples in this package, and the template, with their titles from `examples/README.md`. */
function examples(): readonly Example[] {
  const folder = join(packageFolder, "examples");
  const readme = readFileSync(join(folder, "README.md"), "utf8");
  const listed = [...readme.matchAll(/^\| \[(\S+)\]\(\1\) \| (.+) \|$/gm)].map(([, name = "", title = ""]) => ({
    name,
    title: title.replaceAll("`", ""),
    folder: join(folder, name),
  }));
  const template = join(packageFolder, "template");
  return [
    { name: "template", title: "a project to start with: a program, its test and a pipeline", folder: template },
    ...listed.filter((each) => existsSync(each.folder)),
  ];
}

/** Files that aren't part of an example: people create them when they try it in the repository. */
const others = /^(node_modules|\.pulumi|Pulumi\..+\.yaml)$/;

/** Copies a project. Returns the paths of its files. */
function copy(from: string, to: string): string[] {
  cpSync(from, to, { recursive: true, filter: (path) => !others.test(basename(path)) });
  // When npm installs a package, it renames `.gitignore` to this.
  const ignored = join(to, ".npmignore");
  if (existsSync(ignored)) renameSync(ignored, join(to, ".gitignore"));
  const files = readdirSync(to, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(to.length + 1))
    .sort();
  // As in `pulumi new`: it replaces the same names in a template, and leaves out what describes the template.
  const project = basename(to)
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, "-");
  return files.map((file) => {
    const text = readFileSync(join(to, file), "utf8");
    const named = withLiveLinks(file, text)
      .replaceAll(/\$\{(PROJECT|DESCRIPTION)\}/g, project)
      .replace(file === "Pulumi.yaml" ? /^template:\n(?: .*\n)*/m : "", "");
    if (named !== text) writeFileSync(join(to, file), named);
    return file;
  });
}

/** Links out of the project lead nowhere in a copy: those to the documentation lead to its site, and others keep only their text. */
function withLiveLinks(file: string, text: string): string {
  if (!file.endsWith(".md")) return text;
  return text.replaceAll(/\[([^\]]+)\]\((\.\.?\/[^)\s]+)\)/g, (link, title: string, path: string) => {
    if (!join(dirname(file), path).startsWith("..")) return link;
    const [, page, anchor = ""] = /\/docs\/(.+)\.md(#.*)?$/.exec(path) ?? [];
    return site === undefined || page === undefined ? title : `[${title}](${site}${page}.html${anchor})`;
  });
}

function unknown(name: string, all: readonly Example[]): UsageError {
  const names = all.map((each) => each.name);
  const nearest = nearestName(name, names);
  const hint =
    nearest === undefined ? `must be one of ${names.join(", ")}` : `must be that of an example, such as ${nearest}`;
  return new UsageError(`name ${hint}; got ${JSON.stringify(name)}.`, command);
}

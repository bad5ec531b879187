import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { projectFile } from "../../provider/platform/environment.js";

/** A Pulumi project, as far as the command reads it. */
export interface Project {
  readonly folder: string;
  /** Path of `Pulumi.yaml`. */
  readonly file: string;
  readonly name: string | undefined;
  readonly runtime: string | undefined;
  /** Folder from which Node.js resolves the packages of the program. */
  readonly programFolder: string;
  /** Whether Pulumi compiles the program when it runs it. */
  readonly compilesPrograms: boolean;
  /** The path of the native provider in the file. */
  readonly pluginPath: string | undefined;
}

/** The project of a folder: there or, as the Pulumi CLI looks for it, above. */
export function findProject(folder: string): Project | undefined {
  const file = projectFile(folder);
  return file === undefined ? undefined : readProject(file);
}

function readProject(file: string): Project {
  const text = readFileSync(file, "utf8");
  const folder = dirname(file);
  const main = scalar(text, "main");
  const program = resolve(folder, main ?? ".");
  return {
    folder,
    file,
    name: scalar(text, "name"),
    runtime: scalar(text, "runtime") ?? nestedName(text, "runtime"),
    // `main` is a folder, or the program itself.
    programFolder: /\.\w+$/.test(main ?? "") ? dirname(program) : program,
    compilesPrograms: !/^[^#\n]*\btypescript"?:\s*false\b/m.test(text),
    pluginPath: pluginPath(text),
  };
}

/** A member of the file at its top. Only this is needed of YAML (and of JSON, which is YAML). */
function scalar(text: string, member: string): string | undefined {
  const pattern = new RegExp(`^(?:\\{?\\s{0,2}")?${member}"?:[ \\t]+["']?([^"'{#,\\s][^"'#,\\n]*)`, "m");
  return pattern.exec(text)?.[1]?.trim();
}

function nestedName(text: string, member: string): string | undefined {
  const pattern = new RegExp(
    `^\\s{0,2}"?${member}"?:\\s*(?:\\{[^}]*?|\\n(?:[ \\t]+.*\\n)*?[ \\t]+)"?name"?:[ \\t]*["']?([\\w-]+)`,
    "m",
  );
  return pattern.exec(text)?.[1];
}

function pluginPath(text: string): string | undefined {
  const item = text.split(/^\s*-\s/m).find((each) => /\bname"?:\s*["']?app-platform["']?\s*(?:[,}#]|$)/m.test(each));
  return /\bpath"?:\s*["']?([^"'\n,}]+)/.exec(item ?? "")?.[1]?.trim();
}

import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

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
}

const fileNames = ["Pulumi.yaml", "Pulumi.yml", "Pulumi.json"];

/** The project of a folder: there or, as the Pulumi CLI looks for it, above. */
export function findProject(folder: string): Project | undefined {
  const file = fileNames.map((name) => join(folder, name)).find((path) => existsSync(path));
  if (file !== undefined) return readProject(file);
  const parent = dirname(folder);
  return parent === folder ? undefined : findProject(parent);
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

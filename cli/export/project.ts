import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { UsageError } from "../errors.js";
import { manifest } from "../manifest.js";
import type { Files } from "./files.js";

export const compilerOptions = {
  target: "ES2022",
  module: "nodenext",
  moduleResolution: "nodenext",
  types: ["node"],
  // The files of services are in a folder of their own.
  rootDir: ".",
  strict: true,
  skipLibCheck: true,
  noEmit: true,
};

/** The files that make a folder with a program a Pulumi project. */
export function projectFiles(folder: string): Files {
  const name = basename(folder).replace(/[^A-Za-z0-9_.-]+/g, "-") || "environment";
  const { devDependencies, peerDependencies, version } = manifest;
  const packageFile = {
    name: name.toLowerCase().replace(/^[._-]+/, "") || "environment",
    private: true,
    main: "index.ts",
    dependencies: {
      "@pulumi/pulumi": peerDependencies["@pulumi/pulumi"],
      "pulumi-app-platform": `^${version}`,
    },
    devDependencies: {
      "@types/node": `^${devDependencies["@types/node"]}`,
      typescript: `^${devDependencies.typescript}`,
    },
  };
  return {
    "Pulumi.yaml": `name: ${JSON.stringify(name)}\ndescription: Services of an environment of an Application Platform\nruntime: nodejs\n`,
    "package.json": jsonText(packageFile),
    "tsconfig.json": jsonText({ compilerOptions, include: ["**/*.ts"] }),
  };
}

function jsonText(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

interface Writing {
  /** Whether files with another text are overwritten. */
  readonly force: boolean;
  /** Whether it isn't a program, and so needs no project. */
  readonly import?: boolean | undefined;
  /** The command that writes. */
  readonly command: string;
}

/**
 * Writes files into a folder, with those of a project that it lacks; returns what it has written.
 *
 * @throws UsageError if the folder has one of the files with another text.
 */
export function writeProject(folder: string, files: Files, { force, import: isImport, command }: Writing): string[] {
  if (Object.keys(files).length === 0) return [];
  const hasText = (file: string, text: string | undefined) =>
    statSync(file).isFile() && readFileSync(file, "utf8") === text;
  const isOther = (name: string) => !hasText(join(folder, name), files[name]);
  const existing = Object.keys(files).filter((name) => existsSync(join(folder, name)) && isOther(name));
  if (existing.length > 0 && !force) {
    const names =
      existing.length > 5 ? `${existing.slice(0, 5).join(", ")} and ${existing.length - 5} more` : existing.join(", ");
    throw new UsageError(`--force is required to overwrite ${names} in ${folder}.`, command);
  }
  const missing = Object.entries(projectFiles(folder)).filter(([name]) => !existsSync(join(folder, name)));
  const all = { ...Object.fromEntries(isImport ? [] : missing), ...files };
  for (const [name, text] of Object.entries(all)) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return Object.keys(all);
}

import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { manifest } from "../manifest.js";
import type { Files } from "./files.js";

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
  const compilerOptions = {
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
  return {
    "Pulumi.yaml": `name: ${JSON.stringify(name)}\ndescription: Services of an environment of an Application Platform\nruntime: nodejs\n`,
    "package.json": jsonText(packageFile),
    "tsconfig.json": jsonText({ compilerOptions, include: ["**/*.ts"] }),
  };
}

function jsonText(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** The files that a folder has already with another text. */
export function conflictingFiles(folder: string, files: Files): string[] {
  const isOther = (name: string) => readFileSync(join(folder, name), "utf8") !== files[name];
  return Object.keys(files).filter((name) => existsSync(join(folder, name)) && isOther(name));
}

/** The files of the project that a folder with this program lacks, and the program. */
export function projectWith(folder: string, program: Files): Files {
  const missing = Object.entries(projectFiles(folder)).filter(([name]) => !existsSync(join(folder, name)));
  return { ...Object.fromEntries(missing), ...program };
}

/** Writes files into a folder; returns what it has written. */
export function writeFiles(folder: string, files: Files): string[] {
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  return Object.keys(files);
}

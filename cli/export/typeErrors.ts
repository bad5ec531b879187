/** What TypeScript says about a program that the command writes. */
import { existsSync } from "node:fs";
import { join, sep } from "node:path";
import type * as typescript from "typescript";
import { type InstalledCopy, loadedCopy } from "../doctor/packages.js";
import { manifest, packageFolder } from "../manifest.js";
import type { Files } from "./files.js";
import { compilerOptions } from "./project.js";

type TypeScript = typeof typescript;

/** Earlier versions don't know all of the types, and later ones have no API. */
const versions = { first: 5, last: 6 };

/**
 * The errors in the program, with the types of this package; nothing if there is no TypeScript to check it. The package doesn't depend on
 * it: Pulumi loads the TypeScript that it finds, so another copy could become the one that compiles programs.
 *
 * @param folder The program's folder, which needn't exist.
 */
export function typeErrors(files: Files, folder: string): readonly string[] | undefined {
  if (Object.keys(files).length === 0) return [];
  const copyFrom = (name: string) => loadedCopy(name, folder) ?? loadedCopy(name, packageFolder);
  const compiler = [folder, packageFolder].flatMap((each) => loadedCopy("typescript", each) ?? []).find(hasApi);
  const sdk = copyFrom("@pulumi/pulumi");
  if (compiler === undefined || sdk === undefined) return undefined;
  const ts = require(compiler.folder) as TypeScript;
  const paths = {
    [manifest.name]: [join(packageFolder, "dist/sdk/index.d.ts")],
    "@pulumi/pulumi": [join(sdk.folder, "index.d.ts")],
  };
  // The program uses nothing of Node.js.
  const own = { ...compilerOptions, types: [], lib: ["es2022"], paths };
  const { options } = ts.convertCompilerOptionsFromJson(own, folder);
  const root = folder.replaceAll(sep, "/").replace(/\/$/, "");
  const inFolder = Object.entries(files).map(([name, text]) => [`${root}/${name}`, text] as const);
  // Without a manifest of its own, the folder gets one, so that those above it don't count.
  const manifests = existsSync(join(folder, "package.json")) ? [] : [[`${root}/package.json`, "{}"] as const];
  const host = hostWith(ts, options, new Map([...manifests, ...inFolder]));
  const program = ts.createProgram({ rootNames: inFolder.map(([path]) => path), options, host });
  return ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const text = ts.flattenDiagnosticMessageText(messageText, " ").replace(/\s+/g, " ");
    if (file === undefined) return text;
    const { line, character } = file.getLineAndCharacterOfPosition(start);
    return `${file.fileName.slice(root.length + 1)}:${line + 1}:${character + 1}: ${text}`;
  });
}

function hasApi({ version }: InstalledCopy): boolean {
  const major = Number.parseInt(version, 10);
  return major >= versions.first && major <= versions.last;
}

/** Declarations by their paths, which take most of the time. */
const parsed = new Map<string, typescript.SourceFile | undefined>();

/** The file system with these files on top. */
function hostWith(
  ts: TypeScript,
  options: typescript.CompilerOptions,
  files: ReadonlyMap<string, string>,
): typescript.CompilerHost {
  const host = ts.createCompilerHost(options);
  return {
    ...host,
    directoryExists: () => true,
    fileExists: (path) => files.has(path) || host.fileExists(path),
    readFile: (path) => files.get(path) ?? host.readFile(path),
    getSourceFile(path, version, ...rest) {
      const text = files.get(path);
      if (text !== undefined) return ts.createSourceFile(path, text, version);
      if (!parsed.has(path)) parsed.set(path, host.getSourceFile(path, version, ...rest));
      return parsed.get(path);
    },
  };
}

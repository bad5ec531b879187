/** What an editor shows: TypeScript's language service on files of a project, against the package as users get it. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import * as ts from "typescript";

const root = join(__dirname, "..", "..");

/** The declarations of the built package. */
export const declarations = join(root, "dist", "sdk");

/** What has been read and parsed once is the same for every editor of a process: most of the time of opening one goes into it. */
const registry = ts.createDocumentRegistry();

export interface Editor {
  readonly program: ts.Program;
  readonly checker: ts.TypeChecker;
  /** The comment, without its tags, that is shown at a position of a file; empty where nothing is. */
  hover(file: string, position: number): string;
}

/** An editor with these files open; those with a text need not exist. */
export function openEditor(files: ReadonlyMap<string, string | undefined>): Editor {
  if (!existsSync(join(declarations, "index.d.ts"))) throw new Error("dist has no declarations: run npm run build");
  const { config } = ts.readConfigFile(join(root, "tsconfig.base.json"), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const read = (file: string) => files.get(file) ?? ts.sys.readFile(file);
  const service = ts.createLanguageService(
    {
      getCompilationSettings: () => ({ ...options, noEmit: true, declaration: false }),
      getScriptFileNames: () => [...files.keys()],
      getScriptVersion: () => "1",
      getScriptSnapshot: (file) => {
        const text = read(file);
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
      },
      getCurrentDirectory: () => root,
      getDefaultLibFileName: ts.getDefaultLibFilePath,
      fileExists: (file) => files.has(file) || ts.sys.fileExists(file),
      readFile: read,
      readDirectory: ts.sys.readDirectory,
      directoryExists: ts.sys.directoryExists,
      getDirectories: ts.sys.getDirectories,
      realpath: (path) => ts.sys.realpath?.(path) ?? path,
    },
    registry,
  );
  const program = service.getProgram() as ts.Program;
  return {
    program,
    checker: program.getTypeChecker(),
    hover: (file, position) => ts.displayPartsToString(service.getQuickInfoAtPosition(file, position)?.documentation),
  };
}

/** Whether a declaration is one of the package. */
export function isOurs(declaration: ts.Declaration): boolean {
  return dirname(declaration.getSourceFile().fileName).startsWith(declarations);
}

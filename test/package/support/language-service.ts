/** What an editor shows: TypeScript's language service on files of a project, against the package as users get it. */
import { join } from "node:path";
import * as ts from "typescript";

const root = join(__dirname, "../../..");

/** What has been read and parsed once is the same for every editor of a process: most of the time of opening one goes into it. */
const registry = ts.createDocumentRegistry();

/** An editor with these files open; those with a text need not exist. */
export function openEditor(files: ReadonlyMap<string, string | undefined>) {
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
    /** The comment, without its tags, that is shown at a position of a file; empty where nothing is. */
    hover: (file: string, position: number) =>
      ts.displayPartsToString(service.getQuickInfoAtPosition(file, position)?.documentation),
  };
}

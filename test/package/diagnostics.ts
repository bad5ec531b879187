import { join } from "node:path";
import * as ts from "typescript";

const root = join(__dirname, "..", "..");

/** What the compiler says of these files, which need not exist, with the options of the project and some others. */
export function diagnosticsOf(
  files: ReadonlyMap<string, string>,
  others: ts.CompilerOptions = {},
): readonly ts.Diagnostic[] {
  const { config } = ts.readConfigFile(join(root, "tsconfig.base.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const host = ts.createCompilerHost(options);
  const read = host.readFile.bind(host);
  host.readFile = (file) => files.get(file) ?? read(file);
  const exists = host.fileExists.bind(host);
  host.fileExists = (file) => files.has(file) || exists(file);
  const source = host.getSourceFile.bind(host);
  host.getSourceFile = (file, languageVersion, ...rest) => {
    const text = files.get(file);
    return text === undefined
      ? source(file, languageVersion, ...rest)
      : ts.createSourceFile(file, text, languageVersion);
  };
  const checked = { ...options, ...others, noEmit: true, declaration: false };
  return ts.getPreEmitDiagnostics(ts.createProgram([...files.keys()], checked, host));
}

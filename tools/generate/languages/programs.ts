import { definitions } from "../../../provider/resources/index.js";
import { fileName } from "../declaration.js";
import { goProgram } from "./go.js";
import { pythonProgram } from "./python.js";
import { type Statement, statementsOf } from "./statements.js";
import { yamlProgram } from "./yaml.js";

/** The name of the project in programs that are shown. */
export const projectName = "example";

/** How each language writes a program of the native provider, in the file that its projects have. */
export const languages = {
  python: { title: "Python", file: "__main__.py", program: pythonProgram },
  go: { title: "Go", file: "main.go", program: goProgram },
  yaml: {
    title: "YAML",
    file: "Pulumi.yaml",
    program: (statements: readonly Statement[]) => yamlProgram(statements, projectName),
  },
} as const;

/** The examples of all kinds as one program. */
export function allExamples(): Statement[] {
  return definitions.flatMap(({ kind, example }) => statementsOf(example, fileName(kind)));
}

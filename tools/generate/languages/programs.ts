import { definitions } from "../../../provider/kinds/index.js";
import { fileName } from "../declaration.js";
import { goProgram } from "./go.js";
import { javaProgram } from "./java.js";
import { pythonProgram } from "./python.js";
import { type Statement, statementsOf } from "./statements.js";
import { yamlProgram } from "./yaml.js";

/** The name of the project in programs that are shown. */
export const projectName = "example";

/** How each other language writes a program of the native provider, in the file that its projects have. */
export const languages = {
  python: { title: "Python", file: "__main__.py", program: pythonProgram },
  go: { title: "Go", file: "main.go", program: goProgram },
  java: { title: "Java", file: "src/main/java/myproject/App.java", program: javaProgram },
  yaml: {
    title: "YAML",
    file: "Pulumi.yaml",
    program: (statements: readonly Statement[]) => yamlProgram(statements, projectName),
  },
} as const;

/** The first program of a reader: in the READMEs of the SDKs. */
export const firstProgram = `const web = new Container("web", {
  environmentId,
  registryId,
  imageName: "library/nginx",
  tag: "1.27",
  healthchecks: { readinessProbe: { type: { http: { port: 80 } } } },
  ports: [{ internalPort: 80, publiclyAccessible: true }],
});
new DeploymentTrigger("release", { environmentId, services: [web] });
export const webId = web.id;`;

/** The examples of all kinds that have calls of their own, and the first program, as one program. */
export function allExamples(): Statement[] {
  const own = definitions.filter(({ concrete }) => concrete === undefined);
  const examples = own.map(({ kind, example }) => [example, fileName(kind)] as const);
  return [...examples, [firstProgram, "first"] as const].flatMap(([text, prefix]) => statementsOf(text, prefix));
}

/** The first program in one language. */
export function firstProgramIn(language: keyof typeof languages): string {
  return languages[language].program(statementsOf(firstProgram)).trimEnd();
}

/** An example in each other language, with its title. */
export function inOtherLanguages(example: string): readonly ProgramText[] {
  return programsOf(statementsOf(example));
}

export interface ProgramText {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

export function programsOf(statements: readonly Statement[]): readonly ProgramText[] {
  return Object.entries(languages).map(([id, { title, program }]) => ({
    id,
    title,
    text: program(statements).trimEnd(),
  }));
}

/** A program in TypeScript, and in the other languages, as tabs of a page. */
export function codeGroup(typescript: string, others: readonly ProgramText[]): string {
  const blocks = others.map(({ id, title, text }) => `\`\`\`${id} [${title}]\n${text}\n\`\`\`\n`);
  return `::: code-group\n\n${[`\`\`\`ts [TypeScript]\n${typescript}\n\`\`\`\n`, ...blocks].join("\n")}\n:::\n`;
}

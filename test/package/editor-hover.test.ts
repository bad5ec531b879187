/** What people see in their editor, at every argument and every function, by the declarations of the built package. */
import { join } from "node:path";
import * as ts from "typescript";
import { beforeAll, describe, expect, it } from "vitest";
import { definitions } from "../../provider/kinds/index.js";
import { largestInteger } from "../../provider/schema/schemas.js";
import type { Field, Fields } from "../support/provider.js";
import { openEditor } from "./support/language-service.js";

const root = join(__dirname, "..", "..");

/** What the text of an argument must contain, taken from its definition. */
function factsOf(field: Field): string[] {
  const { description, unit, default: constant, whenOmitted: { description: says, by } = {} } = field;
  // No program reaches the largest integer of the API, so no text names it as a bound.
  const stated = (max: number | undefined) => (max === largestInteger ? undefined : max);
  const bounds =
    field.type === "integer" ? [field.min, stated(field.max)] : field.type === "string" ? [field.maxLength] : [];
  return [
    description,
    ...(unit === undefined ? [] : [`Unit: ${unit}.`]),
    ...(constant === undefined ? [] : [`Default: ${JSON.stringify(constant)}.`]),
    ...(says === undefined ? [] : [`Default: ${says}.`]),
    ...Object.values(by?.values ?? {}).map(String),
    ...bounds.filter((bound) => bound !== undefined).map(String),
  ];
}

interface Argument {
  /** The type that has it, as a program writes it. */
  readonly owner: string;
  readonly name: string;
  readonly field: Field;
}

/** All arguments of all kinds with their nested ones, each member of a type once. */
function everyArgument(): Argument[] {
  const found = new Map<string, Argument>();
  const add = (owner: string, fields: Fields) => {
    for (const [name, field] of Object.entries(fields)) {
      found.set(`${owner}.${name}`, { owner, name, field });
      nested(field);
    }
  };
  const nested = (field: Field): void => {
    if (field.type === "array") nested(field.item);
    if (field.type === "record") nested(field.value);
    if (field.type === "object") add(`app.types.input.${field.name}Args`, field.members);
  };
  for (const { kind, args } of definitions) {
    const { cloneFrom, ...others } = args;
    add(`app.${kind}Args`, others);
    // A clone is not adopted.
    const { adoptId: _, ...cloned } = args;
    if (cloneFrom !== undefined) add(`app.${kind}CloneArgs`, cloned);
  }
  return [...found.values()];
}

const all = everyArgument();
const probeFile = join(root, "test", "package", "hover-probe.ts");
/** One line for each argument, where its name is last: an editor is asked there. Those of a class are given to its constructor. */
const probe = [
  'import * as app from "pulumi-app-platform";',
  ...all.map(({ owner, name }) => {
    const [, ofClass] = /^(app\.\w+)(?<!Clone)Args$/.exec(owner) ?? [];
    // A clone isn't adopted: as long as arguments are missing, an editor doesn't know whether it is one.
    return ofClass === undefined || name === "adoptId"
      ? `void ({} as ${owner}).${name};`
      : `new ${ofClass}("a", { ${name}: 0 });`;
  }),
].join("\n");

const mistakesFile = join(root, "test", "package", "mistakes-probe.ts");
const site = 'environmentId: "e", imageName: "library/nginx", tag: "1.27"';
const container = `${site}, registryId: "r", healthchecks: {}`;
/** Wrong programs, each on a line of its own, with the last line of what the compiler says. */
const mistakes: readonly [title: string, program: string, says: RegExp][] = [
  [
    "a missing argument",
    `new app.Container("web", { ${site}, registryId: "r" });`,
    /^Property 'healthchecks' is missing .* but required in type 'ContainerArgs'\.$/,
  ],
  [
    "a misspelled argument",
    `new app.Container("web", { ${container}, portz: [] });`,
    /'portz' does not exist in type .*Did you mean to write 'ports'\?$/,
  ],
  [
    "a clone without its environment",
    'new app.Database("copy", { cloneFrom: "3fa85f64-5717-4562-b3fc-2c963f66afa6" });',
    /^Property 'environmentId' is missing .* but required in type 'DatabaseCloneArgs'\.$/,
  ],
  [
    "a misspelled argument of a clone",
    'new app.Container("copy", { environmentId: "e", cloneFrom: "c", portz: [] });',
    /'portz' does not exist in type 'ContainerCloneArgs'\. Did you mean to write 'ports'\?$/,
  ],
  [
    "an argument of another type",
    `new app.Container("web", { ${container}, cpu: "500" });`,
    /^Type 'string' is not assignable to type 'Input<number \| undefined>'\.$/,
  ],
  [
    "a nested argument of another type",
    `new app.Container("web", { ${container}, ports: [{ internalPort: "80", publiclyAccessible: true }] });`,
    /^Type 'string' is not assignable to type 'Input<number>'\.$/,
  ],
  [
    "an unknown value of an enum",
    'new app.Database("db", { environmentId: "e", type: "ORACLE", version: "7", mode: "CONTAINER" });',
    /^Type '"ORACLE"' is not assignable to type '"MONGODB" \| "MYSQL" /,
  ],
];

let editor: ReturnType<typeof openEditor>;
beforeAll(() => {
  const wrong = ['import * as app from "pulumi-app-platform";', ...mistakes.map(([, program]) => program)].join("\n");
  editor = openEditor(
    new Map([
      [probeFile, probe],
      [mistakesFile, wrong],
    ]),
  );
});

describe("editor", () => {
  it("shows the description, unit, default and bounds of every argument, also of nested ones", () => {
    const lines = probe.split("\n");
    const missing = all.flatMap(({ owner, name, field }, index) => {
      const before = lines.slice(0, index + 1).join("\n").length + 1;
      const line = lines[index + 1] as string;
      const text = editor.hover(probeFile, before + line.lastIndexOf(name));
      return factsOf(field)
        .filter((fact) => !text.includes(fact))
        .map((fact) => `${owner}.${name} does not say: ${fact}`);
    });
    expect(missing).toEqual([]);
    expect(all.length).toBeGreaterThan(300);
  });

  it.each(mistakes)("shows one error for %s", (_, program, says) => {
    const source = editor.program.getSourceFile(mistakesFile) as ts.SourceFile;
    const line = source.text.slice(0, source.text.indexOf(program)).split("\n").length - 1;
    const found = editor.program
      .getSemanticDiagnostics(source)
      .filter(({ start = 0 }) => source.getLineAndCharacterOfPosition(start).line === line);
    const texts = found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n").split("\n"));
    expect(texts).toHaveLength(1);
    expect(texts.flat().at(-1)?.trim()).toMatch(says);
    expect(texts.flat().join("\n")).not.toMatch(/overload/i);
    expect(texts.flat().length).toBeLessThanOrEqual(3);
  });
});

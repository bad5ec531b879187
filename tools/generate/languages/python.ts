import type { ObjectField } from "../../../provider/schema/field.js";
import { inSnakeCase, pythonEnumMember } from "../letterCase.js";
import { type Expression, type Member, type Statement, settingsOf, usedIn } from "./statements.js";

/** The program as `__main__.py`. */
export function pythonProgram(statements: readonly Statement[]): string {
  const settings = settingsOf(statements);
  const isPulumiUsed = settings.length > 0 || statements.some((each) => each.is === "export");
  const read = settings.map(
    ({ name, isSecret }) => `${inSnakeCase(name)} = config.require${isSecret ? "_secret" : ""}("${name}")`,
  );
  const used = usedIn(statements);
  return [
    ...(isPulumiUsed ? ["import pulumi"] : []),
    "import pulumi_app_platform as app_platform",
    "",
    ...(read.length === 0 ? [] : ["config = pulumi.Config()", ...read, ""]),
    ...statements.map((statement) => lineOf(statement, used)),
    "",
  ].join("\n");
}

function lineOf(statement: Statement, used: ReadonlySet<string>): string {
  if (statement.is === "export") return `pulumi.export("${statement.name}", ${written(statement.value, 0)})`;
  if (statement.is === "lookup") {
    const found = called(`app_platform.${inSnakeCase(statement.function)}_output`, membersOf(statement.args, 1), 0);
    return `${inSnakeCase(statement.variable)} = ${found}`;
  }
  const { variable, kind, name, id, args } = statement;
  const first = [`"${name}"`, ...(id === undefined ? [] : [written(id, 0)])];
  const call = `app_platform.${kind}${id === undefined ? "" : ".get"}`;
  const made = called(call, [...first, ...membersOf(args, 1)], 0);
  return used.has(variable) ? `${inSnakeCase(variable)} = ${made}` : made;
}

function membersOf(members: readonly Member[], depth: number): string[] {
  return members.map(([name, value]) => `${inSnakeCase(name)}=${written(value, depth)}`);
}

function written(expression: Expression, depth: number): string {
  switch (expression.is) {
    case "literal":
      if (typeof expression.value === "boolean") return expression.value ? "True" : "False";
      return expression.field.type === "enum"
        ? `app_platform.${expression.field.name}.${pythonEnumMember(String(expression.value))}`
        : JSON.stringify(expression.value);
    case "list":
      return spread(
        "[",
        expression.items.map((item) => written(item, depth + 1)),
        "]",
        depth,
      );
    case "object":
      return called(
        `app_platform.${(expression.field as ObjectField).name}Args`,
        membersOf(expression.members, depth + 1),
        depth,
      );
    case "map":
      return spread(
        "{",
        expression.members.map(([name, value]) => `"${name}": ${written(value, depth + 1)}`),
        "}",
        depth,
      );
    case "setting":
      return inSnakeCase(expression.name);
    case "result":
      return `${inSnakeCase(expression.of)}.${inSnakeCase(expression.name)}`;
    case "output": {
      const { of, name, before } = expression;
      const output = `${inSnakeCase(of)}.${inSnakeCase(name)}`;
      return before === "" ? output : `${output}.apply(lambda id: f"${before}{id}")`;
    }
  }
}

function called(name: string, args: readonly string[], depth: number): string {
  return spread(`${name}(`, args, ")", depth);
}

/** On one line if it fits, otherwise one line each. */
function spread(open: string, items: readonly string[], close: string, depth: number): string {
  const whole = `${open}${items.join(", ")}${close}`;
  if (!whole.includes("\n") && whole.length + depth * 4 <= 88) return whole;
  const indent = "    ".repeat(depth + 1);
  return [open, ...items.map((item) => `${indent}${item},`), `${"    ".repeat(depth)}${close}`].join("\n");
}

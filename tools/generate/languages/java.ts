import type { Field, ObjectField } from "../../../provider/schema/field.js";
import { javaPackage } from "../../release/address.js";
import { capitalized, enumMember } from "../letterCase.js";
import { type Expression, type Member, type Statement, settingsOf, usedIn } from "./statements.js";

/** The class of a program, as Pulumi's template for Java names it. */
export const javaClass = "myproject.App";
const [packageName, className] = javaClass.split(".");

/** What a program imports, if its text matches. */
const imports: readonly (readonly [name: string, isUsed: RegExp])[] = [
  [`${javaPackage()}.*`, /./],
  [`${javaPackage()}.enums.*`, /[(,] ?\w+\.[A-Z]\w*[,)]/],
  [`${javaPackage()}.inputs.*`, /\(\w+Args\.builder|State\.builder/],
  ["com.pulumi.Pulumi", /./],
  ["com.pulumi.core.Output", /\bOutput\./],
  ["java.util.List", /\bList(?:::|\.)/],
  ["java.util.Map", /\bMap\./],
];

/** The program as `App.java`. */
export function javaProgram(statements: readonly Statement[]): string {
  const used = usedIn(statements);
  const settings = settingsOf(statements).map(
    ({ name, isSecret }) => `var ${name} = config.require${isSecret ? "Secret" : ""}("${name}");`,
  );
  const lines = [
    ...(settings.length === 0 ? [] : ["var config = ctx.config();", ...settings, ""]),
    ...statements.map((statement) => lineOf(statement, used)),
  ].flatMap((line) => line.split("\n"));
  const body = lines.map((line) => (line === "" ? "" : `            ${line}`)).join("\n");
  const imported = imports.flatMap(([name, isUsed]) => (isUsed.test(body) ? [`import ${name};\n`] : []));
  return `package ${packageName};

${imported.join("")}
public class ${className} {
    public static void main(String[] args) {
        Pulumi.run(ctx -> {
${body}
        });
    }
}
`;
}

function lineOf(statement: Statement, used: ReadonlySet<string>): string {
  if (statement.is === "export") return `ctx.export("${statement.name}", ${written(statement.value, 0)});`;
  if (statement.is === "lookup") {
    const { variable, function: called, args } = statement;
    return `var ${variable} = AppplatformFunctions.${called}(${built(`${capitalized(called)}Args`, args, 0)});`;
  }
  const { variable, kind, name, id, args } = statement;
  const state = args.length === 0 ? "null" : built(`${kind}State`, args, 0);
  const made =
    id === undefined
      ? `new ${kind}("${name}", ${built(`${kind}Args`, args, 0)})`
      : `${kind}.get("${name}", ${asOutput(id)}, ${state}, null)`;
  return `${used.has(variable) ? `var ${variable} = ` : ""}${made};`;
}

/** A call of a type's builder: on one line if it fits, otherwise one line for each member. */
function built(type: string, members: readonly Member[], depth: number): string {
  const calls = members.map(([name, value]) => `.${name}(${specified(value, depth + 1)})`);
  const segments = [`${type}.builder()`, ...calls, ".build()"];
  const whole = segments.join("");
  if (!whole.includes("\n") && depth > 0 && whole.length + depth * 4 <= 60) return whole;
  return segments.join(`\n${"    ".repeat(depth + 1)}`);
}

/** The arguments of a builder: each item of a list is an argument, unless one of them is an output. */
function specified(value: Expression, depth: number): string {
  if (value.is !== "list") return written(value, depth);
  const items = value.items.map((item) => written(item, depth));
  if (!value.items.some(({ is }) => is === "output")) return items.join(", ");
  return items.length === 1 ? `${items[0]}.applyValue(List::of)` : `Output.all(${items.join(", ")})`;
}

function written(expression: Expression, depth: number): string {
  switch (expression.is) {
    case "literal":
      return literal(expression.value, expression.field);
    case "object":
      return built(`${(expression.field as ObjectField).name}Args`, expression.members, depth);
    case "map":
      return `Map.of(${expression.members.flatMap(([name, value]) => [JSON.stringify(name), written(value, depth)]).join(", ")})`;
    case "setting":
      return expression.name;
    case "result":
      // Pulumi's SDK for Java can't export objects of types of its own.
      return `${expression.of}.applyValue(result -> result.${expression.name}()${expression.isList ? ".size()" : ""})`;
    case "output": {
      const { of, name, before } = expression;
      return `${of}.${name}()${before === "" ? "" : `.applyValue(id -> "${before}" + id)`}`;
    }
    case "list":
      return `List.of(${expression.items.map((item) => written(item, depth)).join(", ")})`;
  }
}

function literal(value: string | number | boolean, field: Field): string {
  return field.type === "enum" ? `${field.name}.${enumMember(String(value))}` : JSON.stringify(value);
}

function asOutput(id: Expression): string {
  return id.is === "setting" && !id.isSecret ? `Output.of(${id.name})` : written(id, 0);
}

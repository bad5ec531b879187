import { definitions } from "../../../provider/kinds/index.js";
import type { Field } from "../../../provider/schema/field.js";
import { goModulePath } from "../../release/address.js";
import { capitalized, enumMember } from "../letterCase.js";
import { type Expression, type Member, type Statement, settingsOf, usedIn } from "./statements.js";

const indent = "\t\t";

/** The program as `main.go`. */
export function goProgram(statements: readonly Statement[]): string {
  const settings = settingsOf(statements);
  const used = usedIn(statements);
  const read = settings.map(({ name, isSecret }) => `${name} := cfg.Require${isSecret ? "Secret" : ""}("${name}")`);
  const lines = [
    ...(read.length === 0 ? [] : ['cfg := config.New(ctx, "")', ...read, ""]),
    ...statements.flatMap((statement) => linesOf(statement, used)),
    "return nil",
  ];
  return `package main

import (
	"${goModulePath()}/appplatform"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
${read.length === 0 ? "" : '\t"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"\n'})

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
${lines.map((line) => (line === "" ? "" : `${indent}${line}`)).join("\n")}
	})
}
`;
}

function linesOf(statement: Statement, used: ReadonlySet<string>): string[] {
  if (statement.is === "export") return [`ctx.Export("${statement.name}", ${written(statement.value)})`];
  if (statement.is === "lookup") {
    const type = `appplatform.${lookupName(statement.function)}Output`;
    return [`${statement.variable} := ${type}(ctx, ${composite(`${type}Args`, membersOf(statement.args), 2)})`];
  }
  const { variable, kind, name, id, args } = statement;
  const isRead = id !== undefined;
  const type = `appplatform.${kind}${isRead ? "State" : "Args"}`;
  const specified = isRead && args.length === 0 ? "nil" : composite(`&${type}`, membersOf(args), 2);
  const call = isRead
    ? `appplatform.Get${kind}(ctx, "${name}", pulumi.ID(${(id as { readonly name: string }).name}), ${specified})`
    : `appplatform.New${kind}(ctx, "${name}", ${specified})`;
  const failed = [`${"\t"}return err`, "}"];
  if (!used.has(variable)) return [`if _, err := ${call}; err != nil {`, ...failed];
  return [`${variable}, err := ${call}`, "if err != nil {", ...failed];
}

function membersOf(members: readonly Member[], depth = 3): string[] {
  return members.map(([name, value]) => `${capitalized(name)}: ${written(value, depth)}`);
}

function written(expression: Expression, depth = 2): string {
  switch (expression.is) {
    case "literal":
      return literal(expression.value, expression.field);
    case "list":
      return composite(
        listType(expression.field),
        expression.items.map((item) => written(item, depth + 1)),
        depth,
      );
    case "object":
      return composite(`&${typeName(expression.field)}Args`, membersOf(expression.members, depth + 1), depth);
    case "map":
      return composite(
        expression.field.type === "record" ? "pulumi.StringMap" : "pulumi.Map",
        expression.members.map(([name, value]) => `"${name}": ${written(value, depth + 1)}`),
        depth,
      );
    case "setting":
      return expression.isSecret ? expression.name : `pulumi.String(${expression.name})`;
    case "result":
      return `${expression.of}.${capitalized(expression.name)}()`;
    case "output": {
      const { of, name, before } = expression;
      const output = `${of}.${name === "id" ? "ID()" : capitalized(name)}`;
      return before === "" ? output : `pulumi.Sprintf("${before}%s", ${output})`;
    }
  }
}

function literal(value: string | number | boolean, field: Field): string {
  if (typeof value === "boolean") return `pulumi.Bool(${value})`;
  if (typeof value === "number") return `pulumi.Int(${value})`;
  return field.type === "enum"
    ? `appplatform.${field.name}${enumMember(value)}`
    : `pulumi.String(${JSON.stringify(value)})`;
}

function typeName(field: Field): string {
  if (!("name" in field)) throw new Error(`a ${field.type} has no type of its own in Go`);
  return `appplatform.${field.name}`;
}

function listType(field: Field): string {
  if (field.type === "json") return "pulumi.Array";
  const item = field.type === "array" ? field.item : field;
  if (item.type === "string") return "pulumi.StringArray";
  return item.type === "service" ? "pulumi.StringMapArray" : `${typeName(item)}Array`;
}

/** On one line if it fits, otherwise one line each. */
function composite(open: string, items: readonly string[], depth: number): string {
  const whole = `${open}{${items.join(", ")}}`;
  if (!whole.includes("\n") && whole.length + depth * 4 <= 88) return whole;
  const lines = aligned(items).map((item) => `${"\t".repeat(depth + 1)}${item},`);
  return [`${open}{`, ...lines, `${"\t".repeat(depth)}}`].join("\n");
}

/** With the values of consecutive members aligned, as Go's formatter does. */
function aligned(items: readonly string[]): string[] {
  const isOneLine = (item: string | undefined) => item !== undefined && /^"?\w+"?: /.test(item) && !item.includes("\n");
  return items.map((item, index) => {
    if (!isOneLine(item)) return item;
    const isBreak = (at: number) => !isOneLine(items[at]);
    let [first, last] = [index, index];
    while (!isBreak(first - 1)) first -= 1;
    while (!isBreak(last + 1)) last += 1;
    const width = Math.max(...items.slice(first, last + 1).map((each) => each.indexOf(":")));
    const [name = ""] = item.split(":");
    return `${name}:${" ".repeat(width - name.length)}${item.slice(name.length + 1)}`;
  });
}

/** `GetContainer` reads a resource, so the function that gets one is `LookupContainer`. */
function lookupName(name: string): string {
  const kind = name.slice("get".length);
  return definitions.some((each) => each.kind === kind) ? `Lookup${kind}` : capitalized(name);
}

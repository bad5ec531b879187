import * as ts from "typescript";
import type { ResourceDefinition } from "../../../provider/definition/kind.js";
import { itemKind, referenceName, refersTo, resourceArgument } from "../../../provider/definition/references.js";
import { definitions } from "../../../provider/kinds/index.js";
import type { Field, Fields } from "../../../provider/schema/field.js";
import { capitalized } from "../letterCase.js";

/** A value of a program, independent of the language. Its field determines the types in languages that write them. */
export type Expression =
  | { readonly is: "literal"; readonly value: string | number | boolean; readonly field: Field }
  | { readonly is: "list"; readonly items: readonly Expression[]; readonly field: Field }
  | { readonly is: "object"; readonly members: readonly Member[]; readonly field: Field }
  /** An object with arbitrary keys. */
  | { readonly is: "map"; readonly members: readonly Member[]; readonly field: Field }
  | Setting
  /** An output of a resource, in a text that begins with `before`. */
  | { readonly is: "output"; readonly of: string; readonly name: string; readonly before: string }
  /** A member of what a lookup returns, which may be a list of objects. */
  | { readonly is: "result"; readonly of: string; readonly name: string; readonly isList?: boolean };

/** A value of the stack's configuration. */
export interface Setting {
  readonly is: "setting";
  readonly name: string;
  readonly isSecret: boolean;
}

export type Member = readonly [name: string, value: Expression];

/** What a program does, independent of the language. */
export type Statement =
  | {
      readonly is: "resource";
      readonly variable: string;
      readonly kind: string;
      readonly name: string;
      /** The ID, if it exists and is only read. */
      readonly id?: Expression;
      readonly args: readonly Member[];
    }
  | Lookup
  | { readonly is: "export"; readonly name: string; readonly value: Expression };

/** A function that gets something that exists. */
export interface Lookup {
  readonly is: "lookup";
  readonly variable: string;
  /** Name of the function, such as `getContainer`. */
  readonly function: string;
  readonly args: readonly Member[];
}

/** The statements of an example. Each variable, resource and exported name begins with `prefix`, so that several are one program. */
export function statementsOf(example: string, prefix = ""): Statement[] {
  const { statements } = ts.createSourceFile("example.ts", example, ts.ScriptTarget.ES2022, true);
  const scope: Scope = { kinds: new Map(), prefix };
  return statements.map((statement) => statementOf(statement, scope));
}

interface Scope {
  /** The kinds of the variables so far. */
  readonly kinds: Map<string, ResourceDefinition>;
  readonly prefix: string;
}

function statementOf(statement: ts.Statement, scope: Scope): Statement {
  if (ts.isExpressionStatement(statement)) return resourceOf(statement.expression, undefined, scope);
  if (!ts.isVariableStatement(statement)) throw unsupported(statement);
  const [{ name, initializer } = {} as ts.VariableDeclaration] = statement.declarationList.declarations;
  if (name === undefined || initializer === undefined) throw unsupported(statement);
  if (statement.modifiers === undefined) return resourceOf(initializer, name.getText(), scope);
  const value = outputOf(initializer, scope);
  return { is: "export", name: inCamelCase(scope.prefix, name.getText()), value };
}

function resourceOf(node: ts.Expression, variable: string | undefined, scope: Scope): Statement {
  const isNew = ts.isNewExpression(node);
  if (!isNew && !(ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression))) throw unsupported(node);
  const kind = isNew
    ? node.expression.getText()
    : (node.expression as ts.PropertyAccessExpression).expression.getText();
  const definition = definitions.find((each) => each.kind === kind);
  const [name, ...others] = node.arguments ?? [];
  if (definition === undefined || name === undefined || !ts.isStringLiteral(name)) throw unsupported(node);
  if (variable !== undefined) scope.kinds.set(variable, definition);
  const [id, args] = isNew ? [undefined, others[0]] : others;
  const members = args === undefined ? [] : membersOf(args, memberIn(definition.args), scope);
  return {
    is: "resource",
    variable: inCamelCase(scope.prefix, variable ?? name.text),
    kind,
    name: scope.prefix === "" ? name.text : `${scope.prefix}-${name.text}`,
    ...(id === undefined ? {} : { id: expressionOf(id, definition.args.name as Field, scope) }),
    args: members,
  };
}

/** The argument for a variable of an example: other languages take only a resource's ID, not the resource. */
const memberIn =
  (fields: Fields): MemberOf =>
  (specified) => {
    const isSibling = (each: string) => resourceArgument(each, fields[each] as Field)?.name === specified;
    const name = specified in fields ? specified : (Object.keys(fields).find(isSibling) ?? specified);
    return [name, fields[name]];
  };

type MemberOf = (specified: string) => readonly [name: string, field: Field | undefined];

function membersOf(node: ts.Expression, memberOf: MemberOf, scope: Scope) {
  if (!ts.isObjectLiteralExpression(node)) throw unsupported(node);
  return node.properties.map((property): Member => {
    const [name, field] = memberOf(property.name?.getText() ?? "");
    if (field === undefined) throw unsupported(property);
    if (ts.isShorthandPropertyAssignment(property)) return [name, { is: "setting", name, isSecret: false }];
    if (!ts.isPropertyAssignment(property)) throw unsupported(property);
    return [name, expressionOf(property.initializer, field, scope)];
  });
}

function expressionOf(node: ts.Expression, field: Field, scope: Scope): Expression {
  if (ts.isStringLiteral(node)) return { is: "literal", value: node.text, field };
  if (ts.isNumericLiteral(node)) return { is: "literal", value: Number(node.text), field };
  if (node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword) {
    return { is: "literal", value: node.kind === ts.SyntaxKind.TrueKeyword, field };
  }
  if (ts.isArrayLiteralExpression(node) && (field.type === "array" || field.type === "json")) {
    const ofItem = field.type === "array" ? field.item : field;
    return { is: "list", items: node.elements.map((item) => expressionOf(item, ofItem, scope)), field };
  }
  if (ts.isObjectLiteralExpression(node) && field.type === "object") {
    return { is: "object", members: membersOf(node, memberIn(field.members), scope), field };
  }
  if (ts.isObjectLiteralExpression(node) && (field.type === "record" || field.type === "json")) {
    const ofValue = field.type === "record" ? field.value : field;
    return { is: "map", members: membersOf(node, (name) => [name, ofValue], scope), field };
  }
  const [, secret, setting] = /^config\.require(Secret)?\("(\w+)"\)$/.exec(node.getText()) ?? [];
  if (setting !== undefined) return { is: "setting", name: setting, isSecret: secret !== undefined };
  if (ts.isIdentifier(node)) return resourceValue(node, field, scope);
  return outputOf(node, scope);
}

/** A resource as an argument, and the property to use in languages that don't take resources. */
function resourceValue(node: ts.Identifier, field: Field, scope: Scope): Expression {
  const definition = scope.kinds.get(node.text);
  if (definition === undefined) return { is: "setting", name: node.text, isSecret: false };
  const of = inCamelCase(scope.prefix, node.text);
  if (field.type === "service") return { is: "output", of, name: "deployable", before: "" };
  if (field.type === "object" && itemKind(field) !== undefined) {
    const id: Member = ["id", { is: "output", of, name: "id", before: "" }];
    return { is: "object", members: [id], field };
  }
  return { is: "output", of, name: "id", before: refersTo(field).length > 0 ? `${referenceName(definition)}/` : "" };
}

function outputOf(node: ts.Expression, scope: Scope): Expression {
  if (!ts.isPropertyAccessExpression(node) || !scope.kinds.has(node.expression.getText())) throw unsupported(node);
  return { is: "output", of: inCamelCase(scope.prefix, node.expression.getText()), name: node.name.text, before: "" };
}

function unsupported(node: ts.Node): Error {
  return new Error(`an example must be written so that it can be converted to other languages; got ${node.getText()}`);
}

/** Words in camel case: a name of a variable in most languages. */
function inCamelCase(...words: readonly string[]): string {
  const [first = "", ...others] = words.flatMap((word) => word.split("-")).filter((word) => word !== "");
  return [first, ...others.map(capitalized)].join("");
}

/** All values of a program, at every depth. */
function* everyValue(statements: readonly Statement[]): Generator<Expression> {
  for (const statement of statements) {
    if (statement.is === "export") yield statement.value;
    else {
      if (statement.is === "resource" && statement.id !== undefined) yield* below([statement.id]);
      yield* below(statement.args.map(([, value]) => value));
    }
  }
}

function* below(values: readonly Expression[]): Generator<Expression> {
  for (const value of values) {
    yield value;
    if (value.is === "list") yield* below(value.items);
    if (value.is === "object" || value.is === "map") yield* below(value.members.map(([, member]) => member));
  }
}

/** The settings that a program reads from the stack's configuration, in their order. */
export function settingsOf(statements: readonly Statement[]): readonly Setting[] {
  const all = [...everyValue(statements)].flatMap((value) =>
    value.is === "setting" ? [[value.name, value] as const] : [],
  );
  return [...new Map(all).values()];
}

/** The variables whose outputs a program uses. */
export function usedIn(statements: readonly Statement[]): ReadonlySet<string> {
  return new Set([...everyValue(statements)].flatMap((value) => (value.is === "output" ? [value.of] : [])));
}

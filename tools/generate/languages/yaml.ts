import { stringify } from "yaml";
import { type Expression, type Lookup, type Member, type Statement, settingsOf } from "./statements.js";

/** The program as `Pulumi.yaml`. */
export function yamlProgram(statements: readonly Statement[], name: string): string {
  const config = settingsOf(statements).map(({ name, isSecret }) => [
    name,
    { type: "string", ...(isSecret ? { secret: true } : {}) },
  ]);
  const resources = statements.flatMap((statement) => (statement.is === "resource" ? [resource(statement)] : []));
  const variables = statements.flatMap((statement) => (statement.is === "lookup" ? [found(statement)] : []));
  const outputs = statements.flatMap((statement) =>
    statement.is === "export" ? [[statement.name, written(statement.value)] as const] : [],
  );
  const program = {
    name,
    runtime: "yaml",
    ...(config.length === 0 ? {} : { config: Object.fromEntries(config) }),
    ...(variables.length === 0 ? {} : { variables: Object.fromEntries(variables) }),
    ...(variables.length > 0 && resources.length === 0 ? {} : { resources: Object.fromEntries(resources) }),
    ...(outputs.length === 0 ? {} : { outputs: Object.fromEntries(outputs) }),
  };
  return stringify(program, { lineWidth: 0 });
}

type Resource = Statement & { readonly is: "resource" };

function resource({ variable, kind, name, id, args }: Resource) {
  const type = `app-platform:${kind}`;
  const named = variable === name ? {} : { name };
  const state = args.length === 0 ? {} : { state: membersOf(args) };
  const contents = id === undefined ? { properties: membersOf(args) } : { get: { id: written(id), ...state } };
  return [variable, { type, ...named, ...contents }] as const;
}

function found({ variable, function: called, args }: Lookup) {
  const invoked = { function: `app-platform:${called}`, arguments: membersOf(args) };
  return [variable, { "fn::invoke": invoked }] as const;
}

function membersOf(members: readonly Member[]): object {
  return Object.fromEntries(members.map(([name, value]) => [name, written(value)]));
}

function written(expression: Expression): unknown {
  switch (expression.is) {
    case "literal":
      return expression.value;
    case "list":
      return expression.items.map(written);
    case "object":
    case "map":
      return membersOf(expression.members);
    case "setting":
      return `\${${expression.name}}`;
    case "result":
      return `\${${expression.of}.${expression.name}}`;
    case "output":
      return `${expression.before}\${${expression.of}.${expression.name}}`;
  }
}

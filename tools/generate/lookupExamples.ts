/** Programs that call a lookup, as the schema and the reference show them. */
import type { LookupDefinition, OwnLookUp } from "../../provider/definition/kind.js";
import { pathMembers } from "../../provider/platform/endpoint.js";
import type { EnumField, Field } from "../../provider/schema/field.js";
import { wholeProgram } from "./example.js";
import { type ProgramText, programsOf } from "./languages/programs.js";
import type { Expression, Member, Statement } from "./languages/statements.js";
import { exampleName } from "./lookups.js";

/** An argument of an example: an ID from the configuration, the first word of an enum, or a text. */
export type ExampleArgument = readonly [name: string, field: Field, text?: string | undefined];

/**
 * Programs in all languages that call the function and export one member of its result.
 *
 * @param isList whether the result is a list in TypeScript, and an object with that list in other languages
 */
export function lookupPrograms(
  called: string,
  args: readonly ExampleArgument[],
  shown: string,
  isList = false,
): { readonly typescript: string; readonly others: readonly ProgramText[] } {
  const statements: Statement[] = [
    { is: "lookup", variable: "found", function: called, args: args.map(memberOf) },
    { is: "export", name: shown, value: { is: "result", of: "found", name: shown, isList } },
  ];
  const specified = args.length === 0 ? "" : `{ ${args.map(inTypeScript).join(", ")} }`;
  const typescript = `const found = ${called}Output(${specified});
export const ${shown} = found${isList ? "" : `.${shown}`};`;
  return { typescript: wholeProgram(typescript), others: programsOf(statements) };
}

/** Programs that look one up by its name. */
export function lookupOneProgram(definition: LookupDefinition): ReturnType<typeof lookupPrograms> {
  const { kind, args, api } = definition;
  const position = api.list === undefined ? [] : pathMembers(api.list);
  const placed = position.map((name) => [name, args[name] as Field] as const);
  const named = ["name", nameField, exampleName(definition)] as const;
  return lookupPrograms(`get${kind}`, [...placed, named], "id");
}

/** The argument of a lookup that isn't an argument of the resource. */
const nameField = { type: "string", description: "Name to look for.", required: false } as Field;

/** Programs that call a lookup that isn't by name or ID. */
export function ownLookupProgram(
  kind: string,
  { args, outputs, example }: OwnLookUp,
): ReturnType<typeof lookupPrograms> {
  const [, name = "", text] = /^(\w+)(?:: "(.*)")?$/.exec(example) ?? [];
  const [first = ""] = Object.keys(outputs);
  return lookupPrograms(`get${kind}`, [[name, args[name] as Field, text]], first);
}

function memberOf([name, field, text]: ExampleArgument): Member {
  return [name, expressionFor(name, field, text)];
}

function expressionFor(name: string, field: Field, text: string | undefined): Expression {
  if (text !== undefined) return { is: "literal", value: text, field };
  if (field.type === "enum") return { is: "literal", value: (field as EnumField).values[0] as string, field };
  return { is: "setting", name, isSecret: false };
}

function inTypeScript([name, , text]: ExampleArgument): string {
  return text === undefined ? name : `${name}: ${JSON.stringify(text)}`;
}

/** Programs that call a lookup, as the schema shows them. */
import type { EnumField, Field } from "../../provider/schema/field.js";
import { wholeProgram } from "./example.js";
import { programsOf } from "./languages/programs.js";
import type { Expression, Member, Statement } from "./languages/statements.js";

/** An argument of an example: an ID from the configuration, the first word of an enum, or a text. */
export type ExampleArgument = readonly [name: string, field: Field, text?: string];

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
): readonly { readonly id: string; readonly text: string }[] {
  const statements: Statement[] = [
    { is: "lookup", variable: "found", function: called, args: args.map(memberOf) },
    { is: "export", name: shown, value: { is: "result", of: "found", name: shown } },
  ];
  const typescript = `const found = ${called}Output({ ${args.map(inTypeScript).join(", ")} });
export const ${shown} = found${isList ? "" : `.${shown}`};`;
  const whole = wholeProgram(typescript).replaceAll('"pulumi-app-platform"', '"pulumi-app-platform/native"');
  return [{ id: "typescript", text: whole }, ...programsOf(statements)];
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

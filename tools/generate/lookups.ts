import type { ResourceDefinition } from "../../provider/definition/resourceDefinition.js";
import { type Endpoint, pathMembers } from "../../provider/platform/endpoint.js";
import type { Field } from "../../provider/schema/field.js";
import { comment, fieldComment, header } from "./declaration.js";
import { isAlways, outputType } from "./outputs.js";

/** The functions that look up a kind. */
export function lookupFile(definition: ResourceDefinition): string {
  const { kind, args, outputs, listFilters } = definition;
  const many = `get${kind}s`;
  const one = `get${kind}`;
  const place = pathMembers(definition.api.list as Endpoint);
  const isReadById = definition.api.read !== undefined && pathMembers(definition.api.read).join() === "id";
  const known = { ...Object.fromEntries(Object.entries(args).filter(([, field]) => !field.local)), ...outputs };
  const results = Object.entries(known).map(([name, field]) => {
    const isThere = name in args && isAlways(field);
    return `${fieldComment(field, "  ")}  ${name}${isThere ? "" : "?"}: ${outputType(field, "output.")}${isThere ? "" : " | undefined"};\n`;
  });
  const connection = args.connection as Field;
  const member = (name: string, field: Field, type: string, optional: boolean) =>
    `${fieldComment(field, "  ")}  ${name}${optional ? "?" : ""}: ${type}${optional ? " | undefined" : ""};\n`;
  const places = (optional: boolean) =>
    place.map((name) => member(name, args[name] as Field, "string", optional)).join("");
  const filters = Object.entries(listFilters)
    .map(([name, field]) => member(name, field, outputType(field, ""), true))
    .join("");
  const connectionText = member("connection", connection, "string", true);
  const nameText = `  /** Name to look for; case-insensitive. */\n  name?: string | undefined;\n`;
  const idText = `  /** Identifier to look for; instead of a name. */\n  id?: string | undefined;\n`;
  const withInputs = (type: string) => `{ [K in keyof ${type}]: pulumi.Input<${type}[K]> }`;
  const placeExample = place.join(", ");
  const text = results.join("");
  return `${header}import type * as pulumi from "@pulumi/pulumi";
import { lookUpAll, lookUpOne, lookUpOutput } from "../../lookup.js";
${text.includes("enums.") ? 'import type * as enums from "../types/enums.js";\n' : ""}${text.includes("output.") ? 'import type * as output from "../types/output.js";\n' : ""}
${comment([`Where {@link ${many}} looks.`])}export interface Get${kind}sArgs {
${places(false)}${filters}${connectionText}}

${comment([`What {@link ${one}} looks for: a name or an id.`])}export interface Get${kind}Args {
${places(isReadById)}${nameText}${idText}${connectionText}}

${comment([`A ${kind} as the platform knows it.`])}export interface Get${kind}Result {
  /** Identifier on the platform. */
  id: string;
${text}}

${comment([`All of this kind in one place; also at preview.`, "", `@throws An error with a code, where the platform refuses or cannot be reached.`, "@example", "```ts", `const all = await ${many}({ ${placeExample} });`, "```"])}export function ${many}(args: Get${kind}sArgs): Promise<Get${kind}Result[]> {
  return lookUpAll("${kind}", { ...args });
}

${comment([`{@link ${many}} for arguments that may be outputs.`, "", "@example", "```ts", `const names = ${many}Output({ ${placeExample} }).apply((all) => all.map(({ name }) => name));`, "```"])}export function ${many}Output(args: ${withInputs(`Get${kind}sArgs`)}): pulumi.Output<Get${kind}Result[]> {
  return lookUpOutput("${kind}", args, lookUpAll<Get${kind}Result>);
}

${comment([`The one with the given name or id; also at preview.`, "", `@throws An error with a code, where there is none, and where the platform refuses or cannot be reached.`, "@example", "```ts", `const existing = await ${one}({ ${placeExample}, name: "web" });`, "```"])}export function ${one}(args: Get${kind}Args): Promise<Get${kind}Result> {
  return lookUpOne("${kind}", { ...args });
}

${comment([`{@link ${one}} for arguments that may be outputs.`, "", "@example", "```ts", `const id = ${one}Output({ ${placeExample}, name: "web" }).apply(({ id }) => id);`, "```"])}export function ${one}Output(args: ${withInputs(`Get${kind}Args`)}): pulumi.Output<Get${kind}Result> {
  return lookUpOutput("${kind}", args, lookUpOne<Get${kind}Result>);
}
`;
}

import type { LookupDefinition, ResourceDefinition } from "../../provider/definition/kind.js";
import {
  allOf,
  documentMember,
  manyName,
  schemaToken,
  sourceOption,
  typeToken,
} from "../../provider/definition/names.js";
import { definitions } from "../../provider/kinds/index.js";
import { lookups as others } from "../../provider/lookups.js";
import { pathMembers } from "../../provider/platform/endpoint.js";
import { environmentName } from "../../provider/platform/environment.js";
import type { SettingName } from "../../provider/platform/settings.js";
import {
  type EnumField,
  type Field,
  type Fields,
  fieldsWithin,
  isOpen,
  type ObjectField,
} from "../../provider/schema/field.js";
import {
  address,
  addressOf,
  dotnetNamespace,
  goModulePath,
  javaBasePackage,
  ownerOf,
  pluginAddress,
} from "../release/address.js";
import { pageLines } from "./classes.js";
import { importCommand, wholeProgram } from "./example.js";
import { argumentsOf, type Form, typesBelow } from "./fields.js";
import { inOtherLanguages, type ProgramText } from "./languages/programs.js";
import { enumMember } from "./letterCase.js";
import { lookupOneProgram, lookupPrograms, ownLookupProgram } from "./lookupExamples.js";
import { allDescription, isReadById, lookedUp, lookUpMembers, nameDescription, pathArgument } from "./lookups.js";
import { connectionsDescription, providerSettings } from "./native.js";
import { isAlways } from "./outputs.js";
import { argumentFacts, CLEARED_BY_NULL, choiceText, resultDescription, resultFacts } from "./text.js";

type Json = Readonly<Record<string, unknown>>;

const any = { $ref: "pulumi.json#/Any" };
const mapOf = (values: Json): Json => ({ type: "object", additionalProperties: values });

/** How the generators of the languages name packages, which all have the provider's version. */
const languages: Json = {
  csharp: { rootNamespace: dotnetNamespace(), respectSchemaVersion: true },
  go: {
    importBasePath: `${goModulePath()}/appplatform`,
    respectSchemaVersion: true,
  },
  java: { basePackage: javaBasePackage() },
  nodejs: { respectSchemaVersion: true },
  python: { pyproject: { enabled: true }, respectSchemaVersion: true },
};

/**
 * The schema of the native provider, from which Pulumi generates the SDKs of all languages.
 *
 * It has no `default`: an SDK would send it, and what a program sends is managed. Defaults are in the descriptions.
 */
export function schemaFile(): readonly [path: string, text: string][] {
  const roots = [
    ...definitions.map(({ args, outputs, derived }) => ({ ...args, ...outputs, ...derived })),
    ...others.map(({ outputs }) => outputs),
  ];
  const inputs = definitions.map(({ args }) => args);
  const objects = typesBelow<ObjectField>("object", inputs, "argument");
  const results = typesBelow<ObjectField>("object", roots, "result");
  const enums = typesBelow<EnumField>("enum", roots, "result");
  const listed = lookedUp.filter(({ lookups }) => lookups.own === undefined);
  const schema = {
    name: "app-platform",
    displayName: "Application Platform",
    description: "A Pulumi provider for the Application Platform API.",
    license: "Apache-2.0",
    homepage: address.site,
    repository: address.repository,
    publisher: ownerOf(),
    keywords: ["pulumi", "application-platform", "category/cloud", "kind/native"],
    logoUrl: addressOf("docs/public/icon.svg"),
    configurationDocsUrl: addressOf("docs/configuration.md"),
    pluginDownloadURL: pluginAddress(),
    meta: { moduleFormat: "(.*)" },
    language: languages,
    config: { variables: withEnvironment(configuration()) },
    provider: { description: "Manages the resources of one platform.", inputProperties: configuration() },
    types: sorted([
      ...[...enums.values()].map((field): [string, Json] => [schemaToken(field.name), enumType(field)]),
      // If both have the same type, its descriptions are those of the arguments.
      ...[...results.values()].map((field): [string, Json] => [
        objectToken(field, "result"),
        objectType(field, "result"),
      ]),
      ...[...objects.values()].map((field): [string, Json] => [
        objectToken(field, "argument"),
        objectType(field, "argument"),
      ]),
      ...listed.map((definition): [string, Json] => [schemaToken(`Found${definition.kind}`), foundType(definition)]),
    ]),
    resources: sorted(definitions.map((definition) => [schemaToken(definition.kind), resource(definition)])),
    functions: sorted([...listed.flatMap(lookUps), ...lookedUp.flatMap(ownLookUp)]),
  };
  return [["provider/generated/schema.json", `${JSON.stringify(schema)}`]];
}

function sorted<T>(entries: readonly (readonly [string, T])[]): Readonly<Record<string, T>> {
  return Object.fromEntries([...entries].sort(([one], [other]) => (one < other ? -1 : 1)));
}

function configuration(): Json {
  const variables = providerSettings.map(({ name, type, description, preset, isSecret }): [string, Json] => [
    name,
    {
      type,
      description: sentences(description, preset === undefined ? [] : [`Default: ${JSON.stringify(preset)}.`]),
      ...(isSecret ? { secret: true } : {}),
    },
  ]);
  return {
    ...Object.fromEntries(variables),
    connections: { ...mapOf(mapOf(any)), description: connectionsDescription, secret: true },
  };
}

/**
 * The configuration of a stack, with the environment variables that set it. The arguments of an explicit provider have none: an SDK would
 * store their values in the state, and a later `destroy` would use a token that has expired.
 */
function withEnvironment(variables: Json): Json {
  const names = new Set<string>(providerSettings.map(({ name }) => name));
  return Object.fromEntries(
    Object.entries(variables).map(([name, variable]) => [
      name,
      names.has(name)
        ? { ...(variable as Json), defaultInfo: { environment: [environmentName(name as SettingName)] } }
        : variable,
    ]),
  );
}

/** The description with an example in each language, in the form that the generators of SDKs read: each takes its own. */
function withExamples({ kind, description, example }: ResourceDefinition): string {
  const programs = { typescript: wholeProgram(example), others: inOtherLanguages(example) };
  return withPrograms([description, ...pageLines(kind)].join("\n"), programs);
}

function withPrograms(
  description: string,
  { typescript, others }: { readonly typescript: string; readonly others: readonly ProgramText[] },
): string {
  const native = typescript.replaceAll('"pulumi-app-platform"', '"pulumi-app-platform/native"');
  const blocks = [{ id: "typescript", text: native }, ...others].map(
    ({ id, text }) => `\`\`\`${id}\n${text}\n\`\`\`\n`,
  );
  const shown = ["{{% example %}}", ...blocks, "{{% /example %}}"].join("\n");
  return `${description}\n\n{{% examples %}}\n## Example Usage\n${shown}\n{{% /examples %}}\n`;
}

/** The section that the registry shows below the properties of a resource. */
function withImport(definition: ResourceDefinition): string {
  const command = importCommand(definition);
  return command === undefined ? "" : `\n## Import\n\n\`\`\`sh\n$ ${command}\n\`\`\`\n`;
}

function resource(definition: ResourceDefinition): Json {
  const { kind, outputs, derived, pathArgs } = definition;
  const args = argumentsOf(definition);
  const required = Object.entries(args).filter(([, field]) => field.required);
  // A clone takes omitted arguments from its source.
  const isRequested = ([name]: readonly [string, Field]) => !(sourceOption in args) || pathArgs.includes(name);
  return {
    description: `${withExamples(definition)}${withImport(definition)}`,
    inputProperties: properties(args, "argument"),
    requiredInputs: required.filter(isRequested).map(([name]) => name),
    properties: properties({ ...args, ...outputs, ...derived }, "result"),
    required: alwaysIn({ ...args, ...outputs, ...derived }),
    // The place of a kind that the platform can't read by ID alone.
    stateInputs: { type: "object", properties: properties(parentOf(args, pathArgs), "argument") },
    aliases: [{ type: typeToken(kind) }],
  };
}

function parentOf(args: Fields, pathArgs: readonly string[]): Fields {
  return Object.fromEntries([...pathArgs, "connection"].map((name) => [name, args[name] as Field]));
}

function alwaysIn(fields: Fields): string[] {
  return Object.keys(fields).filter((name) => isAlways(fields[name] as Field));
}

function properties(fields: Fields, form: Form): Json {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, property(field, form)]));
}

function property(field: Field, form: Form): Json {
  const isSecret = field.secret === true || (typeof field.secret === "object" && field.secret.isRequired);
  return {
    ...typeOf(field, form),
    description: describe(field, form),
    ...(isSecret ? { secret: true } : {}),
    ...(form === "argument" && field.onUpdate === "replace" ? { willReplaceOnChanges: true } : {}),
  };
}

function describe(field: Field, form: Form): string {
  return form === "argument"
    ? // Only TypeScript tells `null` from an omitted argument.
      sentences(
        field.description,
        argumentFacts(field).filter((fact) => fact !== CLEARED_BY_NULL),
      )
    : sentences(resultDescription(field), resultFacts(field));
}

function sentences(description: string, facts: readonly string[]): string {
  return facts.length === 0 ? description : `${description}\n\n${facts.join(" ")}`;
}

function typeOf(field: Field, form: Form): Json {
  switch (field.type) {
    case "string":
    case "integer":
    case "boolean":
      return { type: field.type };
    case "enum":
      return reference(schemaToken(field.name));
    case "object":
      return reference(objectToken(field, form));
    case "array":
      return { type: "array", items: typeOf(field.item, form) };
    case "record":
      return mapOf(typeOf(field.value, form));
    case "json":
      return field.shape === "object" || isOpen(field) ? mapOf(any) : any;
    case "service":
      return mapOf({ type: "string" });
  }
}

function reference(token: string): Json {
  return { $ref: `#/types/${token}` };
}

/** Arguments and results have the same type, unless only responses have some of its members. */
function objectToken(object: ObjectField, form: Form): string {
  return schemaToken(form === "result" && hasResponseOnly(object) ? `${object.name}Result` : object.name);
}

function hasResponseOnly(field: Field): boolean {
  return [field, ...fieldsWithin(field).map((each) => each.field)].some(
    (each) => each.type === "object" && Object.keys(each.responseOnly ?? {}).length > 0,
  );
}

function enumType({ description, values }: EnumField): Json {
  return { type: "string", description, enum: values.map((value) => ({ name: enumMember(value), value })) };
}

/** A group of members that exclude those of other groups may be omitted: the languages have no type for exactly one of them. */
function objectType(object: ObjectField, form: Form): Json {
  const { alternatives = [], members, responseOnly = {}, description } = object;
  const isResult = form === "result" && hasResponseOnly(object);
  const all = isResult ? { ...members, ...responseOnly } : members;
  const choices = alternatives.flat();
  const required = isResult
    ? alwaysIn(all)
    : Object.entries(all).flatMap(([name, field]) => (field.required ? [name] : []));
  return {
    type: "object",
    description: [description, choiceText(object)].filter((segment) => segment !== undefined).join(" "),
    properties: properties(all, isResult ? "result" : "argument"),
    required: required.filter((name) => !choices.includes(name)),
  };
}

/** What a lookup returns of a resource. */
function foundType(definition: LookupDefinition): Json {
  const known = lookUpMembers(definition);
  return {
    type: "object",
    description: definition.description,
    properties: { id: { type: "string", description: "ID on the platform." }, ...properties(known, "result") },
    required: ["id", ...alwaysIn(definition.args).filter((name) => name in known)],
  };
}

function ownLookUp({ kind, args, lookups: { own } }: LookupDefinition): (readonly [string, Json])[] {
  if (own === undefined) return [];
  const options = { connection: args.connection as Field };
  const required = Object.keys(own.args).filter((name) => own.args[name]?.required);
  const inputs = { properties: properties({ ...own.args, ...options }, "argument"), required };
  const outputs = { properties: properties(own.outputs, "result"), required: alwaysIn(own.outputs) };
  const description = withPrograms(own.description, ownLookupProgram(kind, own));
  return [[schemaToken(`get${kind}`), { description, inputs, outputs }]];
}

function lookUps(definition: LookupDefinition): (readonly [string, Json])[] {
  const { kind, args, api, lookups } = definition;
  const position = api.list === undefined ? [] : pathMembers(api.list);
  const membersIn = (names: readonly string[]) =>
    properties(Object.fromEntries(names.map((name) => [name, args[name] as Field])), "argument");
  const several = manyName(kind);
  const placed = position.map((name) => [name, args[name] as Field] as const);
  const one = {
    description: withPrograms(
      `Gets the ${kind} with the given name or ID, also during preview.`,
      lookupOneProgram(definition),
    ),
    inputs: {
      properties: {
        ...membersIn(position),
        name: { type: "string", description: nameDescription(definition) },
        id: { type: "string", description: "ID to look for, instead of a name." },
        ...membersIn(["connection"]),
      },
      required: isReadById(definition) ? [] : position,
    },
    outputs: foundType(definition),
  };
  const many = {
    description: withPrograms(allDescription(definition), lookupPrograms(`get${allOf(kind)}`, placed, several, true)),
    inputs: {
      properties: { ...membersIn(position), ...properties(lookups.filters, "argument"), ...membersIn(["connection"]) },
      required: position,
    },
    outputs: {
      properties: {
        [several]: {
          type: "array",
          items: reference(schemaToken(`Found${kind}`)),
          description: "What was found.",
        },
      },
      required: [several],
    },
  };
  return [
    [schemaToken(`get${kind}`), one],
    [schemaToken(`get${allOf(kind)}`), many],
    ...Object.entries(lookups.documents).map(([name, { description, read }]) => {
      const members = pathMembers(read);
      const parent = Object.fromEntries(members.map((each) => [each, pathArgument(args, each)]));
      const found = { type: "string", description, secret: true };
      const inputs = {
        properties: { ...properties(parent, "argument"), ...membersIn(["connection"]) },
        required: members,
      };
      const outputs = { properties: { [documentMember(name)]: found }, required: [documentMember(name)] };
      const placed = Object.entries(parent).map(([member, field]) => [member, field] as const);
      const shown = withPrograms(description, lookupPrograms(`get${kind}${name}`, placed, documentMember(name)));
      return [schemaToken(`get${kind}${name}`), { description: shown, inputs, outputs }] as const;
    }),
  ];
}

import type { z } from "zod";
import { pathMembers } from "../platform/endpoint.js";
import { argumentSchemas } from "../schema/argumentSchemas.js";
import type { Rule } from "../schema/checks.js";
import { membersOf } from "../schema/view.js";
import { providerOptions } from "./providerOptions.js";
import type { ArgumentShape, Calls, DeployedAs, ResourceDefinition, Verbs } from "./resourceDefinition.js";

/** What a kind's file says. */
interface ResourceStatement<Shape extends ArgumentShape> {
  readonly description: string;
  readonly args: Shape;
  /** Members of the response that are no arguments. */
  readonly outputs: ArgumentShape;
  readonly rules?: readonly Rule[];
  readonly api: Calls;
  readonly deployedAs?: DeployedAs;
  readonly listFilters?: ArgumentShape;
  readonly edit?: "replaces" | "keeps";
  readonly editOnly?: readonly string[];
  readonly leftOnDestroy?: string;
  readonly example: string;
  readonly verbs?: Partial<Verbs>;
}

/** Declares a kind; everything that the provider, the SDK and the documentation know of it comes from here. */
export function defineResource<const Shape extends ArgumentShape, const Kind extends string>(
  kind: Kind,
  statement: ResourceStatement<Shape>,
): ResourceDefinition<Shape, Kind> {
  const { rules = [], edit = "replaces", editOnly = [], verbs = {}, listFilters = {}, ...rest } = statement;
  const isNamed = Object.values(membersOf(rest.args)).some((field) => field.identifies);
  const shape = { ...rest.args, ...providerOptions(rest.api, isNamed) };
  const args = membersOf(shape);
  const outputs = membersOf(rest.outputs);
  const pathArgs = pathMembers(rest.api.create);
  return {
    kind,
    ...rest,
    shape: rest.args,
    args,
    outputs,
    schemas: argumentSchemas(shape, rules, pathArgs),
    edit,
    editOnly,
    listFilters: membersOf(listFilters),
    verbs,
    body: {
      type: "object",
      required: true,
      name: kind,
      description: rest.description,
      members: args,
      answered: outputs,
      rules: rules.map(({ says }) => says),
    },
    pathArgs,
    isNamed,
  };
}

/** The plain arguments of a kind, as its definition says. */
export type ArgsOf<D> = D extends { readonly shape: infer Shape extends ArgumentShape }
  ? z.infer<z.ZodObject<Shape, z.core.$strict>>
  : never;

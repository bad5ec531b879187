import { pathMembers } from "../platform/endpoint.js";
import type { Field, Fields, Rule, ValuesOf } from "../schema/fields.js";
import { originArgs } from "./providerOptions.js";
import type { Calls, DeployedAs, ResourceDefinition, Verbs } from "./resourceDefinition.js";

/** What a kind's file says. */
export interface ResourceStatement<A extends Fields, O extends Fields> {
  readonly description: string;
  readonly args: A;
  readonly outputs: O;
  readonly rules?: readonly Rule[];
  readonly api: Calls;
  readonly deployedAs?: DeployedAs;
  readonly listFilters?: Fields;
  readonly edit?: "replaces" | "keeps";
  readonly editOnly?: readonly string[];
  readonly leftOnDestroy?: string;
  readonly example: string;
  readonly verbs?: Partial<Verbs>;
}

/** Declares a kind; everything the provider, the SDK and the documentation know of it comes from here. */
export function defineResource<const A extends Fields, const O extends Fields, const Kind extends string>(
  kind: Kind,
  statement: ResourceStatement<A, O>,
): ResourceDefinition<A, O, Kind> {
  const { rules = [], edit = "replaces", editOnly = [], verbs = {}, listFilters = {}, ...rest } = statement;
  const isNamed = Object.values<Field>(rest.args).some((field) => field.identifies);
  const args = { ...rest.args, ...originArgs(rest.api, isNamed) };
  const pathArgs = pathMembers(rest.api.create);
  return {
    kind,
    ...rest,
    args,
    rules,
    edit,
    editOnly,
    listFilters,
    verbs,
    body: {
      type: "object",
      required: true,
      name: kind,
      description: rest.description,
      members: args,
      answered: rest.outputs,
      rules,
    },
    pathArgs,
    isNamed,
  };
}

/** The plain arguments of a kind, as its definition says. */
export type ArgsOf<D> = D extends ResourceDefinition<infer A, infer _O, infer _K> ? ValuesOf<A> : never;

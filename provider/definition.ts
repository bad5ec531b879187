import type { Calls } from "./calls.js";
import { pathMembers } from "./endpoint.js";
import type { Field, Fields, ObjectField, Rule, ValuesOf } from "./fields.js";
import { originArgs } from "./origin.js";
import type { Verbs } from "./verbs.js";

/** How a deployment names a service of this kind. */
export interface DeployedAs {
  /** Member of the deploy request, as on the wire. */
  readonly list: string;
  /** Member that carries the id, as on the wire; without it the item is the bare id. */
  readonly idMember?: string;
  /** Members of an item, each with the path of the output that fills it, or `undefined` where only the program can. */
  readonly versions: Readonly<Record<string, string | undefined>>;
}

/** All that is particular to a kind. */
export interface ResourceDefinition<A extends Fields = Fields, O extends Fields = Fields> {
  readonly kind: string;
  readonly description: string;
  readonly args: A;
  /** Members of the answer that are no arguments. */
  readonly outputs: O;
  readonly rules: readonly Rule[];
  readonly api: Calls;
  readonly deployedAs?: DeployedAs;
  /** Parameters by which the list can be filtered, as the query spells them. */
  readonly listFilters: Fields;
  /** What an edit does with members that the body leaves out. */
  readonly edit: "replaces" | "keeps";
  /** A body for the edit that differs from the create's. */
  readonly editOnly: readonly string[];
  /** Why nothing is deleted, for a kind that is given back rather than removed. */
  readonly leftOnDestroy?: string;
  /** Program text for the documentation. */
  readonly example: string;
  readonly verbs: Partial<Verbs>;
  /** The arguments as one object, the form in which the engine walks them. */
  readonly body: ObjectField;
  /** Arguments that are members of the create call's path: another value is another resource. */
  readonly pathArgs: readonly string[];
  /** Whether it has a name that is unique in its environment. */
  readonly isNamed: boolean;
}

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
export function defineResource<const A extends Fields, const O extends Fields>(
  kind: string,
  statement: ResourceStatement<A, O>,
): ResourceDefinition<A, O> {
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
export type ArgsOf<D> = D extends ResourceDefinition<infer A, infer _O> ? ValuesOf<A> : never;

/** Whether another value of this argument needs a new resource, whatever the API can edit. */
export function forcesReplacement(definition: ResourceDefinition, arg: string): boolean {
  return isPlace(definition, arg) || definition.args[arg]?.replaces === true;
}

/** Whether the argument says where the resource is: elsewhere, a new one may have the same name. */
export function isPlace(definition: ResourceDefinition, arg: string): boolean {
  return definition.pathArgs.includes(arg) || definition.args[arg]?.place === true;
}

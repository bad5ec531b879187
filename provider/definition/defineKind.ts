import { z } from "zod";
import { type Endpoint, fillPath, pathMembers } from "../platform/endpoint.js";
import type { Codec } from "../schema/facts.js";
import {
  type Field,
  type Fields,
  fieldsWithin,
  keepsByMask,
  maskOf,
  type ObjectField,
  returnedByCreate,
} from "../schema/field.js";
import { mapMembers, type Values } from "../schema/json.js";
import { type Rule, uuid } from "../schema/schemas.js";
import { argumentSchemas, membersOf } from "../schema/view.js";
import type {
  ArgumentShape,
  Calls,
  DeployedAs,
  Lookups,
  OwnLookUp,
  ResourceDefinition,
  Subresource,
  Verbs,
} from "./kind.js";
import { referenceName } from "./references.js";
import type { LinkedOutputs, OwnedChildren } from "./subresources.js";

/**
 * The calls in a kind's file: `create` and optionally `update`, or `save` if one call does both. With both, `save` is for existing
 * resources: a program that omits the last path parameter creates a new one.
 */
type StatedCalls = Omit<Calls, "create" | "update" | "save"> &
  (
    | { readonly create: Endpoint; readonly update?: Endpoint; readonly save?: undefined }
    | { readonly save: Endpoint; readonly create?: Endpoint; readonly update?: undefined }
  );

/** The same as in a definition, with schemas. */
interface StatedLookups extends Omit<Lookups, "filters" | "own"> {
  readonly filters: ArgumentShape;
  readonly own: Omit<OwnLookUp, "args" | "outputs"> & Record<"args" | "outputs", ArgumentShape>;
}

/** A kind's file. */
interface ResourceStatement<Shape extends ArgumentShape> {
  readonly description: string;
  readonly args: Shape;
  /** Members of responses that aren't arguments. */
  readonly outputs: ArgumentShape;
  readonly rules?: readonly Rule[];
  readonly implied?: NonNullable<ResourceDefinition["implied"]>;
  /** The form of whole requests and responses, if it isn't the usual one. */
  readonly codec?: Codec;
  readonly api: StatedCalls;
  readonly otherCalls?: ResourceDefinition["otherCalls"];
  readonly deployedAs?: DeployedAs;
  readonly clonedWith?: ResourceDefinition["clonedWith"];
  /** Both get the kind's name in references. */
  readonly owned?: (name: string) => OwnedChildren;
  readonly linked?: (name: string) => readonly LinkedOutputs[];
  readonly subresources?: readonly Subresource[];
  readonly isOfPlatform?: (item: Values) => boolean;
  readonly isSeenByServices?: boolean;
  readonly sources?: NonNullable<ResourceDefinition["sources"]>;
  readonly cascades?: false;
  readonly builtIns?: NonNullable<ResourceDefinition["builtIns"]>;
  readonly remembered?: readonly string[];
  readonly carriedOver?: ResourceDefinition["carriedOver"];
  readonly updateMode?: "full" | "partial";
  readonly identity?: ResourceDefinition["identity"];
  readonly onDestroy?: string;
  readonly isDeletable?: NonNullable<ResourceDefinition["isDeletable"]>;
  readonly example: string;
  readonly verbs?: Partial<Verbs>;
  /** What differs for a resource whose arguments state its calls. */
  readonly concrete?: (definition: ResourceDefinition, values: Values) => Partial<ResourceDefinition> | undefined;
  /** Arguments that say where the resource is, besides the path parameters of its create call. */
  readonly addressedBy?: readonly string[];
  readonly lookups?: Partial<StatedLookups>;
}

/** The output of every kind that can be deployed. */
const deployable: Field = {
  type: "service",
  required: true,
  description:
    "The service, as an item of `services` of a `DeploymentTrigger`: kind, ID, the requested version and the last change. Export it from a stack to let another stack deploy the service.",
};

/** Output with references to the variables that the platform creates for a resource. */
function referencesTo(kind: string, { output, names }: NonNullable<ResourceDefinition["builtIns"]>): Field {
  const member = (name: string): Field => ({
    type: "string",
    required: true,
    description: `Reference to the variable that contains the ${name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}.`,
  });
  return {
    type: "object",
    required: true,
    name: `${kind}${output.charAt(0).toUpperCase()}${output.slice(1)}`,
    description:
      "References to the built-in variables of the platform, for `aliasOf` of a `Variable`: a service gets their values, and your program never handles them.",
    members: Object.fromEntries(names.map((name) => [name, member(name)])),
  };
}

/** Declares a kind. The provider, the SDK and the documentation get all that is specific to it from here. */
export function defineResource<const Shape extends ArgumentShape, const Kind extends string>(
  kind: Kind,
  statement: ResourceStatement<Shape>,
): ResourceDefinition<Shape, Kind> {
  const {
    rules = [],
    carriedOver = [],
    updateMode = "full",
    identity = "id",
    verbs = {},
    clonedWith = {},
    otherCalls = {},
    owned,
    linked: linkedAs,
    concrete,
    codec,
    addressedBy = [],
    lookups: { filters = {}, documents = {}, own: ownLookUp } = {},
    ...rest
  } = statement;
  const api = callsOf(rest.api);
  const name = referenceName({ api }) ?? "";
  const linked = linkedAs?.(name) ?? [];
  const own = membersOf(rest.args);
  const nameArg = Object.keys(own).find((name) => own[name]?.identifies);
  const hasOptional = Object.values(own).some(({ required, local }) => !required && !local);
  const options = providerOptions(api, hasOptional);
  // A kind may declare an option itself.
  const shape = { ...rest.args, ...options, ...rest.args };
  // If the path of the create call has no place, the body has the place of the list.
  const inPaths = [api.create, api.save, api.list].flatMap((each) => (each === undefined ? [] : pathMembers(each)));
  const pathArgs = [...new Set(inPaths), ...addressedBy];
  const existingArg = api.save === undefined || api.save === api.create ? undefined : pathArgs.at(-1);
  const ownChildren = owned?.(name);
  const located = mapMembers(membersOf(shape), (field, arg) => ({
    ...field,
    ...(pathArgs.includes(arg) && { inPath: true }),
    ...separateFrom(arg, ownChildren, rest.subresources),
  }));
  const args = argumentsUpdatedBy(api, located);
  const outputs = membersOf(Object.assign({}, rest.outputs, ...linked.map((each) => each.outputs)));
  rejectRequiredButNeverReturned(outputs);
  const body: ObjectField = {
    ...{ type: "object", required: true, name: kind, description: rest.description },
    ...(codec && { codec }),
    ...{ members: args, responseOnly: outputs, rules: rules.map(({ description }) => description) },
  };
  rejectUnseenSecrets(body, updateMode === "partial");
  const definition: ResourceDefinition<Shape, Kind> = {
    kind,
    ...rest,
    ...(ownChildren && { owned: ownChildren }),
    linked,
    lookups: {
      ...{ filters: membersOf(filters), documents },
      ...(ownLookUp && {
        own: { ...ownLookUp, args: membersOf(ownLookUp.args), outputs: membersOf(ownLookUp.outputs) },
      }),
    },
    api,
    otherCalls,
    shape: rest.args,
    args,
    outputs,
    derived: {
      ...(rest.deployedAs === undefined ? {} : { deployable }),
      ...(rest.builtIns === undefined ? {} : { [rest.builtIns.output]: referencesTo(kind, rest.builtIns) }),
    },
    schemas: argumentSchemas(shape, rules, pathArgs),
    updateMode,
    carriedOver,
    identity,
    verbs,
    clonedWith,
    body,
    pathArgs,
    nameArg,
    ...(existingArg && { existingArg }),
  };
  if (concrete === undefined) return definition;
  const parentIn = (values: Values) => {
    const { api: own } = concrete(definition, values) ?? {};
    return own && fillPath(own.create, {});
  };
  const general: ResourceDefinition<Shape, Kind> = {
    ...definition,
    parentIn,
    concrete(values) {
      const own = concrete(definition, values);
      const parent = parentIn(values);
      return own && { ...general, ...own, parentIn: (others) => parentIn(others) ?? parent };
    },
  };
  return general;
}

/**
 * Rejects definitions with secrets that updates can't keep without the provider knowing: those masked by `null` in arguments that may be
 * omitted, unless an update keeps what it omits. It never does inside an argument, which is sent as a whole.
 */
function rejectUnseenSecrets(body: ObjectField, keepsOmitted: boolean): void {
  for (const { path, field } of fieldsWithin(body)) {
    const isRetained = keepsOmitted && Object.hasOwn(body.members, path) && !keepsByMask(field);
    if (maskOf(field) === null && !field.required && !isRetained) {
      throw new TypeError(
        `a definition masks ${path} by null, but ${path} may be omitted: no response says whether it is set, so an update would erase it unseen. Make it required (nullable, if there may be none), or state updateMode "partial" if updates keep what they omit`,
      );
    }
  }
}

/** Rejects required outputs that only the response to a create contains: imported and adopted resources have none. */
function rejectRequiredButNeverReturned(outputs: Fields): void {
  for (const name of returnedByCreate(outputs))
    if (outputs[name]?.required)
      throw new TypeError(`a definition says that the output ${name} is never returned: it must be optional`);
}

/** The arguments, each of which replaces the resource if none of its calls updates it, and no deployment. */
export function argumentsUpdatedBy({ update }: Pick<Calls, "update">, args: Fields): Fields {
  if (update !== undefined) return args;
  return mapMembers(args, (field) =>
    field.local || field.separate || field.inPath || field.onUpdate === "deploy"
      ? field
      : { ...field, onUpdate: "replace" as const },
  );
}

/** What calls of a part send an argument, if any do. */
function separateFrom(
  arg: string,
  owned: OwnedChildren | undefined,
  subresources: readonly Subresource[] = [],
): Pick<Field, "separate"> {
  if (arg === owned?.args.open) return { separate: "open" };
  if (arg === owned?.args.secret) return { separate: "secret" };
  if (arg === owned?.args.external) return { separate: "external" };
  return subresources.some(({ args }) => args.includes(arg)) ? { separate: true } : {};
}

function callsOf({ create, update, save, ...others }: StatedCalls): Calls {
  if (save !== undefined) return { ...others, create: create ?? save, update: save, save };
  return { ...others, create, ...(update === undefined ? {} : { update }) };
}

export const connection = z
  .string()
  .min(1)
  .optional()
  .meta({
    description: "Name of the connection to use for the resource.",
    local: true,
    whenOmitted: { description: "the stack's default connection" },
  });

const adoptId = uuid.optional().meta({
  description:
    "ID of an existing resource to adopt instead of creating one. The preview shows what changes. Used only at creation; you can remove it afterwards.",
  local: true,
});

const cloneFrom = uuid.optional().meta({
  description:
    "Resource or ID to clone. The clone is updated to your arguments; you can omit arguments that are otherwise required. Used only at creation.",
  local: true,
  idOf: { kind: "same kind" },
});

const acceptDefaults = z.boolean().optional().meta({
  description:
    "Whether the first update may reset the settings that you omit, if the platform's endpoints can't read them. The preview lists them. Used only for the first update; you can remove it afterwards.",
  local: true,
  default: false,
});

/**
 * Arguments that each kind has if its calls allow: its platform, and the resource that it's created from, or whether saving it may reset
 * arguments.
 */
function providerOptions(api: Calls, hasOptional: boolean): ArgumentShape {
  const isCreated = api.save === undefined;
  return {
    connection,
    ...(api.save !== undefined && hasOptional ? { acceptDefaults } : {}),
    ...(isCreated ? { adoptId } : {}),
    ...(isCreated && api.clone !== undefined ? { cloneFrom } : {}),
  };
}

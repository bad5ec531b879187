import type { z } from "zod";
import type { AppPlatformError } from "../errors/appPlatformError.js";
import type { Identified } from "../ownership/identity.js";
import type { Run } from "../ownership/run.js";
import type { Endpoint } from "../platform/endpoint.js";
import type { Operation } from "../platform/operation.js";
import type { Platform } from "../platform/platform.js";
import type { Fields, ObjectField } from "../schema/field.js";
import { isAbsent, type Values } from "../schema/json.js";
import type { ArgumentSchemas } from "../schema/view.js";
import type { Comparison } from "../values/compare.js";
import type { Versions } from "../values/revisions.js";
import type { LinkedOutputs, OwnedChildren } from "./subresources.js";

/** The calls of a kind. The API doesn't have those that are omitted. */
export interface Calls {
  readonly create: Endpoint;
  /**
   * Saves the resource in its parent, whether it exists or not. `update` is the same call, and so is `create`, unless a separate call
   * creates resources whose parent the program omits (`existingArg`).
   */
  readonly save?: Endpoint;
  readonly read?: Endpoint;
  readonly list?: Endpoint;
  readonly clone?: Endpoint;
  readonly update?: Endpoint;
  readonly delete?: Endpoint<true>;
}

type OtherCalls = Readonly<Record<string, Endpoint<boolean>>>;

/** How deploy requests select a service of this kind. */
export interface DeployedAs {
  /** Member with the services of the kind, as on the wire. */
  readonly list: string;
  /** Member of an item with the ID, as on the wire. If omitted, the item is the ID. */
  readonly idMember?: string;
  /** Versions of an item, each with the path of the output that supplies it, or `undefined` if only the program can. */
  readonly versions: Versions;
  /** Paths of outputs with the deployed version; the first with a value counts. */
  readonly shownVersions: readonly string[];
}

/** A text of a resource that only lookups return. */
export interface Document {
  readonly description: string;
  readonly read: Endpoint;
  /** Media type of the text, which isn't JSON. */
  readonly mediaType: string;
}

/** Arguments of a kind, as zod schemas by name. */
export type ArgumentShape = Readonly<Record<string, z.ZodType>>;

/** What lookups need: a kind has it, and so does what no kind manages (`provider/lookups.ts`). */
export interface LookupDefinition extends Identified {
  readonly description: string;
  /** Members of responses that aren't arguments. */
  readonly outputs: Fields;
  readonly api: Pick<Calls, "read" | "list">;
  /** Outputs (they're among `outputs`) that separate calls return. */
  readonly linked: readonly LinkedOutputs[];
  readonly lookups: Lookups;
  readonly body: ObjectField;
  readonly example: string;
}

/** Everything that is specific to a kind. */
export interface ResourceDefinition<Shape extends ArgumentShape = ArgumentShape, Kind extends string = string>
  extends LookupDefinition {
  readonly kind: Kind;
  /** The arguments in the kind's file, without those of every kind. */
  readonly shape: Shape;
  readonly schemas: ArgumentSchemas;
  /** Arguments that others imply, unless a program sets them. */
  readonly implied?: (args: Values) => Values;
  /** Variables that the platform creates for each resource, and the output by which programs refer to them. */
  readonly builtIns?: { readonly output: string; readonly names: readonly string[] };
  /** Paths of outputs that only the response to the create may contain and that this state lacks, if arguments name them. */
  readonly returnedOnce?: (state: Values) => readonly string[];
  /** Kinds of which it is also a resource, with the same ID, if arguments name its paths. */
  readonly alsoOf?: readonly string[];
  /** Properties in the state that aren't arguments or outputs, and that no program sees. */
  readonly remembered?: readonly string[];
  /** Outputs that the provider derives from others. */
  readonly derived: Fields;
  readonly api: Calls;
  /** Calls that the default verbs don't send, by what they do. The kind's own code, the documentation and `deletion/` know them. */
  readonly otherCalls: OtherCalls;
  readonly deployedAs?: DeployedAs;
  /** Arguments that the clone call accepts besides name and place, by their names there. All others come from the source. */
  readonly clonedWith: Readonly<Record<string, string>>;
  readonly owned?: OwnedChildren;
  /** Whether an item of the list belongs to the platform: nobody can delete it, so an export omits it. */
  readonly isOfPlatform?: (item: Values) => boolean;
  /** That the platform doesn't delete it with what contains it, and refuses to delete that while it exists. */
  readonly cascades?: false;
  /** Whether services use it: a change makes them out of date until they're deployed again. */
  readonly isSeenByServices?: boolean;
  /** Arguments that name what a resource depends on, with the outputs that describe it. The platform deletes the resource with it. */
  readonly sources?: Readonly<Record<string, string>>;
  /** Further parts with calls of their own. */
  readonly subresources?: readonly Subresource[];
  /** Whether an update's body replaces the whole resource, or only the members that it contains. */
  readonly updateMode: "full" | "partial";
  /**
   * Undocumented members, as on the wire. They're never managed, but an update of the whole resource would reset what was set in the
   * console, so it sends them back.
   */
  readonly carriedOver: readonly string[];
  /** What destroying the resource does if it isn't a delete, for the documentation. */
  readonly onDestroy?: string;
  /** Whether its deletion deletes it on the platform; if omitted, it does. */
  readonly isDeletable?: (state: Values) => boolean;
  readonly verbs: Partial<Verbs>;
  /** The definition for a resource whose arguments state its calls; nothing if these aren't known. */
  readonly concrete?: (values: Values) => ResourceDefinition | undefined;
}

/** What lookups of a kind have of their own. */
export interface Lookups {
  /** Query parameters that filter the list. */
  readonly filters: Fields;
  /** Secret texts with lookups of their own, by name: `Kubeconfig` for `getClusterKubeconfig`. */
  readonly documents: Readonly<Record<string, Document>>;
  /** How programs look it up, if not by name or ID. */
  readonly own?: OwnLookUp;
}

export interface OwnLookUp {
  readonly description: string;
  /** An argument as a program has it: `environmentId`, or `path: "/organization"`. */
  readonly example: string;
  readonly args: Fields;
  readonly outputs: Fields;
  find(call: LookupCall, args: Values): Promise<Values>;
}

/** All calls of a kind, by what they do. */
export function callsOf({ api, otherCalls }: Pick<ResourceDefinition, "api" | "otherCalls">): OtherCalls {
  return { ...api, ...otherCalls };
}

/** The arguments with those that they imply. */
export function withImplied({ implied }: Pick<ResourceDefinition, "implied">, args: Values): Values {
  return { ...implied?.(args), ...args };
}

/** The call that saves a resource with these arguments; nothing if they create a new one. */
export function saveOf({ api, existingArg }: Pick<ResourceDefinition, "api" | "existingArg">, args: Values) {
  return existingArg === undefined || !isAbsent(args[existingArg]) ? api.save : undefined;
}

/** A call that reads. */
export interface LookupCall {
  readonly definition: LookupDefinition;
  readonly platform: Platform;
  /** Redacts secret values of the call in a text. */
  readonly redact: (text: string) => string;
  /** Kind and name, for messages: `Container "web"`. */
  readonly label: string;
  /** The operation of all its requests. */
  readonly operation: Operation;
}

/** A call about a resource of a kind. */
export interface Call extends LookupCall {
  readonly definition: ResourceDefinition;
  readonly run: Run;
  /** Shows messages that aren't errors, without secrets. */
  readonly log: Log;
  readonly verbs: Verbs;
  /** Nothing if the provider doesn't receive it, or outside of a stack. */
  readonly urn?: string | undefined;
  /** Another kind in the stack, by its name; nothing outside of a stack. */
  readonly kindNamed: (kind: string) => Pick<Call, "definition" | "verbs"> | undefined;
}

/** How to read a resource, if not together with others of its parent. */
export interface Reading {
  /** Only what the platform has after this call counts, since the resource will be written or was just deleted. */
  readonly isFresh?: true;
  /** The path parameters are those of the adopting resource, which may be in another parent. */
  readonly isElsewhere?: true;
  /** Only whether the resource exists matters. The token may not be allowed to read its parts. */
  readonly withoutSubresources?: true;
  /** It was asked to be deleted: if a list lacks it, it's gone, even if the token may not read it by ID. */
  readonly isExpected?: boolean;
}

/**
 * Something that a program sets in arguments and that the platform stores elsewhere, or that a separate call returns.
 * `resource/subresources.ts` handles it, not the kind's own verbs.
 */
export interface Subresource {
  /** Its arguments, which the kind's own calls don't contain. A resource without them has no work for it. */
  readonly args: readonly string[];
  /** Whether a resource with these values has it without arguments of its own. */
  isExpected?(values: Values): boolean;
  /** What fails with it, in words: `creating its variables`. */
  step(isNew: boolean): string;
  /** Why the platform doesn't accept its arguments. */
  refuse?(call: Call, args: Values): AppPlatformError | undefined;
  /** Checks its arguments at preview and before the resource is written. Not called if they don't change. */
  prepare?(call: Call, args: Values): Promise<void>;
  /** Whether an update changes it, by its own arguments or because of others. */
  isChanged(own: Comparison, whole: Comparison): boolean;
  /** Applies it on the platform, and returns the new state. */
  apply(call: Call, work: SubresourceWork): Promise<Values>;
  /** What the state keeps of it if an update fails before it. If omitted, its former arguments. */
  untouched?(update: NonNullable<SubresourceWork["update"]>, now: Values): Values;
  /**
   * Adds its current values to the state, and the pending writes of what it can't read. Omitted if the kind's own read returns them.
   */
  read?(call: Call, id: string, now: Values, known: Values, reading: Reading): Promise<Values>;
  /**
   * The state after a refresh found changed arguments, which may not be deployed yet. Omitted if a change needs no deployment.
   *
   * @param isManaged Whether the program set one of them before. An interrupted update may have added one.
   */
  undeployed?(now: Values, isManaged: boolean): Values;
  /** What the platform has of it beyond a new resource, as arguments. Omitted if the kind's own read returns it. */
  own?(call: Call, id: string, values: Values): Promise<Values>;
}

export interface SubresourceWork {
  readonly id: string;
  /** The state after the kind's own verb and the parts before. */
  readonly now: Values;
  readonly args: Values;
  /** For an update: the former state, and the comparison of the part and of the whole resource. */
  readonly update?: { readonly before: Values; readonly own: Comparison; readonly whole: Comparison };
  /**
   * Sets the state that is stored if the rest fails.
   *
   * @param pendingWrites Paths of its writes that may be carried out or not; if omitted, they remain as they are. At first, those that an
   * earlier failure left.
   */
  keep(state: Values, pendingWrites?: readonly string[]): void;
}

export type PlanCall = Pick<Call, "definition" | "platform" | "run" | "log" | "label">;

/** What happens to a resource. */
export interface Plan {
  /** Whether it's updated or replaced. If omitted, it's updated if its arguments differ from the former ones. */
  readonly hasWork?: boolean;
  readonly replaces?: readonly string[];
  /** Whether it must be deleted before its replacement is created. */
  readonly deleteBeforeReplace?: boolean;
}

export interface Created {
  readonly id: string;
  /** Its arguments and outputs, if known. */
  readonly state: Values;
}

/** An existing resource, compared with the program's before its adoption. */
export interface Form {
  /** Its state, with the program's values for what the platform identifies differently. */
  readonly state: Values;
  /** Differences that no update can remove, in words. */
  readonly differences: readonly string[];
}

/** The verbs of a kind. Each has a default, which a definition overrides only if its kind really differs. */
export interface Verbs {
  /**
   * Checks the arguments beyond their schemas and rules.
   *
   * @param oldInputs Nothing for a new resource.
   */
  check(call: Call, args: Values, oldInputs?: Values): AppPlatformError[] | Promise<AppPlatformError[]>;
  /** Decides before anything is sent: nothing, an update or a replacement. Throws if it isn't possible. */
  plan(call: Call, comparison: Comparison): Plan | Promise<Plan>;
  create(call: Call, args: Values): Promise<Created>;
  /** Compares an existing resource with the program's before it's adopted, beyond the values of arguments. */
  compareForm(call: Call, args: Values, state: Values): Promise<Form>;
  /** Its current state; nothing if it doesn't exist. */
  read(call: Call, id: string, state: Values, reading?: Reading): Promise<Values | undefined>;
  /** Throws if a resource that wasn't found may still exist. By default, a 404 is enough. */
  confirmGone(call: Call, id: string, state: Values): Promise<void>;
  update(call: Call, comparison: Comparison): Promise<Values>;
  delete(call: Call, id: string, state: Values): Promise<void>;
}

/** Messages to the user that aren't errors. */
export interface Log {
  readonly warn: (text: string) => void;
  readonly info: (text: string) => void;
}

import type { z } from "zod";
import type { Identified } from "../claims/identity.js";
import type { AppPlatformError } from "../errors/appPlatformError.js";
import type { Endpoint } from "../platform/endpoint.js";
import type { Operation } from "../platform/operation.js";
import type { Platform } from "../platform/platform.js";
import type { Fields, ObjectField } from "../schema/field.js";
import { isAbsent, type Values } from "../schema/json.js";
import type { ArgumentSchemas } from "../schema/view.js";
import type { Versions } from "../values/serviceSelection.js";
import type { Comparison } from "./comparison.js";
import type { LinkedOutputs, OwnedChildren } from "./parts.js";

/** The calls of one kind. The API does not have those that are omitted. */
export interface Calls {
  readonly create: Endpoint;
  /**
   * One call that saves the resource in its place, whether it exists or not. `update` is then this call, and so is `create`, unless the
   * kind has a separate call for resources whose place the program omits (`existingArg`).
   */
  readonly save?: Endpoint;
  readonly read?: Endpoint;
  readonly list?: Endpoint;
  readonly clone?: Endpoint;
  readonly update?: Endpoint;
  readonly delete?: Endpoint<true>;
  readonly cancel?: Endpoint<true>;
  readonly statuses?: Endpoint;
  readonly redeploy?: Endpoint;
  readonly stop?: Endpoint<true>;
  readonly alias?: Endpoint;
  readonly override?: Endpoint;
}

/** How a deployment names a service of this kind. */
export interface DeployedAs {
  /** Member of the deploy request, as on the wire. */
  readonly list: string;
  /** Member that holds the ID, as on the wire. If omitted, the item is the ID itself. */
  readonly idMember?: string;
  /** Versions that an item can have, each with the path of the output that supplies it, or `undefined` if only the program can. */
  readonly versions: Versions;
  /** Paths of the outputs that say which version is deployed; the first that has a value counts. */
  readonly shownVersions: readonly string[];
}

/** A text that belongs to a resource, and that only lookups return. */
export interface Document {
  readonly description: string;
  readonly read: Endpoint;
  /** The form that the platform has it in: it isn't JSON. */
  readonly mediaType: string;
}

/** Arguments of a kind, as zod schemas by name. */
export type ArgumentShape = Readonly<Record<string, z.ZodType>>;

/** How resources of a kind are in an order. */
export interface Ordered {
  readonly member: string;
  readonly argument: string;
}

/** Everything that is specific to a kind. */
export interface ResourceDefinition<Shape extends ArgumentShape = ArgumentShape, Kind extends string = string>
  extends Identified {
  readonly kind: Kind;
  readonly description: string;
  /** The arguments as the kind's file declares them, without those that every kind has. */
  readonly shape: Shape;
  readonly schemas: ArgumentSchemas;
  /** Members of responses that are not arguments. */
  readonly outputs: Fields;
  /** Variables that the platform makes for each resource, which programs name by the output `credentials`. */
  readonly builtIns?: readonly string[];
  /** Properties that the state keeps of its resources beside arguments and outputs, and that no program sees. */
  readonly remembered?: readonly string[];
  /** Outputs that no response has: the provider derives them from others. */
  readonly derived: Fields;
  readonly api: Calls;
  readonly deployedAs?: DeployedAs;
  /** Arguments that the clone call takes besides name and place, each with its name there. Others a clone has from its source. */
  readonly clonedWith: Readonly<Record<string, string>>;
  /** The outputs that are its address, which other resources may contain in their texts. */
  readonly address?: { readonly host: string; readonly port: string };
  /** What its resources own besides themselves; the arguments that name it have the fact `apart`. */
  readonly owned?: OwnedChildren;
  /** Whether the platform has made an item of the list and keeps it: nobody can delete it, so an export leaves it out. */
  readonly isOfPlatform?: (item: Values) => boolean;
  /** The member of an item of the list that says where it is in an order, and the argument that names the resource before it. */
  readonly ordered?: Ordered;
  /** Whether services see it: a change makes them out of date until they are deployed again. */
  readonly isSeenByServices?: boolean;
  /** Texts that belong to a resource and are looked up by calls of their own, by their names: `getClusterKubeconfig`. All are secret. */
  readonly documents?: Readonly<Record<string, Document>>;
  /** Outputs that another call than those of the kind returns; they are among `outputs`. */
  readonly linked?: LinkedOutputs;
  /** Other parts, with calls of the kind's own. */
  readonly parts?: readonly Part[];
  /** Parameters by which the list can be filtered, as the query spells them. */
  readonly listFilters: Fields;
  /** Whether an update's body replaces the whole resource, or only the members that it contains. */
  readonly updateMode: "full" | "partial";
  /**
   * Members that the API document does not have, as on the wire. They are never managed, but an update that replaces the whole
   * resource would reset what people set there: it sends them back as the platform returned them. Of free-form JSON, it sends back
   * all members but those that are left out.
   */
  readonly carriedOver: readonly string[] | { readonly allBut: readonly string[] };
  /** What destroying the resource does, for the documentation, if not a delete. */
  readonly onDestroy?: string;
  /** Example program for the documentation. */
  readonly example: string;
  readonly verbs: Partial<Verbs>;
  /** The definition for a resource with these arguments, where they state its calls; nothing where these aren't known. */
  readonly concrete?: (values: Values) => ResourceDefinition | undefined;
  /** How programs look it up, if not by its name or ID. */
  readonly ownLookUp?: OwnLookUp;
  /** The arguments as one object field, for the code that walks fields. */
  readonly body: ObjectField;
}

/** A lookup with arguments of its own. */
export interface OwnLookUp {
  readonly description: string;
  readonly args: Fields;
  readonly outputs: Fields;
  find(call: Call, args: Values): Promise<Values>;
}

/** The call that saves a resource with these arguments in its place; nothing if they create a new one. */
export function saveOf({ api, existingArg }: Pick<ResourceDefinition, "api" | "existingArg">, args: Values) {
  return existingArg === undefined || !isAbsent(args[existingArg]) ? api.save : undefined;
}

/** What a verb operates on. */
export interface Call {
  readonly definition: ResourceDefinition;
  readonly platform: Platform;
  /** Shows the user what isn't an error. Nothing that is secret is shown there. */
  readonly log: Log;
  /** Redacts in a text what is secret among the values of the call. */
  readonly hide: (text: string) => string;
  /** The kind's verbs: the defaults, with the overrides of its definition. */
  readonly verbs: Verbs;
  /** Kind and name, for messages: `Container "web"`. */
  readonly label: string;
  /** The URN of the resource; nothing if the door doesn't receive it, or where no stack matters. */
  readonly urn?: string | undefined;
  /** The operation that all its requests belong to. */
  readonly operation: Operation;
  /** The kind of another resource of the stack, by its name; nothing where no stack matters. */
  readonly kindNamed: (kind: string) => Pick<Call, "definition" | "verbs"> | undefined;
}

/** How a resource is read, if not together with the others of its place. */
export interface Reading {
  /** Only what the platform has after this call counts, since the resource is written next or was just deleted. */
  readonly isFresh?: true;
  /** The path parameters come from the resource that adopts this one, which may be in another place. */
  readonly isElsewhere?: true;
  /** Only whether the resource exists matters. Its parts aren't read, since the token might not be allowed to. */
  readonly withoutParts?: true;
  /** The platform was asked to delete it: what a list lacks is gone, also if the token may not read it alone. */
  readonly isExpected?: boolean;
}

/**
 * What a program names in arguments and the platform keeps elsewhere, or what the platform returns by a call of its own:
 * `lifecycle/parts.ts` works with it. The kind's own verbs know nothing of it.
 */
export interface Part {
  /** The arguments that name it. The kind's own calls do not get them. */
  readonly args: readonly string[];
  /** What is not done if it fails, in words: `creating its variables`. */
  step(isNew: boolean): string;
  /** Why arguments cannot name it, if so. */
  refuse?(call: Call, args: Values): AppPlatformError | undefined;
  /** Checks what a program names, at preview and before anything of the resource is written. Not called where that does not change. */
  prepare?(call: Call, args: Values): Promise<void>;
  /** Whether an update changes it: by its own arguments, or because of others. */
  isChanged(own: Comparison, whole: Comparison): boolean;
  /** Applies it on the platform. Returns the state with it. */
  apply(call: Call, work: PartWork): Promise<Values>;
  /** What the state keeps of it where an update ends before it is applied. If omitted, its arguments as they were. */
  untouched?(update: NonNullable<PartWork["update"]>, now: Values): Values;
  /** The state with what the platform has of it now. Omitted if the kind's own read tells. */
  read?(call: Call, id: string, now: Values, known: Values, reading: Reading): Promise<Values>;
  /** What the platform has of it that a new resource would not have, as arguments. Omitted if the kind's own read tells. */
  own?(call: Call, id: string, values: Values): Promise<Values>;
}

/** What is to be done to a part of a resource. */
export interface PartWork {
  readonly id: string;
  /** The state after the kind's own verb, and after the parts before. */
  readonly now: Values;
  readonly args: Values;
  /** For an update: the whole state before, and what the comparison says about the part and about the whole resource. */
  readonly update?: { readonly before: Values; readonly own: Comparison; readonly whole: Comparison };
  /** What is in the state if the rest fails. */
  keep(state: Values): void;
}

/** What a plan operates on. */
export type PlanCall = Pick<Call, "definition" | "platform" | "log" | "label">;

/** What becomes of a resource whose arguments may have changed. */
export interface Plan {
  /** Whether it is updated or replaced. If omitted, it is updated where its arguments differ from those that it had. */
  readonly hasWork?: boolean;
  /** Arguments that replace it. */
  readonly replaces?: readonly string[];
  /** Whether it must be deleted before its replacement is created. */
  readonly deleteBeforeReplace?: boolean;
}

/** A resource that exists on the platform. */
export interface Created {
  readonly id: string;
  /** Its arguments and outputs, as far as known. */
  readonly state: Values;
}

/** What an existing resource is, compared with what the program says. */
export interface Form {
  /** Its state, with the program's names for what others identify otherwise. */
  readonly state: Values;
  /** What no update can change, in words. */
  readonly differences: readonly string[];
}

/** What a kind can do. Each verb has a default; a definition overrides one only if its kind really differs. */
export interface Verbs {
  /** Checks the arguments beyond their schemas and rules. */
  check(call: Call, args: Values): AppPlatformError[];
  /** What an update does (nothing, an update or a replacement), decided before anything is sent. Throws if it is not possible. */
  plan(call: Call, comparison: Comparison): Plan | Promise<Plan>;
  create(call: Call, args: Values): Promise<Created>;
  /** Compares what an existing resource is with what the program says, beyond the values of arguments, before it is adopted. */
  compareForm(call: Call, args: Values, state: Values): Promise<Form>;
  /** Its current state; nothing if it does not exist. */
  read(call: Call, id: string, state: Values, reading?: Reading): Promise<Values | undefined>;
  /** Confirms that a resource that was not found is gone. Throws if it may still exist; by default, a 404 is enough. */
  confirmGone(call: Call, id: string, state: Values): Promise<void>;
  /** Returns the new state. */
  update(call: Call, comparison: Comparison): Promise<Values>;
  delete(call: Call, id: string, state: Values): Promise<void>;
}

/** Messages to the user that are not errors. */
export interface Log {
  readonly warn: (text: string) => void;
  readonly info: (text: string) => void;
}

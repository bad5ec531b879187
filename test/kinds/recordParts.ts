/** Parts of a test record. */
import type { Row } from "../engine/support/outcome.js";
import type { Platform, SeededIds } from "../platform/support/platform.js";
import type { EndpointSet, Value, Values } from "../support/provider.js";
import type { NotApplicable } from "./notApplicable.js";

export type Args = Readonly<Record<string, unknown>>;
export type PerSet<T> = Readonly<Record<EndpointSet, T>>;

/** What the lifecycle steps do for a kind that holds nothing itself but acts on other resources. */
export interface ActingRecord {
  /** Creates, as a person would, what it acts on. */
  prepare(platform: Platform): Promise<void>;
  /** The id of the resource that shows what it did. */
  target(args: Args): string | undefined;
  /** Acts as a person would, elsewhere. */
  actByHand(platform: Platform): Promise<void>;
  /** The id of what it needs, and a person may delete. */
  needs(ids: SeededIds): string;
}

/** What the lifecycle matrix gives, changes and expects. */
export interface LifecycleRecord {
  /** The arguments before anything is edited. */
  args(ids: SeededIds): Args;
  /** The argument that identifies it in its environment, and another value for it; `name` and `by-hand` if omitted. */
  readonly identifiedBy?: {
    readonly arg: string;
    readonly other: string;
    /** What the body of a create says about the place, where its path does not. */
    place?(ids: SeededIds): Args;
  };
  /** The argument that the steps update, its name on the wire, and what a person sets it to in the console. */
  readonly edited: { readonly arg: string; readonly wire: string; readonly byHand: string };
  /** What the edit step changes, one run of the CLI each. */
  edits(ids: SeededIds): readonly Args[];
  /** An argument that the program gives and the remove step omits, and its name on the wire. */
  readonly removed: { readonly arg: string; readonly wire: string };
  /** What the replace step changes, one run of the CLI each. */
  replacements(ids: SeededIds): readonly Args[];
  /** Its create acts on what exists already: nothing is created, and nothing comes back once it is gone. */
  readonly existsBefore?: true;
  /** The arguments that adopt something that isn't a resource of its own kind. */
  adopting?(ids: SeededIds): Args;
  readonly acts?: ActingRecord;
  readonly expected: PerSet<Row | NotApplicable>;
}

/** What another value of an argument leads to. */
export type Change = "edit" | "replace" | "replace, deleted first" | "refused" | "name taken";

/** The rule of one set of endpoints, and the arguments that are exceptions to it. */
export type Changes = readonly [rule: Change, exceptions: Readonly<Record<string, Change>>];

/** An argument with values outside its bounds and the last ones inside, from the document (§8) and the choices made for it. */
export type Bound = readonly [path: string, outside: readonly Value[], inside: readonly Value[]];

/** What the document says about the arguments. Paths are general: `ports[].name`, `healthchecks.probe.type`. */
export interface ArgumentsRecord {
  /** Required members, separated by spaces. */
  readonly required: string;
  readonly bounds: readonly Bound[];
  /** Also of a set that cannot create the kind, because a stack may change sets: without an update, what does not replace is refused. */
  readonly changed: Readonly<Record<EndpointSet, Changes>>;
  /** Arguments that the API document does not have: a value, a wrong one, and the name and the value on the wire if they differ. */
  readonly extendedOnly?: Readonly<Record<string, readonly [value: Value, wrong: Value, wire?: string, sent?: Value]>>;
  /** Where the issue is when a member is omitted of which another one would do as well, or of which a neighbour speaks. */
  readonly omittedElsewhere?: Readonly<Record<string, string>>;
  /** Members that are only allowed with a right value of another one. */
  readonly dependents?: Readonly<Record<string, readonly string[]>>;
  /** Arguments that the platform ignores with these values: what comes back of them may differ. */
  ignored?(values: Values): readonly string[];
  /** Makes random arguments valid where members depend on each other. */
  valid?(values: Values): Values;
}

/** The sets of endpoints that serve each operation. */
export interface Served {
  readonly create: readonly EndpointSet[];
  /** By its own path, or in a list. */
  readonly read: readonly EndpointSet[];
  readonly update: readonly EndpointSet[];
  readonly clone: readonly EndpointSet[];
  readonly delete: readonly EndpointSet[];
}

/** The request lines of each verb with one set of endpoints. */
export interface Calls {
  readonly create: readonly string[];
  readonly read: readonly string[];
  /** `refused` where only the other set has an update, `replaced` where none has. An update reads first where the set has a read. */
  readonly update: readonly string[] | "refused" | "replaced";
  /** None where the set has no delete. */
  readonly delete: readonly string[];
  /** An argument to update, and its new value. */
  readonly edit: Values;
}

export interface CallsRecord extends PerSet<Calls | NotApplicable> {
  /** The id of the fixture's resource, as Pulumi knows it. */
  readonly id: string;
  /** Members of the response that differ before the create, if the create saves over what exists. */
  readonly before?: Values;
  /** Members of requests that no argument of the same name has, such as where something is created. */
  readonly addedMembers?: { readonly create?: Values };
  /** Members of the fixture's request that these calls do not send. */
  readonly unsent?: { readonly create?: readonly string[]; readonly update?: readonly string[] };
}

import type { EndpointSet, Value, Values } from "../support/provider.js";

/** What another value of an argument leads to. */
export type Change = "edit" | "replace" | "replace, deleted first" | "refused" | "name taken";

/** The rule of one set of endpoints, and the arguments that are exceptions to it. */
export type Changes = readonly [rule: Change, exceptions: Readonly<Record<string, Change>>];

/** An argument with values outside its bounds and the last ones inside, from the document (§8) and the choices made for it. */
export type Bound = readonly [path: string, outside: readonly Value[], inside: readonly Value[]];

/** What the document says about the arguments. Paths are general: `ports[].name`, `healthchecks.probe.type`. */
export interface ArgumentsRecord {
  /** Members that must be given, separated by spaces. */
  readonly required: string;
  readonly bounds: readonly Bound[];
  /** Also of a set that cannot create the kind, because a stack may change sets: without an update, what does not replace is refused. */
  readonly changed: Readonly<Record<EndpointSet, Changes>>;
  /** Arguments that the API document does not have: a value, a wrong one, and the name and the value on the wire if they differ. */
  readonly extendedOnly?: Readonly<Record<string, readonly [value: Value, wrong: Value, wire?: string, sent?: Value]>>;
  /** Where the issue is when a member is omitted of which another one would do as well, or of which a neighbour speaks. */
  readonly omittedElsewhere?: Readonly<Record<string, string>>;
  /** Members that are only allowed beside a right value of another one. */
  readonly dependents?: Readonly<Record<string, readonly string[]>>;
  /** Arguments that the platform ignores beside the others: what comes back of them may differ. */
  ignored?(values: Values): readonly string[];
  /** Makes random arguments valid where members depend on each other. */
  valid?(values: Values): Values;
}

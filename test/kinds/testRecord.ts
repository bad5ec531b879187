/**
 * Everything that the tests know of one kind. Tables, matrices, properties and the simulation derive from these records, so
 * a kind that lacks a part does not compile, and one that a test cannot apply to says why.
 */
import { documented } from "../engine/expectations/documented.js";
import { extended } from "../engine/expectations/extended.js";
import type { Row, Rows } from "../engine/outcome.js";
import type { Body } from "../platform/bodies.js";
import type { Platform, SeededIds } from "../platform/platform.js";
import type { EndpointSet, Values } from "../provider.js";
import type { ArgumentsRecord } from "./argumentsRecord.js";
import type { Args, LifecycleRecord, PerSet } from "./lifecycleRecord.js";
import { isNotApplicable, type NotApplicable } from "./notApplicable.js";
import type { Fixture } from "./shared/fixture.js";
import type { SimulationRecord } from "./simulationRecord.js";

export type { Args } from "./lifecycleRecord.js";
export type Sets = readonly EndpointSet[];
/** A member of a request, by the keys that lead to it. */
export type BodyPlace = readonly (string | number)[];

/** The sets of endpoints that serve each operation. */
export interface Served {
  readonly create: Sets;
  /** By its own path, or in a list. */
  readonly read: Sets;
  readonly update: Sets;
  readonly clone: Sets;
  readonly delete: Sets;
}

/** The request lines of each verb with one set of endpoints. */
export interface Calls {
  readonly create: readonly string[];
  readonly read: readonly string[];
  /** `refused` where the set has no update. An update reads first where the set has a read. */
  readonly update: readonly string[] | "refused";
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
  readonly sentBeside?: { readonly create?: Values };
  /** Members of the fixture's request that these calls do not send. */
  readonly unsent?: { readonly create?: readonly string[]; readonly update?: readonly string[] };
}

/** A service that a person created with every member set, and a program that manages some of them. */
export interface ExistingRecord {
  /** The arguments that a program must give, with the values that the existing one has. */
  requiredArgs(ids: SeededIds): Args;
}

/**
 * Requests that create the kind, and the places in them where a hostile value may stand. A kind without a number or a list
 * names a place of text instead.
 */
export interface BodiesRecord {
  /** Creates the one that the other calls are about. */
  first(ids: SeededIds): Body;
  /** Creates another one, with every member set. */
  other(ids: SeededIds): Body;
  readonly text: BodyPlace;
  /** The longest text that may stand there, in characters; any if omitted. */
  readonly longest?: number;
  readonly number: BodyPlace;
  readonly list: BodyPlace;
  /** The status of a create; 201 if omitted. */
  readonly success?: number;
}

/** A place where a secret stands in the arguments, and the value that tests put there. */
export interface SecretPlace<Name extends string> {
  readonly path: string;
  readonly name: Name;
  readonly sample: string;
}

/** Arguments of one kind, by the name of the resource in camelCase. */
type Programs = Readonly<Record<string, object>>;

/** Arguments with every field set. */
type EveryField<Name extends string, Every> = (ids: SeededIds, secret: (name: Name) => string) => Every;

export interface TestRecord<
  Name extends string = string,
  Every extends Programs = Record<never, never>,
  Existing extends ExistingRecord | NotApplicable = ExistingRecord | NotApplicable,
> {
  /** Transcribed by hand from the API document. */
  readonly fixture: Fixture;
  /** Members of the document's request and response, copied from its tables, separated by spaces. */
  readonly documented: { readonly request: string; readonly response: string };
  readonly arguments: ArgumentsRecord;
  readonly secrets: readonly SecretPlace<Name>[];
  readonly served: Served;
  /** The calls that are not in the API document; a member of a path is written `{}`. */
  readonly extendedCalls: readonly string[];
  readonly calls: CallsRecord | NotApplicable;
  /**
   * What a second create call does: it meets the name of the first resource, it saves the same again, or it begins another
   * deployment.
   */
  readonly createdTwice: "name taken" | "saved again" | "deployed again";
  /** The path segment of a service, which is also its kind in the backend. */
  readonly service: string | NotApplicable;
  /** Creates, as a person would, what its arguments refer to besides what every platform has. */
  readonly prepare?: (platform: Platform) => Promise<void>;
  readonly lifecycle: LifecycleRecord;
  readonly existing: Existing;
  readonly bodies: BodiesRecord | NotApplicable;
  readonly everyField: EveryField<Name, Every> | NotApplicable;
  /** What simulated programs give of it; where it is and what it is called, the definition says. */
  readonly simulation: SimulationRecord | NotApplicable;
}

export type AnyRecord = TestRecord<string, Programs>;

/** A record as it is written: without what follows from its fixture and its kind. */
interface Declared<Name extends string, Every extends Programs, Existing extends ExistingRecord | NotApplicable>
  extends Omit<TestRecord<Name, Every, Existing>, "calls" | "lifecycle"> {
  /** Why the API document cannot create it. */
  readonly undocumented?: NotApplicable;
  readonly calls: (Omit<CallsRecord, "id" | "documented"> & { readonly documented?: Calls }) | NotApplicable;
  /** The row of a kind that `engine/expectations/extended.ts` does not have. */
  readonly lifecycle: Omit<LifecycleRecord, "expected"> & { readonly expected?: Row };
}

const rowOf = (rows: Rows, kind: string): Row | NotApplicable =>
  rows[kind] ?? { notApplicable: `engine/expectations has no row for ${kind}.` };

/** Declares the record of a kind; keeps the names of its secrets and resources for the compiler. */
export function testRecord<
  const Name extends string = never,
  Every extends Programs = Record<never, never>,
  Existing extends ExistingRecord | NotApplicable = ExistingRecord | NotApplicable,
>({ undocumented, calls, lifecycle, ...record }: Declared<Name, Every, Existing>): TestRecord<Name, Every, Existing> {
  const { kind, response } = record.fixture;
  const { expected = rowOf(extended, kind), ...steps } = lifecycle;
  return {
    ...record,
    calls: isNotApplicable(calls)
      ? calls
      : { id: String(response.id), documented: undocumented as NotApplicable, ...calls },
    lifecycle: { ...steps, expected: { documented: undocumented ?? rowOf(documented, kind), extended: expected } },
  };
}

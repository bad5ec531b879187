/**
 * Everything that the tests know of one kind. Tables, matrices, properties and the simulation derive from these records, so
 * a kind that lacks a part does not compile, and one that a test cannot apply to says why.
 */
import type { Method, Role } from "../../backend/src/roles.js";
import { idInResponse } from "../../provider/ownership/identity.js";
import { documented } from "../engine/expectations/documented.js";
import { extended } from "../engine/expectations/extended.js";
import type { Row, Rows } from "../engine/support/outcome.js";
import type { Body } from "../platform/support/bodies.js";
import type { Platform, SeededIds } from "../platform/support/platform.js";
import type { EndpointSet, Values } from "../support/provider.js";
import {
  callsWith,
  changedBy,
  definitionOf,
  everyFieldOf,
  extendedCallsOf,
  lifecycleWith,
  rowOf,
  type Stated,
  type StatedLifecycle,
  servedBy,
  snake,
} from "./derived.js";
import { isNotApplicable, type NotApplicable } from "./notApplicable.js";
import type { Args, ArgumentsRecord, Calls, CallsRecord, LifecycleRecord, Served } from "./recordParts.js";
import { seededIn } from "./shared/everyField.js";
import type { Fixture } from "./shared/fixture.js";
import { seededIds } from "./shared/seededIds.js";
import type { SimulationRecord } from "./simulationRecord.js";

export type { Args } from "./recordParts.js";
/** A member of a request, by the keys that lead to it. */
export type BodyPlace = readonly (string | number)[];

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
  /** What updates the first one, as its create returns it, if an update isn't like a create. */
  edited?(created: Values): Body;
  readonly text: BodyPlace;
  /** The longest text that may stand there, in characters; any if omitted. */
  readonly longest?: number;
  readonly number: BodyPlace;
  readonly list: BodyPlace;
  /** The status of a create; 201 if omitted. */
  readonly success?: number;
  /** The roles that calls require, by method, if not the usual ones. */
  readonly roles?: Readonly<Partial<Record<Method, Role>>>;
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
  /** Creates, as a person would, what its arguments refer to and not every platform has. */
  readonly prepare?: (platform: Platform) => Promise<void>;
  readonly lifecycle: LifecycleRecord;
  readonly existing: Existing;
  readonly bodies: BodiesRecord | NotApplicable;
  readonly everyField: EveryField<Name, Every> | NotApplicable;
  /** What simulated programs give of it; where it is and what it is called, the definition says. */
  readonly simulation: SimulationRecord | NotApplicable;
}

export type AnyRecord = TestRecord<string, Programs>;

/** What follows from the definition, and what is the same for most kinds. */
type Derived = "served" | "extendedCalls" | "arguments" | "calls" | "lifecycle" | "bodies";
type Usual = "documented" | "createdTwice" | "service" | "simulation";

/** A record as it is written: without what follows from its fixture and its definition. */
interface Declared<Name extends string, Every extends Programs, Existing extends ExistingRecord | NotApplicable>
  extends Omit<TestRecord<Name>, Derived | Usual | "existing" | "everyField">,
    Partial<Pick<TestRecord, Usual>> {
  readonly existing?: Existing;
  readonly everyField?: EveryField<Name, Every> | NotApplicable;
  /** Why the API document cannot create it. */
  readonly undocumented?: NotApplicable;
  readonly arguments: Stated<ArgumentsRecord, "changed">;
  /** Where its calls differ; `links` is what else is read of the fixture's resource, `edit` an update if not the first edit. */
  readonly calls?:
    | (Partial<Omit<CallsRecord, "id" | EndpointSet>> &
        Partial<Record<EndpointSet, Partial<Calls>>> & { readonly links?: readonly string[]; readonly edit?: Values })
    | NotApplicable;
  readonly lifecycle: StatedLifecycle;
  readonly bodies: Stated<BodiesRecord, "first" | "other" | "number" | "list"> | NotApplicable;
}

/** What a record that omits it has. */
type Specified<Existing> = NotApplicable extends Existing ? NotApplicable : Existing;

/** Declares the record of a kind; keeps the names of its secrets and resources for the compiler. */
export function testRecord<
  const Name extends string = never,
  Every extends Programs = Record<never, never>,
  Existing extends ExistingRecord | NotApplicable = ExistingRecord | NotApplicable,
>(declared: Declared<Name, Every, Existing>): TestRecord<Name, Every, Specified<Existing>> {
  const { undocumented, calls = {}, lifecycle: stated, bodies, ...record } = declared;
  const { fixture, secrets } = record;
  const { kind, request, response, variants } = fixture;
  const definition = definitionOf(kind);
  const served = servedBy(definition);
  const isDocumented = served.create.includes("documented");
  const notInDocument = undocumented ?? {
    notApplicable: "The API document has no call that creates it: a preview refuses to.",
  };
  const lifecycle = lifecycleWith(definition, fixture, stated);
  const created = isNotApplicable(bodies) ? undefined : bodies.success;
  const row = stated.expected ?? { ...rowOf(definition, lifecycle, stated, created), ...extended[kind] };
  const specified = [request, ...variants.map((each) => each.request)].flatMap((each) => Object.keys(each));
  const usual = {
    documented: { request: [...new Set(specified)].join(" "), response: Object.keys(response).join(" ") },
    createdTwice: "name taken",
    service: { notApplicable: "It is not a service: nothing deploys it." },
    existing: { notApplicable: "It has too few settings for an adoption that keeps some of them." },
    everyField: everyFieldOf(definition, fixture, secrets),
    simulation: { notApplicable: "No simulated program has it." },
  };
  const firstEdit = lifecycle.edits(seededIds)[0] as Values;
  const callsIn = (set: EndpointSet, { links, edit = firstEdit, ...own }: Exclude<typeof calls, NotApplicable>) =>
    served.create.includes(set) ? { ...callsWith(definition, fixture, set, edit, links), ...own[set] } : notInDocument;
  return {
    ...(usual as Pick<TestRecord<Name, Every, Specified<Existing>>, keyof typeof usual>),
    ...(record as Omit<typeof record, "existing"> & { readonly existing: Specified<Existing> }),
    served,
    extendedCalls: extendedCallsOf(definition),
    arguments: { changed: changedBy(definition), ...record.arguments },
    calls: isNotApplicable(calls)
      ? calls
      : {
          ...calls,
          id: String(idInResponse(definition, response)),
          documented: callsIn("documented", calls),
          extended: callsIn("extended", calls),
        },
    lifecycle: {
      ...lifecycle,
      expected: { documented: isDocumented ? rowIn(documented, kind) : notInDocument, extended: row },
    },
    bodies: isNotApplicable(bodies) ? bodies : bodiesWith(fixture, lifecycle, bodies),
  };
}

function rowIn(rows: Rows, kind: string): Row | NotApplicable {
  return rows[kind] ?? { notApplicable: `engine/expectations has no row for ${kind}.` };
}

/** With the fixture's request, as it is and by another name, and texts where it has neither a number nor a list. */
function bodiesWith(
  { request }: Fixture,
  { identifiedBy: { arg, other } = { arg: "name", other: "other" } }: Pick<LifecycleRecord, "identifiedBy">,
  { text, ...own }: Exclude<Declared<never, never, never>["bodies"], NotApplicable>,
): BodiesRecord {
  return {
    first: (ids) => seededIn(request, ids) as Body,
    other: (ids) => seededIn({ ...request, [snake(arg)]: other }, ids) as Body,
    number: text,
    list: text,
    text,
    ...own,
  };
}

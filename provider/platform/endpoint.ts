import { InvalidArgumentError } from "../errors/plan.js";
import { mapMembers, show, type Values } from "../schema/json.js";

export type EndpointSet = "documented" | "extended";

/** Calls that delete something on the platform, or stop what runs there. They need a grant of `deletion/`. */
type Destructive = `DELETE ${string}` | `POST ${string}/${"stop" | "cancelDeployment" | "service/delete"}`;
const destructive = /^(?:DELETE |POST .*\/(?:stop|cancelDeployment|service\/delete)$)/;

type Destroys<Call extends string> = Call extends Destructive ? true : false;

/** A call of the API: method, path, and where it's documented. */
export interface Endpoint<IsDestructive extends boolean = false> {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly isDestructive: IsDestructive;
  /** Path with `{members}`, which are arguments of the resource or `{id}`. `{+member}` may be several segments. */
  readonly path: string;
  /** Row in the endpoint table of the API document; nothing for an extended one. */
  readonly row?: number;
  /** For a list: another one with further resources of the kind, which is read first. */
  readonly preceding?: Endpoint;
  /** For a list with its parent in the query. */
  readonly parent?: ListParent;
  /** For a call in a program's arguments: values of its path parameters besides `id`. Every platform counts as serving it. */
  readonly stated?: Readonly<Record<string, string>>;
}

/** How the query of a list names its parent, if its path doesn't. */
export interface ListParent {
  /** The argument with the parent, as a reference: `container/3fa85f64-…`. */
  readonly member: string;
  query(parent: string): Readonly<Record<string, string>>;
  /** Whether an item is of the parent itself: the list also contains inherited ones. */
  holds(item: Readonly<Record<string, unknown>>, parent: string): boolean;
}

/** A call in the API document, by its row there: `endpoint(5, "GET /container/{id}")`. */
export function endpoint<const Call extends string>(row: number, methodAndPath: Call): Endpoint<Destroys<Call>> {
  return { ...parse(methodAndPath), row };
}

/** A call of the extended endpoints, which aren't in the API document. */
export function extended<const Call extends string>(
  methodAndPath: Call,
  parent?: ListParent,
): Endpoint<Destroys<Call>> {
  return { ...parse(methodAndPath), ...(parent === undefined ? {} : { parent }) };
}

/**
 * The calls of records that are listed and created in one parent, or `only` some of them. A resource without an update is replaced by any
 * change, and one without a read is found in the list.
 *
 * @param item The path of one record, if it isn't below the list.
 */
export function recordCalls<const Name extends keyof RecordCalls = keyof RecordCalls>(
  all: string,
  { item = `${all}/{id}`, only }: { readonly item?: string; readonly only?: readonly Name[] } = {},
): Pick<RecordCalls, Name> {
  const calls = {
    create: extended(`POST ${all}`),
    list: extended(`GET ${all}`),
    read: extended(`GET ${item}`),
    update: extended(`PUT ${item}`),
    delete: extended(`DELETE ${item}`),
  };
  return mapMembers(calls, (call, name) =>
    only === undefined || only.includes(name as Name) ? call : undefined,
  ) as Pick<RecordCalls, Name>;
}

interface RecordCalls extends Readonly<Record<"create" | "list" | "read" | "update", Endpoint>> {
  readonly delete: Endpoint<true>;
}

/** A call in a program's arguments, with the values of its path parameters. */
export function stated(methodAndPath: string, members: Readonly<Record<string, string>> = {}): Endpoint {
  return { ...parse(methodAndPath), isDestructive: false, stated: members };
}

/** The same for a call that deletes, whatever its method. */
export function statedDelete(methodAndPath: string, members: Readonly<Record<string, string>> = {}): Endpoint<true> {
  return { ...parse(methodAndPath), isDestructive: true, stated: members };
}

export function isServed<Call extends Endpoint<boolean>>(call: Call | undefined, set: EndpointSet): call is Call {
  return call !== undefined && (set === "extended" || call.row !== undefined || call.stated !== undefined);
}

/** Members of path and query that say what the call is about, including `id`, in order. */
export function pathMembers({ path, parent, stated = {} }: Endpoint<boolean>): string[] {
  const inPath = membersNamed(path).filter((name) => !Object.hasOwn(stated, name));
  return parent === undefined ? inPath : [...inPath, parent.member];
}

export function membersNamed(path: string): string[] {
  return [...path.matchAll(/\{\+?(\w+)\}/g)].map((match) => match[1] as string);
}

/**
 * Whether a segment of a path can be this text: not only dots, which would name another path however they're encoded, and no half of a
 * surrogate pair, which has no encoding.
 */
export function isSegment(text: string): boolean {
  return text.isWellFormed() && !/^\.{0,2}$/.test(text);
}

/** The path with its members, each segment percent-encoded. */
export function fillPath(endpoint: Endpoint<boolean>, members: Readonly<Record<string, unknown>>): string {
  return endpoint.path.replace(/\{(\+?)(\w+)\}/g, (_, several: string, member: string) => {
    const value = endpoint.stated?.[member] ?? members[member];
    const segments = typeof value !== "string" ? [] : several === "" ? [value] : value.split("/");
    if (segments.length === 0) throw new TypeError(`${endpoint.method} ${endpoint.path} needs ${member}`);
    if (!segments.every(isSegment)) {
      const expected = "must be a text that a path can contain, and not only dots";
      throw new InvalidArgumentError(`${endpoint.method} ${endpoint.path}`, {
        path: member,
        expected,
        got: show(value, false),
      });
    }
    return segments.map(encodeURIComponent).join("/");
  });
}

export function fillTarget(
  endpoint: Endpoint<boolean>,
  members: Readonly<Record<string, unknown>>,
  filters: Readonly<Record<string, string>> = {},
): string {
  const { parent } = endpoint;
  const named = parent === undefined ? {} : parent.query(String(members[parent.member]));
  const query = new URLSearchParams({ ...named, ...filters }).toString();
  return `${fillPath(endpoint, members)}${query === "" ? "" : `?${query}`}`;
}

function parse<Call extends string>(methodAndPath: Call): Endpoint<Destroys<Call>> {
  const [method, path] = methodAndPath.split(" ") as [Endpoint["method"], string];
  return { method, path, isDestructive: destructive.test(methodAndPath) as Destroys<Call> };
}

/** One request to the API. A destructive one needs a grant. */
export type ApiRequest = RequestContent &
  (
    | { readonly endpoint: Endpoint; readonly grant?: undefined }
    | { readonly endpoint: Endpoint<true>; readonly grant: Grant }
  );

interface RequestContent {
  readonly members: Readonly<Record<string, unknown>>;
  readonly body?: Values;
  /** The body of a request that isn't JSON. */
  readonly text?: { readonly mediaType: string; readonly text: string };
  readonly query?: Readonly<Record<string, string>>;
  /** Path and query of a further page of a list, instead of those that follow from the endpoint. */
  readonly target?: string;
  /** Whether the request may be repeated after any outcome. By default, all but a POST may. */
  readonly isRepeatable?: boolean;
  /** Begins error messages: `Creating Container "web"`. */
  readonly purpose: string;
  /** The media type of a response that isn't JSON and is returned as text. */
  readonly mediaType?: string;
  /** Converts a path on the wire to the program's, for rejected fields. */
  readonly format?: (wirePath: string) => string;
}

declare const brand: unique symbol;

/** Permission to send one destructive request. Only `deletion/` issues them. */
export interface Grant {
  readonly [brand]: true;
}

const targets = new WeakMap<Grant, string>();

/** Issues a grant. A test allows only `deletion/` to import this. */
export function issueGrant(endpoint: Endpoint<true>, members: Readonly<Record<string, unknown>>): Grant {
  const grant = Object.freeze({}) as Grant;
  targets.set(grant, targetOf(endpoint, members));
  return grant;
}

export function isGranted(
  grant: Grant | undefined,
  endpoint: Endpoint<boolean>,
  members: Readonly<Record<string, unknown>>,
): boolean {
  return grant !== undefined && targets.get(grant) === targetOf(endpoint, members);
}

function targetOf(endpoint: Endpoint<boolean>, members: Readonly<Record<string, unknown>>): string {
  return `${endpoint.method} ${fillTarget(endpoint, members)}`;
}

import { AppPlatformError, settingNamed } from "../errors/appPlatformError.js";
import { NotFoundError, UnexpectedAnswerError } from "../errors/request.js";
import { at, isAbsent, isObject, plainNumber, shortened, type Value, type Values } from "../schema/json.js";
import type { Client, Received } from "./client.js";
import { type ApiRequest, type Endpoint, fillTarget } from "./endpoint.js";
import { type Clock, type Operation, within } from "./operation.js";

export interface ListRequest {
  readonly endpoint: Endpoint;
  readonly members: Readonly<Record<string, unknown>>;
  readonly purpose: string;
  /** Whether the response is one object, as the only item. */
  readonly isSingle?: true;
  readonly query?: Readonly<Record<string, string>>;
}

/** Which cached lists are recent enough: by default, those from after the last write. */
export interface ListAge {
  /** None. */
  readonly fresh?: boolean;
  /** Also those from before a write. */
  readonly evenOutdated?: boolean;
  /** Those requested since this time of the clock. */
  readonly since?: number;
}

export interface ListOptions extends ListAge {
  /** The operation that waits: requests are shared, but each has its own time limit. */
  readonly operation?: Operation;
}

interface CachedList {
  readonly items: Promise<Values[]>;
  /** The items once they have arrived, so that later callers don't wait. */
  arrived?: Values[];
  readonly since: number;
  /** Until when it's used, by the clock's `elapsed`. */
  readonly deadline: number;
  isOutdated: boolean;
}

/** Cached lists of the platform: a run sends one request for each environment and kind. */
export interface Lists {
  all(request: ListRequest, options?: ListOptions): Promise<Values[]>;
  /**
   * Whether several resources need the list: others have read it or are reading it, or so many lists of the kind are being read that it
   * must be a large stack.
   */
  isShared(request: Pick<ListRequest, "endpoint" | "members">): Promise<boolean>;
  /**
   * Waits for other operations that need the list at the same time, unless none has needed it recently. Returns from when a list serves
   * all of them, by the clock; nothing if no other needs it.
   */
  gathered(request: ListRequest): Promise<number | undefined>;
  /** All items of a list, requested once for all operations that need it now. */
  together(request: ListRequest, operation: Operation): Promise<Values[]>;
  forget(): void;
}

/**
 * How long a read waits for others before it counts as alone: several waits of milliseconds. The first calls keep a process busy, and
 * what arrives meanwhile is only seen between two waits.
 */
const gathering = { waits: 8, milliseconds: 3 };
/**
 * How long operations wait for others that need the same list, in milliseconds, if one has needed it recently: until no other arrives in a
 * quiet period. Pulumi writes its whole state before and after each operation, so those that it starts together arrive 20 ms apart, and in a
 * large stack 100 ms. Only then is the period longer, by what each operation adds.
 */
const timeout = { recent: 5_000, quiet: 80, each: 10, longest: 1_000, all: 3_000 };
/**
 * As many operations as arrived before the last quiet period are all that run at once, so the next groups don't wait for another one. Each
 * tenth group does, in case there are more.
 */
const groupsUntilQuiet = 10;
/**
 * From this number of simultaneous reads on, each reads a list, even the first one in its environment. On two cores, a refresh sends 8
 * reads at once and no more until one has ended, so reads in many environments can't wait for others in theirs.
 */
const readsOfLargeStack = 4;
/** How long a list is cached, in milliseconds, unless something is written: one refresh of any size. */
const refreshLifetime = 30_000;
/** How much more time an operation must have, in milliseconds, to ask again after another one's time was up. */
const leastTime = 1_000;

export function listsOf(client: Client, clock: Clock, lifetime: number = refreshLifetime): Lists {
  const cached = new Map<string, CachedList>();
  const groups = new Map<string, () => Promise<number | undefined>>();
  const isOneOfSeveral = newReaders(clock);

  function known(key: string, { fresh, evenOutdated, since }: ListAge): CachedList | undefined {
    const list = cached.get(key);
    if (list === undefined || fresh) return undefined;
    if (since === undefined ? list.isOutdated && !evenOutdated : list.since < since) return undefined;
    return clock.elapsed() - list.since < lifetime ? list : undefined;
  }

  function request(key: string, requested: ListRequest, operation: Operation | undefined): CachedList {
    const reading = client.begin(operation && { deadline: operation.deadline, origin: operation.origin });
    const items = itemsOf(client, requested, reading);
    const list: CachedList = { items, since: clock.elapsed(), deadline: reading.deadline, isOutdated: false };
    cached.set(key, list);
    items.then(
      (found) => {
        list.arrived = found;
      },
      () => {
        if (cached.get(key) === list) cached.delete(key);
      },
    );
    return list;
  }

  async function all(requested: ListRequest, options: ListOptions = {}): Promise<Values[]> {
    const { operation } = options;
    const key = fillTarget(requested.endpoint, requested.members, requested.query);
    const before = known(key, options);
    if (before?.arrived !== undefined) return before.arrived;
    const { items, deadline } = before ?? request(key, requested, operation);
    if (operation === undefined) return items;
    // The operation that asked may have had less time for an outage.
    const again = (error: unknown) => {
      const isAway = before !== undefined && error instanceof AppPlatformError && error.away !== undefined;
      if (isAway && deadline + leastTime < operation.deadline) return all(requested, options);
      // This operation's time is almost up too, so only its own end reports that.
      if (isAway && clock.elapsed() >= deadline) return new Promise<never>(() => undefined);
      throw error;
    };
    return within(operation, items.catch(again), () => client.ended(requested.purpose, operation));
  }

  function gathered({ endpoint, members, query }: ListRequest): Promise<number | undefined> {
    const key = fillTarget(endpoint, members, query);
    const join = groups.get(key) ?? newGroups(clock);
    groups.set(key, join);
    return join();
  }

  return {
    all,
    gathered,
    async together(request, operation) {
      const since = await gathered(request);
      return all(request, { ...(since === undefined ? { fresh: true } : { since }), operation });
    },
    isShared: ({ endpoint, members }) => isOneOfSeveral(endpoint.path, fillTarget(endpoint, members)),
    forget() {
      for (const each of cached.values()) each.isOutdated = true;
    },
  };
}

/**
 * Operations that need the same list, in groups that share one. Each waits with the others that arrive now. Returns until when, by the
 * clock; nothing if there are none.
 */
function newGroups(clock: Clock): () => Promise<number | undefined> {
  interface Group {
    size: number;
    readonly isComplete: AbortController;
    readonly ends: Promise<number>;
  }
  let [last, gap, arrived, count, complete] = [Number.NEGATIVE_INFINITY, 0, 0, 0, Number.POSITIVE_INFINITY];
  let current: Group | undefined;
  const quiet = () => Math.max(timeout.quiet, Math.min(2 * gap, timeout.each * arrived, timeout.longest));
  const end = async (isComplete: AbortSignal) => {
    const latest = clock.elapsed() + timeout.all;
    const left = () => (isComplete.aborted ? 0 : Math.min(last + quiet(), latest) - clock.elapsed());
    for (let wait = left(); wait > 0; wait = left()) await clock.sleep(wait, isComplete).catch(() => undefined);
    if (!isComplete.aborted) complete = current?.size ?? complete;
    current = undefined;
    return clock.elapsed();
  };
  const begin = () => {
    const isComplete = new AbortController();
    count += 1;
    return { size: 0, isComplete, ends: end(isComplete.signal) };
  };
  return async () => {
    const since = clock.elapsed() - last;
    last = clock.elapsed();
    if (since > timeout.recent) return undefined;
    gap = (gap + since) / 2;
    arrived += 1;
    current ??= begin();
    const group = current;
    group.size += 1;
    if (group.size >= complete && count % groupsUntilQuiet !== 0) group.isComplete.abort();
    const ended = await group.ends;
    return group.size > 1 ? ended : undefined;
  };
}

function newReaders(clock: Clock) {
  const inParent = new Map<string, number>();
  const waiting = new Map<string, number>();
  const ofLargeStack = new Set<string>();
  const add = (counts: Map<string, number>, key: string, count: number) => {
    const sum = (counts.get(key) ?? 0) + count;
    counts.set(key, sum);
    return sum;
  };
  return async (kind: string, parent: string): Promise<boolean> => {
    const isKnown = () => ofLargeStack.has(kind) || add(inParent, parent, 0) > 1;
    add(inParent, parent, 1);
    if (isKnown()) return true;
    if (add(waiting, kind, 1) >= readsOfLargeStack) ofLargeStack.add(kind);
    for (let wait = 0; wait < gathering.waits && !isKnown(); wait += 1) await clock.sleep(gathering.milliseconds);
    add(waiting, kind, -1);
    return isKnown();
  };
}

async function itemsOf(client: Client, request: ListRequest, operation: Operation): Promise<Values[]> {
  const { isSingle, ...requested } = request;
  if (!isSingle) {
    const { preceding } = request.endpoint;
    const others = preceding && (await itemsOf(client, { ...request, endpoint: preceding }, operation));
    return [...(others ?? []), ...(await readPages(client, requested, operation, resultsOf))];
  }
  const response = await client.send(requested, operation);
  return isObject(response) ? [response] : resultsOf(response, request);
}

/** The items of a response. One without a list is rejected: the resources would seem deleted. */
function resultsOf(response: Value | undefined, { purpose }: Pick<ListRequest, "purpose">): Values[] {
  if (!isObject(response) || !Array.isArray(response.results)) {
    throw new UnexpectedAnswerError(
      purpose,
      "the response contains no list of results",
      `check that ${settingNamed("baseUrl")} is the URL of the API; if it is, ask the platform's operator.`,
    );
  }
  const { results } = response;
  if (results.every(isObject)) return results;
  throw new UnexpectedAnswerError(
    purpose,
    "the response contains an item that isn't a resource",
    "ask the platform's operator: the provider can't identify the resource.",
  );
}

type Pages = Pick<Client, "receive" | "targetOf">;

const maxPages = 1_000;

/** Reads a response that may be a list in pages: an array, or an object with `results`. Another one that is only a page is rejected. */
export async function readWhole(client: Pages, request: ApiRequest, operation: Operation): Promise<Value | undefined> {
  const first = await client.receive(request, operation);
  const { json, headers } = first;
  const listIn = (response: Value | undefined) => {
    const list = isObject(response) ? response.results : response;
    return Array.isArray(list) ? (list as readonly Value[]) : undefined;
  };
  if (listIn(json) !== undefined) {
    const items = await readPages(client, request, operation, (page) => listIn(page) ?? [], first);
    return isObject(json) ? { ...json, results: items } : items;
  }
  const sign =
    linkTo("next", headers.link) === undefined
      ? signOfMore({ ...first, json: undefined }, Number.POSITIVE_INFINITY)
      : "a link to the next page";
  if (sign !== undefined) throw partial(request.purpose, `the response may be only a part (${sign})`);
  return json;
}

/**
 * Reads all items of a list, which the platform may return in pages: follows `Link: rel="next"` (RFC 8288), or a URL of the next page in
 * the body. What can't be followed is rejected, since the resources of all other pages would seem deleted.
 *
 * @param itemsOf The items in a response. Throws if it contains no list.
 * @param first The first page, if it's known.
 */
export async function readPages<T extends Value>(
  client: Pages,
  request: ApiRequest,
  operation: Operation,
  itemsOf: (response: Value | undefined, request: ApiRequest) => readonly T[],
  first?: Received,
): Promise<T[]> {
  const { purpose } = request;
  const items: T[] = [];
  const known = new Set<unknown>();
  let target = fillTarget(request.endpoint, request.members, request.query);
  const targets = new Set([target]);
  for (let page = first ?? (await client.receive(request, operation)); ; ) {
    const found = itemsOf(page.json, request);
    // If something is created meanwhile, an item may move to the next page.
    const added = found.filter((item) => !known.has(identityOf(item)));
    if (added.length === 0 && found.length > 0)
      throw partial(purpose, `page ${targets.size} of the list has the items of earlier ones`);
    for (const item of added) known.add(identityOf(item));
    items.push(...added);
    const next = nextPage(page);
    if (next === undefined) {
      const sign = signOfMore(page, items.length, targets.size === 1);
      if (sign === undefined) return items;
      throw partial(purpose, `the response may be one page of a longer list (${sign})`);
    }
    const following = client.targetOf(next, target);
    if (following === undefined) {
      // Without its query, which may be secret.
      const shown = shortened(next.replace(/[?#].*$/s, ""), 200);
      throw partial(purpose, `the next page of the list is outside of the base URL (${shown})`);
    }
    if (targets.has(following)) throw partial(purpose, "the pages of the list lead back to an earlier one");
    if (targets.size === maxPages) throw partial(purpose, `the list has more than ${maxPages} pages`);
    target = following;
    targets.add(target);
    page = await client.receive({ ...request, target }, operation).catch((error) => {
      // As the error of the list, it would mean that nothing is there.
      if (!(error instanceof NotFoundError)) throw error;
      throw partial(purpose, `page ${targets.size} of the list isn't found (404)`);
    });
  }
}

function partial(purpose: string, problem: string): UnexpectedAnswerError {
  return new UnexpectedAnswerError(
    purpose,
    problem,
    'ask the platform\'s operator to return whole lists, or pages with `Link: <URL>; rel="next"` or the URL in `next`, below the base URL: what is on other pages would seem deleted.',
  );
}

/** Two items with one ID are one item. */
function identityOf(item: Value): unknown {
  return isObject(item) && !isAbsent(item.id) ? plainNumber(item.id) : JSON.stringify(item);
}

/** The URL of the next page, as the response spells it; nothing if it names none. */
function nextPage(page: Received): string | undefined {
  const next = nextIn(page);
  const url = isObject(next) ? next.href : next;
  const isUrl = typeof url === "string" && /^(https?:\/\/|[/?]|\.{1,2}\/|[^?]*\?[^=]+=)/i.test(url);
  return linkTo("next", page.headers.link) ?? (isUrl ? url : undefined);
}

/** What a body says about its next page: in `next`, or as in JSON:API (`links`) and HAL (`_links`), where it may be an object. */
function nextIn({ json }: Received): Value | undefined {
  const found = ["next", "links.next", "_links.next"].map((path) => at(json, path));
  return found.find((each) => !isAbsent(each) && !["", "0", "false"].includes(String(plainNumber(each))));
}

/** The target of the first link with this relation type in a header (RFC 8288). */
function linkTo(type: string, header: string | string[] | undefined): string | undefined {
  const links: { readonly uri: string; readonly parameters: Map<string, string> }[] = [];
  const pieces = /<([^>]*)>|;\s*([^\s;=,"<>]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*)))?/g;
  for (const [, uri, name = "", quoted, token = ""] of [header ?? []].flat().join(", ").matchAll(pieces)) {
    if (uri !== undefined) links.push({ uri, parameters: new Map() });
    const { parameters } = links.at(-1) ?? {};
    const key = name.toLowerCase();
    // Of several `rel`, the first one counts.
    if (uri === undefined && !parameters?.has(key)) parameters?.set(key, quoted?.replace(/\\(.)/g, "$1") ?? token);
  }
  const isOfType = (rel = "") => rel.toLowerCase().split(/\s+/).includes(type);
  // With an anchor, it's a link of another resource.
  return links.find(({ parameters }) => !parameters.has("anchor") && isOfType(parameters.get("rel")))?.uri;
}

/** Whether a response with this number of items shows that these aren't all. */
export function hasMore(response: Received, count: number): boolean {
  return (nextPage(response) ?? signOfMore(response, count)) !== undefined;
}

/**
 * What shows that a response without a link to the next page isn't all of the list; nothing if it is.
 *
 * @param count Number of items on all pages so far.
 */
function signOfMore(page: Received, count: number, isOnlyPage = true): string | undefined {
  const range = rangeIn(page.headers["content-range"]);
  if (range !== undefined && isOnlyPage ? !range.isAll : Number(range?.total) > count)
    return `Content-Range: ${range?.text}`;
  if (page.status === 206 && range === undefined && isOnlyPage) return "status 206";
  const { count: counted, total } = isObject(page.json) ? page.json : {};
  const totals = Object.entries({ count: counted, total, "X-Total-Count": page.headers["x-total-count"] });
  const more = totals.find(([, value]) => Number(plainNumber((value ?? null) as Value)) > count);
  // What else a body says about the next page may be secret.
  if (more !== undefined) return more.join(": ");
  return nextIn(page) === undefined ? undefined : "next";
}

/** What a response covers by its header; nothing without a valid one. */
function rangeIn(header: string | string[] | undefined) {
  const text = [header].flat()[0]?.trim() ?? "";
  const [isValid, first, last, total] = /^(?:\S+\s+)?(?:(\d+)-(\d+)|\*)\/(\d+|\*)$/.exec(text) ?? [];
  if (isValid === undefined) return undefined;
  const covered = last === undefined ? 0 : Number(last) - Number(first) + 1;
  return { text, total, isAll: covered >= Number(total) };
}

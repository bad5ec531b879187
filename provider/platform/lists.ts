import { AppPlatformError } from "../errors/appPlatformError.js";
import { UnexpectedAnswerError } from "../errors/request.js";
import { settingNamed } from "../errors/settingText.js";
import { isObject, type Value, type Values } from "../schema/json.js";
import type { Client } from "./client.js";
import { type Endpoint, fillTarget } from "./endpoint.js";
import { type Clock, type Operation, within } from "./operation.js";
import { readPages } from "./pages.js";

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
  const groups = new Map<string, Groups>();
  const readers = newReaders(clock);

  /** The cached list, if it's recent enough. */
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
    const known = groups.get(key) ?? newGroups(clock);
    groups.set(key, known);
    return known.join();
  }

  return {
    all,
    gathered,
    async together(request, operation) {
      const since = await gathered(request);
      return all(request, { ...(since === undefined ? { fresh: true } : { since }), operation });
    },
    isShared: ({ endpoint, members }) => readers.isOneOfSeveral(endpoint.path, fillTarget(endpoint, members)),
    forget() {
      for (const each of cached.values()) each.isOutdated = true;
    },
  };
}

interface Groups {
  /** Waits with the others that arrive now. Returns until when, by the clock; nothing if there are none. */
  join(): Promise<number | undefined>;
}

/** Operations that need the same list, in groups that share one. */
function newGroups(clock: Clock): Groups {
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
  return {
    async join() {
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
    },
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
  return {
    async isOneOfSeveral(kind: string, parent: string): Promise<boolean> {
      const isKnown = () => ofLargeStack.has(kind) || add(inParent, parent, 0) > 1;
      add(inParent, parent, 1);
      if (isKnown()) return true;
      if (add(waiting, kind, 1) >= readsOfLargeStack) ofLargeStack.add(kind);
      for (let wait = 0; wait < gathering.waits && !isKnown(); wait += 1) await clock.sleep(gathering.milliseconds);
      add(waiting, kind, -1);
      return isKnown();
    },
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

import { UnexpectedAnswerError } from "../errors/unexpectedAnswerError.js";
import { isObject, type Value, type Values } from "../schema/json.js";
import type { Client } from "./client.js";
import type { Time } from "./clock.js";
import { type Endpoint, fillPath } from "./endpoint.js";
import { type Operation, within } from "./operation.js";

/** What a list is asked for. */
export interface ListRequest {
  readonly call: Endpoint;
  readonly members: Readonly<Record<string, unknown>>;
  readonly purpose: string;
  /** Filters, as the query spells them. */
  readonly query?: Readonly<Record<string, string>>;
}

/** Lists of the platform, shared by all reads of one operation: one request for each environment and kind. */
export interface Lists {
  /**
   * All that the list holds.
   *
   * @param options.fresh Asks again, whatever is known.
   * @param options.operation What waits for it: the request is shared, its time is the waiting one's own.
   */
  all(request: ListRequest, options?: { readonly fresh?: boolean; readonly operation?: Operation }): Promise<Values[]>;
  /** Whether another read of the same list came before this one, or comes at the same time. */
  isShared(request: ListRequest): Promise<boolean>;
  /** Forgets what is known, since something was written. */
  forget(): void;
}

/** How long a read waits for company before it counts as alone, in milliseconds: reads of a refresh come 8 at once. */
const gathering = 5;
/** How long a list counts as known, in milliseconds, unless something is written before: one refresh, whatever its size. */
const refreshLifetime = 30_000;

export function listsOf(client: Client, time: Time, lifetime: number = refreshLifetime): Lists {
  const known = new Map<string, { readonly items: Promise<Values[]>; readonly since: number }>();
  const readers = new Map<string, number>();
  return {
    async all(request, { fresh = false, operation } = {}) {
      const shared = (items: Promise<Values[]>) =>
        operation === undefined ? items : within(operation, items, () => client.ended(request.purpose, operation));
      const key = `${fillPath(request.call, request.members)}?${new URLSearchParams(request.query)}`;
      const held = known.get(key);
      if (held !== undefined && !fresh && time.now() - held.since < lifetime) return shared(held.items);
      const items = client.send({ ...request }).then((answer) => resultsOf(request, answer));
      known.set(key, { items, since: time.now() });
      items.catch(() => {
        if (known.get(key)?.items === items) known.delete(key);
      });
      return shared(items);
    },
    async isShared(request) {
      const key = fillPath(request.call, request.members);
      const before = readers.get(key) ?? 0;
      readers.set(key, before + 1);
      if (before > 0) return true;
      await time.pause(gathering);
      return (readers.get(key) ?? 0) > 1;
    },
    forget: () => known.clear(),
  };
}

/** The items of an answer. One without a list must not pass for an empty list: what it should hold would count as gone. */
function resultsOf(request: ListRequest, answer: Value | undefined): Values[] {
  if (isObject(answer) && Array.isArray(answer.results)) return answer.results.filter(isObject);
  throw new UnexpectedAnswerError(
    request.purpose.replace(/,$/, ""),
    "the answer holds no list of results",
    "check that app-platform:baseUrl is the API's address; ask the platform's operator if it is.",
  );
}

import { NotFoundError, UnexpectedAnswerError } from "../errors/index.js";
import { at, isAbsent, isObject, plainNumber, shortened, type Value } from "../schema/json.js";
import type { Client, Received } from "./client.js";
import { type ApiRequest, fillTarget } from "./endpoint.js";
import type { Operation } from "./operation.js";

type Pages = Pick<Client, "receive" | "targetOf">;

/** The items in the response to a request. Throws if it contains no list. */
type ItemsOf<T> = (response: Value | undefined, request: ApiRequest) => readonly T[];

const maxPages = 1_000;

/**
 * Reads all items of a list, which the platform may return in pages: follows `Link: rel="next"` (RFC 8288), or a URL of the next page in
 * the body. What can't be followed is rejected, since the resources of all other pages would seem deleted.
 */
export async function readPages<T extends Value>(
  client: Pages,
  request: ApiRequest,
  operation: Operation,
  itemsOf: ItemsOf<T>,
): Promise<T[]> {
  return pagesAfter(await client.receive(request, operation), { client, request, operation, itemsOf });
}

/** Reads a response that may be a list in pages: an array, or an object with `results`. Another one that is only a page is rejected. */
export async function readWhole(client: Pages, request: ApiRequest, operation: Operation): Promise<Value | undefined> {
  const first = await client.receive(request, operation);
  const { json, headers } = first;
  const listIn = (response: Value | undefined) => {
    const list = isObject(response) ? response.results : response;
    return Array.isArray(list) ? (list as readonly Value[]) : undefined;
  };
  if (listIn(json) !== undefined) {
    const items = await pagesAfter(first, { client, request, operation, itemsOf: (page) => listIn(page) ?? [] });
    return isObject(json) ? { ...json, results: items } : items;
  }
  const sign =
    linkTo("next", headers.link) === undefined
      ? signOfMore({ ...first, json: undefined }, Number.POSITIVE_INFINITY)
      : "a link to the next page";
  if (sign !== undefined) throw partial(request.purpose, `the response may be only a part (${sign})`);
  return json;
}

interface Reading<T> {
  readonly client: Pages;
  readonly request: ApiRequest;
  readonly operation: Operation;
  readonly itemsOf: ItemsOf<T>;
}

async function pagesAfter<T extends Value>(first: Received, reading: Reading<T>): Promise<T[]> {
  const { client, request, operation, itemsOf } = reading;
  const { purpose } = request;
  const items: T[] = [];
  const known = new Set<unknown>();
  let target = fillTarget(request.endpoint, request.members, request.query);
  const targets = new Set([target]);
  for (let page = first; ; ) {
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
    if (following === undefined)
      throw partial(purpose, `the next page of the list is outside of the base URL (${shownUrl(next)})`);
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

/** A URL without its query, which may be secret. */
function shownUrl(url: string): string {
  return shortened(url.replace(/[?#].*$/s, ""), 200);
}

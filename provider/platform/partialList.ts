import { isObject, type Value, type Values } from "../schema/json.js";

/** Members that lead to the next page, if they have a value. */
const further = ["next", "nextpage", "nexturl", "nextlink", "nextcursor", "nexttoken", "nextpagetoken"];
const more = ["more", "hasmore", "hasnext", "hasnextpage", "truncated", "istruncated", "incompleteresults"];
const totals = ["total", "count", "totalcount", "totalitems", "totalresults", "totalelements"];
const pageCounts = ["pages", "totalpages", "pagecount", "lastpage"];
const sizes = ["size", "pagesize", "perpage", "limit"];
const starts = ["offset", "skip"];

/** Where a response may describe the page, besides its own members. */
const wrappers = ["meta", "metadata", "page", "pageinfo", "paging", "pagination", "links"];

/**
 * What shows that a list is only a part of a longer one; nothing if it is whole. The API has no pages, so a platform that
 * nevertheless sends one would make all resources of the other pages seem deleted.
 */
export function partOfList(response: Values): string | undefined {
  const { results, ...others } = response;
  const length = Array.isArray(results) ? results.length : 0;
  const described = Object.entries(others).flatMap(([name, value]) =>
    isObject(value) && wrappers.includes(plain(name))
      ? Object.entries(value).map(([inner, each]) => ({ path: `${name}.${inner}`, name: plain(inner), value: each }))
      : [{ path: name, name: plain(name), value }],
  );
  const find = (names: readonly string[], isSign: (value: Value | undefined) => boolean) =>
    described.find((each) => names.includes(each.name) && isSign(each.value));
  const exceeds = (limit: number) => (value: Value | undefined) => typeof value === "number" && value > limit;
  const sign =
    find([...further, ...more], (value) => Boolean(value)) ??
    find(totals, exceeds(length)) ??
    find([...pageCounts, "page"], exceeds(1)) ??
    find(starts, exceeds(0));
  if (sign !== undefined) return shown(sign);
  const isWhole =
    find(totals, (value) => typeof value === "number") ??
    find(pageCounts, (value) => typeof value === "number") ??
    find(more, (value) => value === false) ??
    find(further, (value) => value === null || value === "") ??
    find(sizes, exceeds(length));
  if (isWhole !== undefined) return undefined;
  // Nothing tells whether the first page, or a full one, is all.
  const unclear = find(["page", ...sizes], (value) => typeof value === "number");
  return unclear === undefined ? undefined : shown(unclear);
}

/** A name without what distinguishes spellings: `next_page` and `nextPage` are the same. */
function plain(name: string): string {
  return name.replace(/[-_]/g, "").toLowerCase();
}

function shown({ path, value }: { readonly path: string; readonly value: Value | undefined }): string {
  return typeof value === "number" || typeof value === "boolean" ? `${path}: ${value}` : path;
}

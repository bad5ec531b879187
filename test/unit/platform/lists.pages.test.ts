import { describe, expect, it } from "vitest";
import { TimedOutError } from "../../../provider/errors/request.js";
import { endpoint } from "../../../provider/platform/endpoint.js";
import { hasMore } from "../../../provider/platform/lists.js";
import type { Values } from "../../../provider/schema/json.js";
import { ids } from "../../kinds/shared/ids.js";
import { newStoppedClock } from "../../support/fake-clock.js";
import { type ConnectedOptions, connected, failureOf, fakePlatform, withHeaders } from "../support/fake-platform.js";

const platform = fakePlatform();
const path = `/environment/${ids.environment}/container`;
const first = `GET ${path}`;
const second = `GET ${path}?page=2`;
const [one, two] = [{ id: "1" }, { id: "2" }];

/** The items of the list, read below this address. */
const read = (below = "", options: ConnectedOptions = {}) =>
  connected(`${platform.url}${below}`, options).platform.lists.all({
    endpoint: endpoint(4, "GET /environment/{environmentId}/container"),
    members: { environmentId: ids.environment },
    purpose: "Listing",
  });

const refused = (problem: string) =>
  expect.objectContaining({ code: "AP3105", message: expect.stringContaining(problem) });

describe("paged lists", () => {
  it.each<[form: string, more: Values, headers: Readonly<Record<string, string>>]>([
    ["a relative link", {}, { link: '<?page=2>; rel="next"' }],
    ["an absolute path", {}, { link: `<${path}?page=2>; rel="next"` }],
    ["a link type without quotes in capitals", {}, { link: "<?page=2>; REL=NEXT" }],
    ["a link type among others", {}, { link: '<?page=2>; title="a, <b>; rel=prev"; rel="last next"' }],
    ["a link among others", {}, { link: '<?page=1>; rel="prev", <?page=2>;rel="next" , <?page=9>; rel=last' }],
    ["a link after that of another resource", {}, { link: '</x>; rel="next"; anchor="/y", <?page=2>; rel="next"' }],
    ["a link with two types", {}, { link: '<?page=2>; rel="next"; rel="prev"' }],
    ["a link and other signs of pages", { next: "x", total: 2 }, { link: "<?page=2>; rel=next", "x-next-page": "2" }],
    ["next", { next: `${path}?page=2`, previous: null, count: 2 }, {}],
    ["next in links", { links: { self: "?page=1", next: "?page=2" } }, {}],
    ["next in _links, as an object", { _links: { next: { href: "?page=2" } } }, {}],
    ["next without a path", { next: "container?page=2" }, {}],
    ["next that begins with a dot", { next: "./container?page=2" }, {}],
  ])("are read to the end if the first page has %s", async (_, more, headers) => {
    platform.on(first, withHeaders({ results: [one], ...more }, headers)).on(second, withHeaders({ results: [two] }));
    expect(await read()).toEqual([one, two]);
  });

  it("are read to the end with status 206 and content-range", async () => {
    const range = (text: string, link?: string) => ({ "content-range": text, ...(link && { link }) });
    platform
      .on(first, withHeaders({ results: [one] }, range("items 0-0/2", "<?page=2>; rel=next"), 206))
      .on(second, withHeaders({ results: [two] }, range("items 1-1/2"), 206));
    expect(await read()).toEqual([one, two]);
  });

  it("are read below the base URL if the next page lacks its prefix", async () => {
    platform
      .on(`GET /api/v1${path}`, withHeaders({ results: [one], next: `${path}?page=2` }))
      .on(`GET /api/v1${path}?page=2`, withHeaders({ results: [two] }));
    expect(await read("/api/v1/")).toEqual([one, two]);
  });

  it.each<[what: string, page: Values[], next: Values[], all: Values[]]>([
    ["an item once if it moves to the next page meanwhile", [one], [one, two], [one, two]],
    ["an item once if it moves and changes meanwhile", [one], [{ id: "1", name: "new" }, two], [one, two]],
    ["items without an ID", [{ a: 1 }], [{ a: 2 }], [{ a: 1 }, { a: 2 }]],
  ])("contain %s", async (_, page, next, all) => {
    platform.on(first, withHeaders({ results: page, next: "?page=2" })).on(second, withHeaders({ results: next }));
    expect(await read()).toEqual(all);
  });

  it("keep equal items of one page", async () => {
    platform.on(first, withHeaders({ results: [{ a: 1 }, { a: 1 }] }));
    expect(await read()).toHaveLength(2);
  });

  it.each<[when: string, next: string, problem: string]>([
    ["another host", "https://other.example/x?page=2", "outside of the base URL (https://other.example/x)"],
    ["another host without a scheme", "//other.example/x?token=1", "outside of the base URL (//other.example/x)"],
    ["another port", "http://127.0.0.1:1/x", "outside of the base URL (http://127.0.0.1:1/x)"],
    ["a path outside of the prefix", "/other?page=2", "outside of the base URL (/other)"],
    ["a path that begins like the prefix", "/api/v10/x", "outside of the base URL (/api/v10/x)"],
    ["dots that leave the prefix", `/api/v1/../../x`, "outside of the base URL"],
    ["the same page", `/api/v1${path}`, "lead back to an earlier one"],
  ])("fail with AP3105 without another request if the next page is at %s", async (_, next, problem) => {
    platform.on(`GET /api/v1${path}`, withHeaders({ results: [one] }, { link: `<${next}>; rel="next"` }));
    expect(await failureOf(read("/api/v1"))).toEqual(refused(problem));
    expect(platform.lines()).toEqual([`GET /api/v1${path}`]);
  });

  it.each<[when: string, more: Values, next: Values, headers: Readonly<Record<string, string>>, problem: string]>([
    ["pages repeat items", {}, { results: [one], next: "?page=3" }, {}, "page 2 of the list has the items of earlier"],
    ["they end before the reported total", { count: 3 }, { results: [two], count: 3 }, {}, "a longer list (count: 3)"],
    [
      "they end before the total in Content-Range",
      {},
      { results: [two] },
      { "content-range": "items 1-1/3" },
      "a longer list (Content-Range: items 1-1/3)",
    ],
    ["`next` is another host", { next: "http://other.example/x" }, {}, {}, "base URL (http://other.example/x)"],
  ])("fail with AP3105 if %s", async (_, more, next, headers, problem) => {
    platform
      .on(first, withHeaders({ results: [one], next: "?page=2", ...more }))
      .on(second, withHeaders(next, headers));
    expect(await failureOf(read())).toEqual(refused(problem));
  });

  it("fail with AP3105 after 1,000 pages", async () => {
    for (let number = 1; number <= 1_001; number += 1) {
      const line = number === 1 ? first : `GET ${path}?page=${number}`;
      platform.on(line, withHeaders({ results: [{ id: String(number) }], next: `?page=${number + 1}` }));
    }
    expect(await failureOf(read())).toEqual(refused("more than 1000 pages"));
    expect(platform.lines()).toHaveLength(1_000);
  });

  it.each(["?page=2", "../2"])("fail with AP3105 if a further page is 404: %s", async (next) => {
    platform.on(first, withHeaders({ results: [one], next }));
    expect(await failureOf(read())).toEqual(refused("page 2 of the list isn't found (404)"));
  });

  it("fail at the operation's time limit while a further page is read", async () => {
    const { clock, passLimit } = newStoppedClock();
    platform.on(first, withHeaders({ results: [one], next: "?page=2" })).on(second, () => void setImmediate(passLimit));
    const environment = { APP_PLATFORM_OPERATION_TIMEOUT_SECONDS: "1" };
    expect(await failureOf(read("", { clock, environment }))).toBeInstanceOf(TimedOutError);
  });
});

describe("list of one response", () => {
  const range = (text: string) => ({ "content-range": text });
  const others = { "x-ratelimit-limit": "100", "x-nextjs-cache": "HIT", "x-envoy-attempt-count": "3" };
  it.each<
    [what: string, status: number, more: Values, headers: Readonly<Record<string, string>>, sign: string | undefined]
  >([
    ["is complete without a sign of further pages", 200, {}, {}, undefined],
    ["fails with AP3105 if `next` is an object", 200, { next: { cursor: "x" } }, {}, "next"],
    ["fails with AP3105 if `next` is a list", 200, { next: ["?page=2"] }, {}, "next"],
    ["fails with AP3105 if `next` is a token with a slash", 200, { next: "bmV4/dA" }, {}, "next"],
    ["is complete if `next` is null", 200, { next: null }, {}, undefined],
    ["is complete if `next` is empty", 200, { next: "" }, {}, undefined],
    ["is complete if `next` is 0", 200, { next: 0 }, {}, undefined],
    ["fails with AP3105 if `links.next` is a text", 200, { links: { next: "token" } }, {}, "next"],
    ["is complete if `_links.next` is null", 200, { links: "2", _links: { next: null } }, {}, undefined],
    ["fails with AP3105 if `total` is above the number of items", 200, { total: 2 }, {}, "total: 2"],
    ["fails with AP3105 if `count` is above the number of items, as text", 200, { count: "2" }, {}, "count: 2"],
    [
      "is complete if `total` is the number of items, on the first of one page",
      200,
      { total: 1, page: 1, pages: 1, limit: 1, offset: 0 },
      {},
      undefined,
    ],
    [
      "is complete if only an object in the response has a member `next`",
      200,
      { generated_at: "2026-01-01T00:00:00Z", region: { next: "eu" } },
      {},
      undefined,
    ],
    [
      "is complete if only an object in the response has a member `total`",
      200,
      { cluster: { total: 2 } },
      {},
      undefined,
    ],
    ["fails with AP3105 for the status 206", 206, {}, {}, "status 206"],
    ["is complete for the status 206 with the whole Content-Range", 206, {}, range("items 0-0/1"), undefined],
    [
      "fails with AP3105 for the status 206 with a part as its Content-Range",
      206,
      {},
      range("items 0-0/2"),
      "Content-Range: items 0-0/2",
    ],
    [
      "fails with AP3105 for the status 206 with a Content-Range of unknown length",
      206,
      {},
      range("items 0-0/*"),
      "Content-Range: items 0-0/*",
    ],
    ["is complete for the status 206 with the whole Content-Range without a unit", 206, {}, range("0-0/1"), undefined],
    ["is complete with the whole Content-Range between spaces", 206, {}, range(" items  0-0/1 "), undefined],
    ["is complete if it's empty, also by its Content-Range", 206, { results: [] }, range("items */0"), undefined],
    ["fails with AP3105 for the status 206 with an invalid Content-Range", 206, {}, range("nonsense"), "status 206"],
    [
      "fails with AP3105 for the status 206 with Content-Range: all items 0-0/1",
      206,
      {},
      range("all items 0-0/1"),
      "status 206",
    ],
    [
      "fails with AP3105 for the status 206 with Content-Range: items 0-0/1 or more",
      206,
      {},
      range("items 0-0/1 or more"),
      "status 206",
    ],
    [
      "fails with AP3105 for the status 200 with a part as its Content-Range",
      200,
      {},
      range("items 10-19/20"),
      "Content-Range: items 10-19/20",
    ],
    [
      "fails with AP3105 if X-Total-Count is above the number of items",
      200,
      {},
      { "x-total-count": "2" },
      "X-Total-Count: 2",
    ],
    ["is complete if X-Total-Count is the number of items", 200, {}, { "x-total-count": "1" }, undefined],
    ["is complete with other headers that contain such words", 200, {}, others, undefined],
    [
      "is complete if Link has only the relations prev and last",
      200,
      {},
      { link: '<?page=1>; rel="prev", <?page=9>; rel="last"' },
      undefined,
    ],
    ["is complete if Link has a relation without a URL", 200, {}, { link: "rel=x; rel=next" }, undefined],
  ])("%s", async (_what, status, more, headers, sign) => {
    const json = { results: [one], ...more };
    platform.on(first, withHeaders(json, headers, status));
    if (sign === undefined) expect(await read()).toEqual(json.results);
    else expect(await failureOf(read())).toEqual(refused(`one page of a longer list (${sign})`));
    expect(hasMore({ json, status, headers }, 1)).toBe(sign !== undefined);
  });
});

import { describe, expect, it } from "vitest";
import { TimedOutError, UnexpectedAnswerError, UnreachableError } from "../../../provider/errors/request.js";
import type { Client } from "../../../provider/platform/client.js";
import { endpoint } from "../../../provider/platform/endpoint.js";
import { type ListRequest, listsOf } from "../../../provider/platform/lists.js";
import { type Clock, type Operation, operationsOf, systemClock } from "../../../provider/platform/operation.js";
import type { Value } from "../../../provider/schema/json.js";

const received = (json: Value | undefined) => ({ json, status: 200, headers: {} });

/** Lists of a platform that gives these responses, with a clock of their own. */
function lists(...responses: (Value | Error)[]) {
  const sent: string[] = [];
  let time = 0;
  const clock = { ...systemClock, elapsed: () => time };
  const operations = operationsOf(clock, new AbortController().signal, 1_000);
  const receive: Client["receive"] = async ({ members, query }) => {
    sent.push(`${String(members.environmentId)}${query === undefined ? "" : ` ${JSON.stringify(query)}`}`);
    const response = responses.length > 1 ? responses.shift() : responses[0];
    if (response instanceof Error) throw response;
    return received(response);
  };
  const client = { ...operations, receive } as Client;
  return {
    ...listsOf(client, clock, 30_000),
    begin: operations.begin,
    sent,
    wait: (milliseconds: number) => (time += milliseconds),
  };
}

const call = endpoint(4, "GET /environment/{environmentId}/container");
const of = (environmentId: string, more: Partial<ListRequest> = {}): ListRequest => ({
  endpoint: call,
  members: { environmentId },
  purpose: "Listing",
  ...more,
});
const results = { results: [{ id: "1" }] };

describe("gathered lists", () => {
  it("are requested once, after all callers have asked", async () => {
    const { all, gathered, forget, sent, wait } = lists({ results: [] }, results);
    await all(of("a"));
    wait(1);
    const [first, ...since] = await Promise.all([1, 2, 3].map(() => gathered(of("a"))));
    // Nothing shows yet that others need it, so it waits for none.
    expect(first).toBeUndefined();
    forget();
    const found = await Promise.all(since.map((each) => all(of("a"), { since: each ?? Number.NaN })));
    expect(found).toEqual([[{ id: "1" }], [{ id: "1" }]]);
    expect(sent).toEqual(["a", "a"]);
  });

  it("are never ones that were requested before the caller asked", async () => {
    const { together, all, begin, forget, sent, wait } = lists({ results: [] }, results);
    await all(of("a"));
    wait(1);
    const found = await Promise.all([1, 2, 3].map(() => together(of("a"), begin())));
    expect(found).toEqual([results.results, results.results, results.results]);
    forget();
    wait(1);
    await together(of("a"), begin());
    expect(sent).toEqual(["a", "a", "a"]);
  });

  it("are undefined if nobody else needs the list", async () => {
    const { gathered, wait } = lists(results);
    const byScope = of("a", { query: { scope: "PROJECT" } });
    const all = [of("a"), of("b"), byScope];
    expect(await Promise.all(all.map((each) => gathered(each)))).toEqual([undefined, undefined, undefined]);
    expect(await gathered(of("a"))).toBeUndefined();
    wait(10_000);
    expect(await Promise.all(all.map((each) => gathered(each)))).toEqual([undefined, undefined, undefined]);
  });
});

describe("cached lists", () => {
  it("are requested once per environment and filter by parallel readers", async () => {
    const { all, sent } = lists(results);
    const requested = [of("a"), of("b"), of("a"), of("a", { query: { toUpdate: "true" } }), of("a")];
    expect(await Promise.all(requested.map((each) => all(each)))).toEqual(Array(5).fill([{ id: "1" }]));
    expect(sent).toEqual(["a", "b", 'a {"toUpdate":"true"}']);
  });

  it("are returned without a timer once they have arrived", async () => {
    const { all, begin } = lists(results);
    let timers = 0;
    const operation = () => {
      const begun = begin();
      return {
        ...begun,
        get signal() {
          timers += 1;
          return begun.signal;
        },
      };
    };
    await all(of("a"), { operation: operation() });
    expect(timers).toBe(1);
    expect(await all(of("a"), { operation: operation() })).toEqual([{ id: "1" }]);
    expect(timers).toBe(1);
  });

  it("are requested again when they are old, after a write, or for fresh reads", async () => {
    const { all, sent, wait, forget } = lists(results);
    await all(of("a"));
    wait(29_999);
    await all(of("a"));
    expect(sent).toHaveLength(1);
    wait(1);
    await all(of("a"));
    expect(sent).toHaveLength(2);
    forget();
    await all(of("a"));
    expect(sent).toHaveLength(3);
    await all(of("a"), { fresh: true });
    expect(sent).toHaveLength(4);
  });

  it("are requested again after a failure", async () => {
    const { all, sent } = lists(new Error("no"), results);
    await expect(all(of("a"))).rejects.toThrow("no");
    await new Promise(setImmediate);
    expect(await all(of("a"))).toEqual([{ id: "1" }]);
    expect(sent).toHaveLength(2);
  });

  it("are shared at the first reader if several readers list the kind at once", async () => {
    const { isShared } = lists(results);
    const some = ["a", "b", "c"].map((environment) => isShared(of(environment)));
    expect(await Promise.all(some)).toEqual([false, false, false]);
    const many = ["d", "e", "f", "g"].map((environment) => isShared(of(environment)));
    expect(await Promise.all(many)).toEqual([true, true, true, true]);
    expect(await isShared(of("h"))).toBe(true);
    const ofOtherKind = { endpoint: endpoint(13, "GET /environment/{environmentId}/database") };
    expect(await isShared(of("h", ofOtherKind))).toBe(false);
  });

  it("are shared with readers that arrive while the process is busy", async () => {
    const { isShared } = lists(results);
    const first = isShared(of("a"));
    const others: Promise<boolean>[] = [];
    // Like the requests on a connection, the others are seen only after the timers that are due by then.
    setTimeout(() => setImmediate(() => others.push(...["b", "c", "d"].map((each) => isShared(of(each))))), 2);
    for (const end = performance.now() + 30; performance.now() < end; );
    expect(await first).toBe(true);
    expect(await Promise.all(others)).toEqual([true, true, true]);
  });

  it("are shared from the second reader on", async () => {
    const { isShared } = lists(results);
    expect(await isShared(of("a"))).toBe(false);
    expect(await isShared(of("a"))).toBe(true);
    expect(await Promise.all([isShared(of("b")), isShared(of("b"))])).toEqual([true, true]);
  });
});

describe("a list that several operations wait for", () => {
  const unreachable = () =>
    new UnreachableError("Listing", "http://127.0.0.1", { reason: "away", isSent: false, isPermanent: false });

  /** A platform that responds when the test does. */
  function pending() {
    const pendingRequests: { resolve(response: Value): void; reject(error: Error): void; operation: Operation }[] = [];
    // Its time stands still: only what is over at once ends.
    const after: Clock["after"] = (milliseconds, call) =>
      milliseconds > 0 ? () => undefined : systemClock.after(milliseconds, call);
    const clock = { ...systemClock, elapsed: () => 0, after };
    const operations = operationsOf(clock, new AbortController().signal, 20_000);
    const receive = (_: unknown, operation: Operation) =>
      new Promise((resolve, reject) => {
        pendingRequests.push({ resolve: (response) => resolve(received(response)), reject, operation });
      });
    const ended = (purpose: string) => new TimedOutError(purpose, "http://127.0.0.1", 1);
    const client = { ...operations, receive, ended } as unknown as Client;
    return { ...listsOf(client, clock), requested: pendingRequests, begin: operations.begin };
  }
  const origin = { name: () => "web", connection: undefined, redact: (text: string) => text, warn: () => undefined };

  it("is requested within the time of the first operation", async () => {
    const { all, requested, begin } = pending();
    void all(of("a"), { operation: begin({ deadline: 5_000, origin }) });
    void all(of("b"));
    const operations = requested.map(({ operation }) => [operation.deadline, operation.origin]);
    expect(operations).toEqual([
      [5_000, origin],
      [20_000, undefined],
    ]);
  });

  it("fails for each operation at its own time limit", async () => {
    const { all, begin } = pending();
    const late = all(of("a"), { operation: begin({ deadline: 0 }) });
    await expect(late).rejects.toThrow(TimedOutError);
    await expect(late).rejects.toThrow(/^AP\d+: Listing/);
  });

  it.each<[what: string, deadline: number, error: () => Error, again: boolean]>([
    ["again by an operation with more time if the platform was unreachable", 6_001, unreachable, true],
    ["once if the other operation has hardly more time", 6_000, unreachable, false],
    ["once after an error that isn't the platform's", 6_001, () => new TypeError("a bug"), false],
    ["once if the platform responded with an error", 6_001, () => new UnexpectedAnswerError("Listing", "", ""), false],
  ])("is requested %s", async (_, deadline, error, again) => {
    const { all, requested, begin } = pending();
    const first = all(of("a"), { operation: begin({ deadline: 5_000 }) });
    const second = all(of("a"), { operation: begin({ deadline }) });
    const failure = error();
    requested[0]?.reject(failure);
    await expect(first).rejects.toBe(failure);
    if (!again) {
      await expect(second).rejects.toBe(failure);
      expect(requested).toHaveLength(1);
      return;
    }
    await new Promise(setImmediate);
    requested[1]?.resolve(results);
    expect(await second).toEqual([{ id: "1" }]);
  });

  it("survives the time limit of the first operation", async () => {
    const clock = systemClock;
    const operations = operationsOf(clock, new AbortController().signal, 20_000);
    const until = clock.elapsed() + 20;
    const ofFirst = unreachable();
    const receive = () => clock.sleep(until + 2 - clock.elapsed()).then(() => Promise.reject(ofFirst));
    const ended = (purpose: string) => new TimedOutError(purpose, "http://127.0.0.1", 1);
    const { all } = listsOf({ ...operations, receive, ended } as unknown as Client, clock);
    const first = all(of("a"), { operation: operations.begin({ deadline: until }) });
    const operation = operations.begin({ deadline: until + 60 });
    const second = all(of("a"), { operation });
    await expect(first).rejects.toThrow();
    await expect(second).rejects.toThrow(TimedOutError);
    expect(operations.isOver(operation)).toBe(true);
  });

  it("is requested once by the first operation, whatever its time", async () => {
    const { all, requested, begin } = pending();
    const first = all(of("a"), { operation: begin({ deadline: 60_000 }) });
    requested[0]?.reject(unreachable());
    await expect(first).rejects.toThrow(UnreachableError);
    expect(requested).toHaveLength(1);
  });

  it("is kept when an earlier request for it fails later", async () => {
    const { all, requested } = pending();
    const first = all(of("a"));
    const second = all(of("a"), { fresh: true });
    requested[1]?.resolve(results);
    expect(await second).toEqual([{ id: "1" }]);
    requested[0]?.reject(new Error("no"));
    await expect(first).rejects.toThrow("no");
    await new Promise(setImmediate);
    expect(await all(of("a"))).toEqual([{ id: "1" }]);
    expect(requested).toHaveLength(2);
  });
});

it("a list from before a write serves callers that accept outdated ones", async () => {
  const { all, sent, forget, wait } = lists(results);
  await all(of("a"));
  forget();
  expect(await all(of("a"), { evenOutdated: true })).toEqual([{ id: "1" }]);
  expect(sent).toHaveLength(1);
  wait(30_000);
  await all(of("a"), { evenOutdated: true });
  expect(sent).toHaveLength(2);
});

describe("list responses", () => {
  it.each<[response: Value, why: string]>([
    [null, "contains no list of results"],
    [[{ id: "1" }], "contains no list of results"],
    [{ results: {} }, "contains no list of results"],
    [{ results: ["1"] }, "contains an item that isn't a resource"],
    [{ results: [{ id: "1" }, null] }, "contains an item that isn't a resource"],
  ])("fail if they are %o", async (response, why) => {
    await expect(lists(response).all(of("a"))).rejects.toThrow(`the response ${why}`);
  });
});

import { describe, expect, it } from "vitest";
import { TimedOutError, UnexpectedAnswerError, UnreachableError } from "../../../provider/errors/request.js";
import type { Client } from "../../../provider/platform/client.js";
import { endpoint } from "../../../provider/platform/endpoint.js";
import { type ListAge, type ListRequest, listsOf } from "../../../provider/platform/lists.js";
import { type Clock, type Operation, operationsOf, systemClock } from "../../../provider/platform/operation.js";
import type { Value } from "../../../provider/schema/json.js";
import { newVirtualClock } from "../../support/fake-clock.js";

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
  /** Lists of a platform that responds at once, in a time that passes while operations wait, and the sizes of the groups that shared one. */
  function gathering() {
    const { clock, during } = newVirtualClock();
    const operations = operationsOf(clock, new AbortController().signal, 60_000);
    let sent = 0;
    const receive: Client["receive"] = async () => {
      sent += 1;
      return received(results);
    };
    const { gathered, together } = listsOf({ ...operations, receive } as Client, clock);
    const alone = { count: 0 };
    const groups: Record<number, number> = {};
    const need = async (environmentId = "a") => {
      const since = await gathered(of(environmentId));
      if (since === undefined) alone.count += 1;
      else groups[since] = (groups[since] ?? 0) + 1;
      return since;
    };
    const sizes = () => [...Array(alone.count).fill(1), ...Object.values(groups)];
    return { clock, during, need, sizes, together, begin: operations.begin, sent: () => sent };
  }
  type Gathering = ReturnType<typeof gathering>;

  /** Creates this many, several at once, as Pulumi does: it begins and ends each of them by writing its state, in this time. */
  async function createAll(
    { clock, need }: Gathering,
    count: number,
    atOnce: number,
    milliseconds: (created: number) => number,
  ) {
    let writing = Promise.resolve();
    let begun = 0;
    const write = () => {
      writing = writing.then(() => clock.sleep(milliseconds(begun)));
      return writing;
    };
    const work = async () => {
      while (begun < count) {
        begun += 1;
        await write();
        await clock.sleep(5);
        await need();
        await write();
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
  }

  it.each<[what: string, count: number, atOnce: number, time: (created: number) => number, lists: number]>([
    ["200, ten at once, with a state written in 1 ms", 200, 10, () => 1, 25],
    ["200, ten at once, with a state written in 100 ms", 200, 10, () => 100, 30],
    ["200, 64 at once, with a state written in 100 ms", 200, 64, () => 100, 40],
    ["1,000, ten at once, with a growing state", 1000, 10, (created) => 1 + created / 10, 120],
  ])("are requested once for several creates, and delay none: %s", async (_, count, atOnce, time, lists) => {
    const tested = gathering();
    await tested.during(createAll(tested, count, atOnce, time));
    expect(tested.sizes().length).toBeLessThanOrEqual(lists);
    const writing = Array.from({ length: count }, (_each, index) => 2 * time(index)).reduce((sum, each) => sum + each);
    expect(tested.clock.elapsed()).toBeLessThan(1.05 * writing + 1_000);
  });

  it("delay only one in ten creates that run one after the other", async () => {
    const tested = gathering();
    await tested.during(createAll(tested, 41, 1, () => 1));
    expect(tested.sizes()).toEqual(Array(41).fill(1));
    // Each takes 7 ms, and five of them wait for 80 ms.
    expect(tested.clock.elapsed()).toBeLessThan(41 * 7 + 6 * 80);
  });

  it("are at most 40 requests for 200 creates, 20 at once, after 40 creates, two at once", async () => {
    const tested = gathering();
    await tested.during(createAll(tested, 40, 2, () => 5));
    const before = tested.sizes().length;
    await tested.during(createAll(tested, 200, 20, () => 5));
    expect(tested.sizes().length - before).toBeLessThanOrEqual(40);
  });

  it("delay only the first group of operations if later groups are as large or smaller", async () => {
    const { need, during, clock } = gathering();
    const needBy = (operations: number) => during(Promise.all(Array.from({ length: operations }, () => need())));
    await needBy(3);
    expect(clock.elapsed()).toBe(80);
    expect(await needBy(3)).toEqual([80, 80, 80]);
    expect(await needBy(2)).toEqual([80, 80]);
  });

  it("are never those of a request that was sent before the call", async () => {
    const { together, during, begin, clock, sent } = gathering();
    const request = () => together(of("a"), begin());
    await during(request());
    expect(sent()).toBe(1);
    expect(await during(Promise.all([request(), request(), request()]))).toEqual(Array(3).fill(results.results));
    expect(sent()).toBe(2);
    await during(clock.sleep(1));
    await during(request());
    expect(sent()).toBe(3);
  });

  it("are undefined if no other operation needs the list", async () => {
    const { need, during, clock } = gathering();
    expect(await Promise.all([need("a"), need("b"), need("a?")])).toEqual([undefined, undefined, undefined]);
    expect(await during(need("a"))).toBeUndefined();
    await during(clock.sleep(10_000));
    expect(await Promise.all([need("a"), need("b")])).toEqual([undefined, undefined]);
  });
});

describe("cached lists", () => {
  it("are requested once per environment and query by parallel readers", async () => {
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

  it.each<[when: string, milliseconds: number, isWritten: boolean, age: ListAge, requests: number]>([
    ["once within 30 s", 29_999, false, {}, 1],
    ["again after 30 s", 30_000, false, {}, 2],
    ["again after a write", 0, true, {}, 2],
    ["again for fresh reads", 0, false, { fresh: true }, 2],
    ["once after a write for callers that accept outdated ones", 29_999, true, { evenOutdated: true }, 1],
    ["again after 30 s for callers that accept outdated ones", 30_000, true, { evenOutdated: true }, 2],
  ])("are requested %s", async (_, milliseconds, isWritten, age, requests) => {
    const { all, sent, wait, forget } = lists(results);
    await all(of("a"));
    wait(milliseconds);
    if (isWritten) forget();
    expect(await all(of("a"), age)).toEqual([{ id: "1" }]);
    expect(sent).toHaveLength(requests);
  });

  it("are requested again after a failure", async () => {
    const { all, sent } = lists(new Error("no"), results);
    await expect(all(of("a"))).rejects.toThrow("no");
    await new Promise(setImmediate);
    expect(await all(of("a"))).toEqual([{ id: "1" }]);
    expect(sent).toHaveLength(2);
  });

  it("are shared from the first reader on if four readers list the kind at once", async () => {
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

  it("aren't shared by at most three readers at once, except of one environment", async () => {
    const { clock, during } = newVirtualClock();
    const { isShared } = listsOf({} as Client, clock);
    const read = (...environments: string[]) => during(Promise.all(environments.map((each) => isShared(of(each)))));
    expect(await read("a", "b", "c", "b")).toEqual([false, true, false, true]);
    expect(await read("d", "e", "f")).toEqual([false, false, false]);
    // Each of them waits for 24 ms.
    expect(clock.elapsed()).toBe(2 * 24);
  });

  it("are shared from the second reader of an environment on", async () => {
    const { isShared } = lists(results);
    expect(await isShared(of("a"))).toBe(false);
    expect(await isShared(of("a"))).toBe(true);
    expect(await Promise.all([isShared(of("b")), isShared(of("b"))])).toEqual([true, true]);
  });
});

describe("list for several operations", () => {
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

  it("is requested with the deadline and the origin (for the request log) of the first operation", async () => {
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

  it("fails for a later operation at its own time limit, not at the first one's", async () => {
    const { clock, during } = newVirtualClock();
    const { begin } = operationsOf(clock, new AbortController().signal, 20_000);
    const receive = () => clock.sleep(20).then(() => Promise.reject(unreachable()));
    const ended = (purpose: string) => new TimedOutError(purpose, "http://127.0.0.1", 1);
    const { all } = listsOf({ begin, receive, ended } as unknown as Client, clock);
    const first = all(of("a"), { operation: begin({ deadline: 20 }) });
    const second = all(of("a"), { operation: begin({ deadline: 80 }) });
    await expect(during(first)).rejects.toThrow();
    await expect(during(second)).rejects.toThrow(TimedOutError);
    expect(clock.elapsed()).toBe(80);
  });

  it("fails for the operation that requested it because of the platform, even at its time limit", async () => {
    const { all, requested, begin } = pending();
    const first = all(of("a"), { operation: begin({ deadline: 0 }) });
    requested[0]?.reject(unreachable());
    await expect(first).rejects.toThrow(UnreachableError);
  });

  it("isn't requested again by the first operation, even if it has time left", async () => {
    const { all, requested, begin } = pending();
    const first = all(of("a"), { operation: begin({ deadline: 60_000 }) });
    requested[0]?.reject(unreachable());
    await expect(first).rejects.toThrow(UnreachableError);
    expect(requested).toHaveLength(1);
  });

  it("stays cached if an earlier request for the same list fails later", async () => {
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

describe("list responses", () => {
  it.each<[what: string, response: Value, why: string]>([
    ["null", null, "contains no list of results"],
    ["a list of resources", [{ id: "1" }], "contains no list of results"],
    ["an object whose `results` isn't a list", { results: {} }, "contains no list of results"],
    ["an object with a text in `results`", { results: ["1"] }, "contains an item that isn't a resource"],
    ["an object with null in `results`", { results: [{ id: "1" }, null] }, "contains an item that isn't a resource"],
  ])("fail if they are %s", async (_what, response, why) => {
    await expect(lists(response).all(of("a"))).rejects.toThrow(`the response ${why}`);
  });
});

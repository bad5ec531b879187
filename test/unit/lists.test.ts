import { describe, expect, it } from "vitest";
import { TimedOutError } from "../../provider/errors/request.js";
import type { Client } from "../../provider/platform/client.js";
import { systemClock } from "../../provider/platform/clock.js";
import { endpoint } from "../../provider/platform/endpoint.js";
import { type ListRequest, listsOf } from "../../provider/platform/listCache.js";
import { operationsOf } from "../../provider/platform/operation.js";
import type { Value } from "../../provider/schema/json.js";

/** Lists of a platform that gives these responses, with a clock of their own. */
function lists(...responses: (Value | Error)[]) {
  const sent: string[] = [];
  let time = 0;
  const clock = { ...systemClock, elapsed: () => time };
  const client: Client = {
    async send({ members, query }) {
      sent.push(`${String(members.environmentId)}${query === undefined ? "" : ` ${JSON.stringify(query)}`}`);
      const response = responses.length > 1 ? responses.shift() : responses[0];
      if (response instanceof Error) throw response;
      return response;
    },
    requireToken: () => undefined,
    now: () => time,
    retry: () => expect.unreachable(),
    ended: () => new TimedOutError("Listing", "http://127.0.0.1", 1),
    ...operationsOf(clock, new AbortController().signal, 1_000),
  };
  return {
    ...listsOf(client, clock, 30_000),
    begin: client.begin,
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

describe("a list", () => {
  it("is requested once by all who read it at the same time", async () => {
    const { all, sent } = lists(results);
    const found = await Promise.all([all(of("a")), all(of("a")), all(of("a"))]);
    expect(found).toEqual([[{ id: "1" }], [{ id: "1" }], [{ id: "1" }]]);
    expect(sent).toEqual(["a"]);
  });

  it("is returned without a time limit once it has arrived: a refresh reads it for thousands of resources", async () => {
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

  it("is cached by environment and filter", async () => {
    const { all, sent } = lists(results);
    await Promise.all([all(of("a")), all(of("b")), all(of("a", { query: { toUpdate: "true" } }))]);
    expect(sent).toEqual(["a", "b", 'a {"toUpdate":"true"}']);
  });

  it("is requested again when it is old, after a write, or when it must be fresh", async () => {
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

  it("is requested again after a failure", async () => {
    const { all, sent } = lists(new Error("no"), results);
    await expect(all(of("a"))).rejects.toThrow("no");
    await new Promise(setImmediate);
    expect(await all(of("a"))).toEqual([{ id: "1" }]);
    expect(sent).toHaveLength(2);
  });

  it("is shared from the first reader on where several read lists of the kind at once", async () => {
    const { isShared } = lists(results);
    const some = ["a", "b", "c"].map((environment) => isShared(of(environment)));
    expect(await Promise.all(some)).toEqual([false, false, false]);
    const many = ["d", "e", "f", "g"].map((environment) => isShared(of(environment)));
    expect(await Promise.all(many)).toEqual([true, true, true, true]);
    expect(await isShared(of("h"))).toBe(true);
    const ofOtherKind = { endpoint: endpoint(13, "GET /environment/{environmentId}/database") };
    expect(await isShared(of("h", ofOtherKind))).toBe(false);
  });

  it("is shared with readers that arrive while the process is busy with the first one", async () => {
    const { isShared } = lists(results);
    const first = isShared(of("a"));
    const others: Promise<boolean>[] = [];
    // Like the requests on a connection, the others are seen only after the timers that are due by then.
    setTimeout(() => setImmediate(() => others.push(...["b", "c", "d"].map((each) => isShared(of(each))))), 2);
    for (const end = performance.now() + 30; performance.now() < end; );
    expect(await first).toBe(true);
    expect(await Promise.all(others)).toEqual([true, true, true]);
  });

  it("is shared from the second reader on", async () => {
    const { isShared } = lists(results);
    expect(await isShared(of("a"))).toBe(false);
    expect(await isShared(of("a"))).toBe(true);
    expect(await Promise.all([isShared(of("b")), isShared(of("b"))])).toEqual([true, true]);
  });
});

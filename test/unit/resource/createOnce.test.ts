import { describe, expect, it } from "vitest";
import type { Call } from "../../../provider/definition/kind.js";
import * as errors from "../../../provider/errors/index.js";
import { systemClock } from "../../../provider/platform/operation.js";
import { beganNow, createOnce } from "../../../provider/resource/createOnce.js";
import type { Value } from "../../../provider/schema/json.js";
import { connected } from "../support/fake-platform.js";

describe("createOnce", () => {
  const failed = { purpose: "Creating", method: "POST", path: "/", details: [], retryAfterSeconds: 0 };
  const of = (status: number) => ({ ...failed, status });
  const unreachable = (reason: string, isSent: boolean) =>
    new errors.UnreachableError("Creating", "http://…", { reason, isSent, isPermanent: false });
  const [lost, unsent] = [unreachable("broken", true), unreachable("away", false)];
  const conflict = new errors.ConflictError(of(409));
  const page = new errors.NotTheApiError(of(502), { type: "text/html" });
  const cut = new errors.NotTheApiError(of(201), { type: "application/json" });
  const late = new errors.TimedOutError("Creating", "http://…", 30);
  const rejected = new errors.RejectedError(of(400));
  const away = new errors.ServerFaultError(of(503));
  const accepted = new errors.UnexpectedAnswerError("Creating", "it has no id", "look for it");
  const made = { id: "made" };

  /** A call and a search that end in these ways one by one, the last one from then on; time passes in waits only. */
  async function creating(
    calls: readonly (Value | Error)[],
    finds?: readonly (Value | undefined | Error)[],
    seconds = 20,
  ) {
    let time = 0;
    const clock = {
      ...{ ...systemClock, now: () => time, elapsed: () => time, random: () => 0.5, after: () => () => undefined },
      async sleep(milliseconds: number) {
        time += milliseconds;
      },
    };
    const { platform } = connected("http://127.0.0.1:9", {
      ...{ clock, environment: { APP_PLATFORM_OPERATION_TIMEOUT_SECONDS: `${seconds}` } },
    });
    const call = { label: 'Container "web"', platform, operation: platform.client.begin() } as unknown as Call;
    const counts = { called: 0, looked: 0 };
    const next = async <T>(ends: readonly (T | Error)[], count: number): Promise<T> => {
      const end = ends[Math.min(count, ends.length) - 1] as T | Error;
      if (end instanceof Error) throw end;
      return end;
    };
    const shares: number[] = [];
    const create = ({ operation }: Call) => {
      shares.push(operation.deadline / call.operation.deadline);
      counts.called += 1;
      return next(calls, counts.called);
    };
    const find = () => {
      counts.looked += 1;
      return next(finds ?? [], counts.looked);
    };
    const recovery = { todo: ["look for it"], ...(finds && { find }) };
    const ended = await createOnce(call, recovery, create).then(
      (response) => ({ response, error: undefined }),
      (error: Error) => ({ response: undefined, error }),
    );
    return { ...ended, ...counts, shares, took: time };
  }

  const none = undefined;
  type Ends = (Value | undefined | Error)[];
  it.each<[what: string, calls: (Value | Error)[], finds: Ends, called: number, looked: number]>([
    ["returns the response", [made], [], 1, 0],
    [
      "checks whether the first request arrived, and repeats it if the search finds nothing",
      [lost, made],
      [none],
      2,
      1,
    ],
    ["repeats the request if the search finds something else", [lost, made], [null], 2, 1],
    ["returns what the search finds after a lost response", [lost], [made], 1, 1],
    ["returns after a conflict (409) what an earlier request created", [lost, conflict], [none, made], 2, 2],
    ["searches after a conflict (409) until the list has it", [lost, conflict], [none, none, none, made], 2, 4],
    ["searches after a response that isn't the API's", [lost, page], [none, made], 2, 2],
    ["continues to search while the list fails", [lost, conflict], [none, none, away, made], 2, 4],
    ["searches after a response that is cut off", [cut], [made], 1, 1],
  ])("%s", async (_, calls, finds, called, looked) => {
    expect(await creating(calls, finds)).toMatchObject({ response: made, called, looked });
  });

  it.each<[what: string, calls: Error[], finds: Ends | undefined, error: Error]>([
    ["a rejection (400)", [rejected], [made], rejected],
    ["a conflict (409) of the first request", [conflict], [made], conflict],
    ["a web page of the first request", [page], [made], page],
    ["an exception (RangeError)", [new RangeError("bug")], [made], new RangeError("bug")],
    ["a request that was never sent", [unsent], [made], unsent],
    ["a success that doesn't describe the resource", [accepted], [made], accepted],
  ])("fails without a search after %s", async (_, calls, finds, error) => {
    expect(await creating(calls, finds)).toMatchObject({ error, called: 1, looked: 0 });
  });

  it("fails with the conflict (409) after 15 seconds if the search finds nothing", async () => {
    const { error, took, called } = await creating([lost, conflict], [undefined]);
    expect([error?.message, called]).toEqual([conflict.message, 2]);
    expect(took).toBeGreaterThan(10_000);
    expect(took).toBeLessThan(16_000);
  });

  it("searches no longer than the operation lasts", async () => {
    const { took } = await creating([lost, conflict], [undefined], 8);
    expect(took).toBeGreaterThan(5_000);
    expect(took).toBeLessThanOrEqual(8_000);
  });

  it("fails without a second search if the repeated request is rejected (400)", async () => {
    const ended = await creating([lost, rejected], [undefined, made]);
    expect(ended).toMatchObject({ error: { code: "AP3006" }, called: 2, looked: 1 });
  });

  it("stops the search if the conflict (409) is with a different resource", async () => {
    expect(await creating([lost, conflict], [undefined, null])).toMatchObject({ called: 2, looked: 2 });
  });

  it.each<[what: string, calls: Error[], finds: Ends | undefined, reported: string[]]>([
    ["there is no search", [lost], undefined, ["broken"]],
    ["the search fails", [lost], [rejected], ["broken", "400"]],
    ["the search keeps failing", [lost, conflict], [undefined, undefined, away], ["409", "503"]],
    ["the request timed out", [late], [undefined], ["30 s"]],
    ["the response is cut off and the search finds nothing", [cut], [undefined], []],
  ])("fails with AP4002 if %s", async (_, calls, finds, reported) => {
    const { error } = await creating(calls, finds);
    expect(error).toMatchObject({ code: "AP4002", message: expect.stringContaining("look for it") });
    for (const each of reported) expect(error?.message).toContain(each);
  });

  it("leaves a quarter of the time limit for the search", async () => {
    expect((await creating([made])).shares).toEqual([0.75]);
  });

  it.each([
    ["is a minute behind the platform's", 5_000, 5_000],
    ["was set back", -3_600_000, 5_000],
    ["continued while the machine slept", 5_000, 0],
  ])("searches for what was created since 2 s before the request (beganNow) if the clock %s", (_, passed, elapsed) => {
    let [here, since, there] = [1_000_000, 7_000, 1_060_000];
    const clock = { now: () => here, elapsed: () => since };
    const began = beganNow({ platform: { client: { now: () => there }, clock } } as unknown as Call);
    [here, since, there] = [here + passed, since + elapsed, there + 5_000];
    expect(began()).toBe(1_060_000 - 2_000);
  });
});

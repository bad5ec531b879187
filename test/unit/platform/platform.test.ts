import { describe, expect, it } from "vitest";
import { limitedTo, newPlatforms } from "../../../provider/platform/platform.js";
import { newStoppedClock } from "../../support/fake-clock.js";
import { endpoint, type Origin, type Transport } from "../../support/provider.js";
import { connected, fakeToken } from "../support/fake-platform.js";

const url = "https://platform.example";

describe("limitedTo", () => {
  const origin: Origin = { name: () => "getContainer", connection: undefined, redact: String, warn: () => undefined };
  const { clock } = newStoppedClock();
  const shutdown = new AbortController().signal;
  const environment = { APP_PLATFORM_OPERATION_TIMEOUT_SECONDS: "20" };
  const { platform } = connected(url, { clock, shutdown, environment });

  it.each<[title: string, seconds: number | undefined, own: number | undefined, lasts: number]>([
    ["the call's limit, even above that of the settings", 30, undefined, 30],
    ["an earlier deadline of its own", 30, 10, 10],
    ["the call's limit before a later deadline of its own", 30, 40, 30],
    ["a deadline of its own, without a limit of the call", undefined, 10, 10],
    ["the limit of the settings, without any other", undefined, undefined, 20],
  ])("lets an operation last until %s", (_, seconds, own, lasts) => {
    const { client } = limitedTo(platform, { seconds, origin });
    const limits = own === undefined ? {} : { deadline: clock.elapsed() + own * 1000 };
    expect(client.begin(limits).seconds).toBe(lasts);
  });

  it("gives the platform a deadline only if the call has a time limit", async () => {
    await clock.sleep(5_000);
    expect(limitedTo(platform, { seconds: 30 }).deadline).toBe(clock.elapsed() + 30_000);
    expect(limitedTo(platform, { signal: shutdown })).not.toHaveProperty("deadline");
  });

  it("ends the waits of operations, but not their requests, when the call's signal aborts", () => {
    const caller = new AbortController();
    const limited = limitedTo(platform, { signal: caller.signal });
    const { shutdown } = limited;
    const operation = limited.client.begin();
    expect([shutdown.aborted, operation.waiting.aborted]).toEqual([false, false]);
    caller.abort();
    expect([shutdown.aborted, operation.waiting.aborted, operation.signal.aborted]).toEqual([true, true, false]);
  });

  it("adds the origin to operations, and changes nothing else without another limit", () => {
    const limited = limitedTo(platform, { origin });
    expect(limited.client.begin().origin).toBe(origin);
    expect(limited.shutdown).toBe(shutdown);
    expect(limitedTo(platform, {})).toBe(platform);
  });
});

describe("platforms of a process", () => {
  it("share lists between connections with the same settings until forgetLists", async () => {
    const sent: string[] = [];
    const transport: Transport = async ({ path }) => {
      sent.push(path);
      return { status: 200, headers: {}, text: '{"results": []}' };
    };
    const platforms = newPlatforms(
      { clock: newStoppedClock().clock, transport },
      {
        ...{ APP_PLATFORM_BASE_URL: url, APP_PLATFORM_TOKEN: fakeToken },
        ...{ APP_PLATFORM_EU_BASE_URL: `${url}/eu`, APP_PLATFORM_EU_TOKEN: fakeToken },
      },
    );
    const request = { endpoint: endpoint(4, "GET /organization"), members: {}, purpose: "Listing" };
    const read = async () => {
      for (const connection of [undefined, "eu", undefined, "eu"])
        await platforms.of(() => undefined, connection).lists.all(request);
      return sent.splice(0);
    };
    expect(await read()).toEqual(["/organization", "/eu/organization"]);
    expect(await read()).toEqual([]);
    platforms.forgetLists();
    expect(await read()).toEqual(["/organization", "/eu/organization"]);
  });
});

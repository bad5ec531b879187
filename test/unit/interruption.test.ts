import { createServer, type Http2Server, type ServerHttp2Session } from "node:http2";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { watchEngine } from "../../provider/plugin/processInfo.js";
import { newShutdown } from "../../provider/plugin/shutdown.js";
import { container } from "../kinds/container/fixture.js";
import { ids } from "../kinds/shared/ids.js";
import { quickClock } from "../steady-clock.js";
import { type Answer, failureOf, lifecycle, pretendPlatform } from "./pretend-platform.js";

const platform = pretendPlatform();

const post = `POST /environment/${ids.environment}/container`;
const list = `GET /environment/${ids.environment}/container`;
const args = { ...container.program, ...container.path };
const silence: Answer = () => undefined;
const busy: Answer = (_, response) => {
  response.writeHead(503, { "content-type": "application/json", "retry-after": "10" });
  response.end("{}");
  return undefined;
};

/** Far less than the 120 seconds that the operation takes otherwise, in milliseconds. */
const soon = 60_000;

/** The code of the error in which a create ends, and after how many milliseconds. */
async function ended(create: () => Promise<unknown>) {
  const start = quickClock.elapsed();
  const { code } = await failureOf(create());
  return { code, after: quickClock.elapsed() - start };
}

describe("an operation", () => {
  const environment = {
    APP_PLATFORM_OPERATION_TIMEOUT_SECONDS: "2",
    APP_PLATFORM_REQUEST_TIMEOUT_SECONDS: "1",
  };

  it("ends within its time limit when neither the create nor the search for its result gets a response", async () => {
    platform.on(post, silence);
    platform.on(list, silence);
    const { code, after } = await ended(() => lifecycle("Container", platform.url, { environment }).create(args));
    expect(code).toBe("AP4002");
    expect(after).toBeGreaterThan(1_900);
    expect(after).toBeLessThan(soon);
  });

  it("reserves time to look for the result of its last request", async () => {
    platform.on(post, silence);
    platform.on(list, [200, { results: [] }]);
    const { code, after } = await ended(() => lifecycle("Container", platform.url, { environment }).create(args));
    // A request without a response in time may still be carried out later.
    expect(code).toBe("AP4002");
    expect(after).toBeLessThan(soon);
    expect(platform.lines().at(-1)).toBe(list);
  });

  it("starts no delay that exceeds its time limit", async () => {
    platform.on(post, busy);
    platform.on(list, [200, { results: [] }]);
    const { code, after } = await ended(() => lifecycle("Container", platform.url, { environment }).create(args));
    expect(code).toBe("AP3008");
    expect(after).toBeLessThan(soon);
    expect(platform.lines().filter((line) => line === post)).toHaveLength(1);
  });
});

describe("a shutdown", () => {
  /** Ends a create once the platform has got these requests, and the provider waits for so many milliseconds. */
  const interrupted = async (requests: readonly string[], delay?: number) => {
    const sleeping = vi.spyOn(quickClock, "sleep");
    const shutdown = newShutdown();
    const creating = ended(() => lifecycle("Container", platform.url, { shutdown: shutdown.signal }).create(args));
    const isThere = () => {
      expect(platform.lines()).toEqual(requests);
      if (delay !== undefined) expect(sleeping.mock.lastCall?.[0]).toBe(delay);
    };
    await vi.waitFor(isThere, { timeout: soon, interval: 5 });
    sleeping.mockRestore();
    shutdown.begin("the provider got SIGINT");
    return creating;
  };

  it("ends the delay between two attempts, and no more requests are sent", async () => {
    platform.on(post, busy);
    platform.on(list, [200, { results: [] }]);
    const { code, after } = await interrupted([post, list], 10_000);
    expect(code).toBe("AP4003");
    expect(after).toBeLessThan(soon);
    expect(platform.lines()).toEqual([post, list]);
  });

  it("ends the wait for a response", async () => {
    platform.on(post, silence);
    const { code, after } = await interrupted([post]);
    expect(code).toBe("AP4003");
    expect(after).toBeLessThan(soon);
    expect(platform.lines()).toEqual([post]);
  });

  it("before the operation prevents every request", async () => {
    const shutdown = newShutdown();
    shutdown.begin("the Pulumi engine is gone");
    const { create } = lifecycle("Container", platform.url, { shutdown: shutdown.signal });
    expect((await failureOf(create(args))).message).toContain("Interrupted: the Pulumi engine is gone.");
    expect(platform.lines()).toEqual([]);
  });

  it("lets work under way end before the process does", async () => {
    const { track, idle } = newShutdown();
    await idle();
    const order: string[] = [];
    const work = track(() => sleep(50).then(() => order.push("work")));
    const failing = track(() => Promise.reject(new Error("no"))).catch(() => order.push("failed"));
    await Promise.all([idle().then(() => order.push("idle")), work, failing]);
    expect(order).toEqual(["failed", "work", "idle"]);
  });
});

describe("the engine", () => {
  let engine: Http2Server;
  const sessions = new Set<ServerHttp2Session>();
  const gone = vi.fn();
  const closeSessions = () => {
    for (const session of sessions) session.destroy();
    sessions.clear();
  };
  const port = () => (engine.address() as AddressInfo).port;

  beforeEach(async () => {
    gone.mockReset();
    engine = createServer();
    engine.on("session", (session) => sessions.add(session));
    await new Promise<void>((resolve) => engine.listen(0, "127.0.0.1", resolve));
    watchEngine(`127.0.0.1:${port()}`, gone);
    await vi.waitFor(() => expect(sessions.size).toBe(1));
  });
  afterEach(() => {
    closeSessions();
    engine.close();
  });

  it("is gone as soon as nothing is listening there", async () => {
    engine.close();
    closeSessions();
    await vi.waitFor(() => expect(gone).toHaveBeenCalledTimes(1));
  });

  it("is not gone when only a connection broke", async () => {
    closeSessions();
    await vi.waitFor(() => expect(sessions.size).toBe(1));
    expect(gone).not.toHaveBeenCalled();
  });

  it("that was never there is not reported as gone", async () => {
    const nowhere = port();
    engine.close();
    closeSessions();
    const never = vi.fn();
    watchEngine(`127.0.0.1:${nowhere}`, never);
    await sleep(200);
    expect(never).not.toHaveBeenCalled();
  });
});

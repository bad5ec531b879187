import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Http2Server, type ServerHttp2Session } from "node:http2";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  engineAddress,
  isRunning,
  newShutdown,
  programOf,
  senderOf,
  watchEngine,
} from "../../../provider/engine/process.js";
import { container, ids } from "../../kinds/fixtures.js";
import { newStoppedClock, quickClock } from "../../support/fake-clock.js";
import { withFakePrograms } from "../../support/fake-programs.js";
import { portOf } from "../../support/listening.js";
import { type Answer, failureOf, fakePlatform, lifecycle } from "../support/fake-platform.js";

const platform = fakePlatform();

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
async function ended(create: () => Promise<unknown>, clock = quickClock) {
  const start = clock.elapsed();
  const { code } = await failureOf(create());
  return { code, after: clock.elapsed() - start };
}

describe("isRunning", () => {
  it("is true for this process and for one of another user (PID 1)", () => {
    expect([process.pid, 1].map(isRunning)).toEqual([true, true]);
  });

  it.runIf(process.platform === "linux")("is false for an ended process that its parent hasn't reaped", async () => {
    // `sleep` replaces the shell, and never asks for the end of its child.
    const parent = spawn("sh", ["-c", "sleep 0.2 & echo $!; exec sleep 60"]);
    try {
      const [line] = await once(parent.stdout, "data");
      await vi.waitFor(() => expect(isRunning(Number(line))).toBe(false), { timeout: 60_000 });
      expect(process.kill(Number(line), 0)).toBe(true);
    } finally {
      parent.kill();
      await once(parent, "exit");
    }
  });
});

describe("operation", () => {
  const environment = { APP_PLATFORM_OPERATION_TIMEOUT_SECONDS: "2", APP_PLATFORM_REQUEST_TIMEOUT_SECONDS: "1" };

  it.each<[what: string, answer: "silence" | Answer, search: "silence" | Answer, code: string, posts: number]>([
    ["if neither the request nor the search gets a response (AP4002)", "silence", "silence", "AP4002", 1],
    // A request without a response in time may still be carried out later.
    ["with time to search for the result of its last request (AP4002)", "silence", [200, { results: [] }], "AP4002", 2],
    ["without waiting for a longer Retry-After (AP3008)", busy, [200, { results: [] }], "AP3008", 1],
  ])("ends within operationTimeoutSeconds %s", async (_, answer, search, code, posts) => {
    const { clock, passLimit } = newStoppedClock();
    const answerOf = (each: "silence" | Answer): Answer => (each === "silence" ? () => void passLimit() : each);
    platform.on(post, answerOf(answer)).on(list, answerOf(search));
    const found = await ended(() => lifecycle("Container", platform.url, { environment, clock }).create(args), clock);
    expect(found.code).toBe(code);
    expect(found.after).toBeLessThanOrEqual(2_000);
    expect(platform.lines().at(-1)).toBe(list);
    expect(platform.lines().filter((line) => line === post)).toHaveLength(posts);
  });
});

describe("shutdown (SIGINT, or the engine is gone)", () => {
  /** Ends a create once the platform has got these requests, and the provider waits for so many milliseconds. */
  const interrupted = async (requests: readonly string[], delay?: number) => {
    const sleeping = vi.spyOn(quickClock, "sleep");
    const shutdown = newShutdown();
    const creating = ended(() =>
      lifecycle("Container", platform.url, { shutdown: shutdown.signal, clock: quickClock }).create(args),
    );
    const isThere = () => {
      expect(platform.lines()).toEqual(requests);
      if (delay !== undefined) expect(sleeping.mock.lastCall?.[0]).toBe(delay);
    };
    await vi.waitFor(isThere, { timeout: soon, interval: 5 });
    sleeping.mockRestore();
    shutdown.begin("the provider got SIGINT");
    return creating;
  };

  it.each<[what: string, answer: Answer, requests: string[], delay?: number]>([
    ["the delay between two attempts", busy, [post, list], 10_000],
    ["the wait for a response", silence, [post]],
  ])("ends %s with AP4003, and sends no more requests", async (_, answer, requests, delay) => {
    platform.on(post, answer).on(list, [200, { results: [] }]);
    const { code, after } = await interrupted(requests, delay);
    expect(code).toBe("AP4003");
    expect(after).toBeLessThan(soon);
    expect(platform.lines()).toEqual(requests);
  });

  it("prevents every request of a later operation", async () => {
    const shutdown = newShutdown();
    shutdown.begin("the Pulumi engine is gone");
    const { create } = lifecycle("Container", platform.url, { shutdown: shutdown.signal });
    expect((await failureOf(create(args))).message).toContain("Interrupted: the Pulumi engine is gone.");
    expect(platform.lines()).toEqual([]);
  });

  it("waits for running operations (idle)", async () => {
    const { track, idle } = newShutdown();
    await idle();
    const order: string[] = [];
    const work = track(() => sleep(50).then(() => order.push("work")));
    const failing = track(() => Promise.reject(new Error("no"))).catch(() => order.push("failed"));
    await Promise.all([idle().then(() => order.push("idle")), work, failing]);
    expect(order).toEqual(["failed", "work", "idle"]);
  });
});

describe("watchEngine", () => {
  let engine: Http2Server;
  const sessions = new Set<ServerHttp2Session>();
  const gone = vi.fn();
  const closeSessions = () => {
    for (const session of sessions) session.destroy();
    sessions.clear();
  };
  let port: number;

  beforeEach(async () => {
    gone.mockReset();
    engine = createServer();
    engine.on("session", (session) => sessions.add(session));
    port = await portOf(engine);
    watchEngine(`127.0.0.1:${port}`, gone);
    await expect.poll(() => sessions.size).toBe(1);
  });
  afterEach(() => {
    closeSessions();
    engine.close();
  });

  it("reports the engine as gone once nothing listens at its address", async () => {
    engine.close();
    closeSessions();
    await expect.poll(() => gone.mock.calls.length).toBe(1);
  });

  it("ignores a broken connection", async () => {
    closeSessions();
    await expect.poll(() => sessions.size).toBe(1);
    expect(gone).not.toHaveBeenCalled();
  });

  it("doesn't report an engine whose address never had a listener", async () => {
    engine.close();
    closeSessions();
    const never = vi.fn();
    watchEngine(`127.0.0.1:${port}`, never);
    await sleep(200);
    expect(never).not.toHaveBeenCalled();
  });
});

describe("programOf", () => {
  it.each(["linux", "darwin"] as const)("reads parent, program and arguments on %s", async (system) => {
    // Not node: Linux's `ps` names a process after its main thread, which newer versions of Node.js rename.
    vi.stubEnv("PATH", withFakePrograms(process.env.PATH));
    const child = spawn("/bin/sh", ["-c", "read line", "--", "--stack", "dev"], { cwd: "/usr" });
    try {
      const info = programOf(child.pid as number, system);
      expect(info?.parent).toBe(process.pid);
      if (system === "linux") expect(info?.folder).toBe("/usr");
      expect(info?.executable).toMatch(/sh$/);
      expect(info?.args.slice(-3)).toEqual(["--", "--stack", "dev"]);
    } finally {
      child.kill();
      vi.unstubAllEnvs();
    }
  });

  it("returns nothing for an ended process, or on an unknown system", () => {
    expect(programOf(2 ** 30)).toBeUndefined();
    expect(programOf(process.pid, "win32")).toBeUndefined();
  });
});

it.each([
  ["the only argument", ["127.0.0.1:41234"], "127.0.0.1:41234"],
  ["the argument after flags", ["-v=9", "--logflow", "127.0.0.1:41234"], "127.0.0.1:41234"],
  [
    "the argument after --tracing with a URL",
    ["--tracing", "http://127.0.0.1:9411", "127.0.0.1:41234"],
    "127.0.0.1:41234",
  ],
  ["the argument after --tracing with a host", ["--tracing", "collector:9411", "[::1]:41234"], "[::1]:41234"],
  ["nothing for get-schema", ["get-schema"], undefined],
  ["nothing without arguments", [], undefined],
])("engineAddress returns %s", (_what, args, address) => {
  expect(engineAddress(args)).toBe(address);
});

it("senderOf adds the engine's port during a run, and nothing outside of one", () => {
  expect(senderOf("native provider", "127.0.0.1:41234")).toBe("native provider; run 41234");
  expect(senderOf("native provider", undefined)).toBe("native provider");
});

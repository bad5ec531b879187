/** Who is told that requests are retried, and when. */
import { describe, expect, it } from "vitest";
import { ServerFaultError, UnreachableError } from "../../provider/errors/request.js";
import { reachOf, retrying } from "../../provider/platform/retry.js";
import { type AppPlatformError, systemClock } from "../provider.js";

const away = new UnreachableError("Reading", "http://…", { reason: "away", isSent: false, isPermanent: false });
const failed = { purpose: "Reading", method: "GET", path: "/", details: [] };
const starting = new ServerFaultError({ ...failed, status: 503, retryAfterSeconds: 1 });
const broken = new ServerFaultError({ ...failed, status: 500, retryAfterSeconds: 1 });

/** What several requests tell that fail in this way until their time is over, where each delay lasts a second. */
async function told(errors: readonly AppPlatformError[], seconds: number, isAnswered = false) {
  let time = 0;
  const clock = {
    ...{ ...systemClock, elapsed: () => time, random: () => 1 },
    async sleep(milliseconds: number) {
      time += milliseconds;
    },
  };
  const texts: string[] = [];
  const reach = reachOf("https://platform.example", clock, (text) => texts.push(text));
  for (const error of errors) {
    const operation = { deadline: time + seconds * 1000, waiting: new AbortController().signal };
    const attempt = () => {
      if (isAnswered) reach.responded();
      return Promise.reject(error);
    };
    await retrying({ clock, reach }, operation, () => true, attempt).catch(() => undefined);
  }
  return texts;
}

describe("that a platform is waited for", () => {
  const told503 = expect.stringMatching(/^Waiting for https:\/\/platform\.example: .* up to \d+ s\.$/);
  it.each<[what: string, errors: AppPlatformError[], seconds: number, isAnswered: boolean, texts: unknown[]]>([
    ["is told after two seconds", [starting], 20, false, [told503]],
    ["is told once by all requests", [starting, starting], 20, false, [told503]],
    ["is told once by each request, if others get a response", [starting, starting], 20, true, [told503, told503]],
    ["is told of a platform that cannot be reached", [away], 20, false, [told503]],
    ["is not told before", [starting], 2, false, []],
    ["is not told of a platform that fails", [broken], 20, false, []],
  ])("%s", async (_, errors, seconds, isAnswered, texts) => {
    expect(await told(errors, seconds, isAnswered)).toEqual(texts);
  });
});

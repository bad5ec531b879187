import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { localRoutes } from "../../backend/src/local/routes.js";
import { type PlatformProcess, startPlatformProcess } from "./platform-process.js";

const secret = "a secret of the local paths";
let open: PlatformProcess;
let closed: PlatformProcess;
beforeAll(async () => {
  [open, closed] = await Promise.all([
    startPlatformProcess(),
    startPlatformProcess({ args: ["--local-secret", secret] }),
  ]);
});
afterAll(() => Promise.all([open.stop(), closed.stop()]));

/** The status of a response, as soon as its first line is there: a stream of events does not end. */
function statusOf(url: string, method: string, path: string, headers: Record<string, string> = {}): Promise<number> {
  const { hostname, port, host } = new URL(url);
  const lines = Object.entries({ host, connection: "close", ...headers }).map(([name, value]) => `${name}: ${value}`);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write([`${method} ${path} HTTP/1.1`, ...lines, "", ""].join("\r\n"));
    });
    socket.once("data", (chunk) => {
      resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(String(chunk))?.[1]));
      socket.destroy();
    });
    socket.once("error", reject);
  });
}

const paths = localRoutes.map(({ method, path }) => [method, path.replace(/\{\w+\}/g, "1")] as const);

const foreign: Record<string, Record<string, string>> = {
  "another host": { host: "evil.example" },
  "another origin": { origin: "http://evil.example" },
  "an opaque origin": { origin: "null" },
  "another site": { "sec-fetch-site": "cross-site" },
  "another port of this host": { "sec-fetch-site": "same-site" },
  "a proxy": { "x-forwarded-for": "203.0.113.7" },
};

describe("every local path", () => {
  it("is known here, the events and the files of the dashboard too", () => {
    expect(paths.map(([, path]) => path)).toEqual(
      expect.arrayContaining(["/_local/", "/_local/events", "/_local/assets/1", "/_local/reference/"]),
    );
  });

  it.each(Object.keys(foreign))("refuses requests of %s", async (name) => {
    const statuses = await Promise.all(paths.map(([method, path]) => statusOf(open.url, method, path, foreign[name])));
    expect(new Set(statuses)).toEqual(new Set([403]));
  });

  it("requires the secret if there is one, and the guard holds with it", async () => {
    const all = (headers: Record<string, string>) =>
      Promise.all(paths.map(([method, path]) => statusOf(closed.url, method, path, headers)));
    expect(new Set(await all({}))).toEqual(new Set([401]));
    expect(new Set(await all({ "x-local-secret": "wrong" }))).toEqual(new Set([401]));
    const withSecret = { "x-local-secret": secret, origin: "http://evil.example" };
    expect(new Set(await all(withSecret))).toEqual(new Set([403]));
  });
});

it("the documentation lists every local path, and says which of them the cookie of a browser admits to", () => {
  const page = readFileSync(join(__dirname, "../../docs/local-platform.md"), "utf8");
  const table = page
    .split("\n")
    .filter((line) => line.includes("`/_local/") || /^\| `(GET|POST|PUT|DELETE)/.test(line));
  const named = (text: string) => text.replace(/\{\w+\}|\*/g, "{}").replace(/\?.*$/, "");
  const documented = table.flatMap((line) =>
    [...line.matchAll(/\/_local\/[^`\s]*/g)].map(([path]) => ({ path: named(path), isOfPage: line.includes("| ● |") })),
  );
  for (const { method, path, page: isOfPage = false } of localRoutes) {
    // The files of the reference are not listed one by one.
    const known = path.startsWith("/_local/reference/") ? "/_local/reference/" : named(path);
    expect({ method, path, documented }).toMatchObject({
      documented: expect.arrayContaining([{ path: known, isOfPage }]),
    });
  }
});

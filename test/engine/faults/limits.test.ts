/** What holds of single faults beside the matrix: which token is sent again, how much is read, how long is waited. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Platform as Backend, startPlatform } from "../../platform/platform.js";
import { contentOf } from "./backend-content.js";
import { closeConnections, largestRead } from "./connections.js";
import { container, madeByHand } from "./endpoints.js";
import { type ProviderSettings, providerAt } from "./provider.js";
import { failureFrom } from "./reported-failure.js";

let backend: Backend;
let id = "";
const folder = mkdtempSync(join(tmpdir(), "token-"));
const tokenFile = join(folder, "token");
beforeAll(async () => {
  backend = await startPlatform();
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await backend.stop();
});
beforeEach(async () => {
  await backend.request("POST", "/_local/reset");
  id = (await madeByHand(backend, container, "web")).id;
  writeFileSync(tokenFile, backend.tokens.admin);
});

/** Reads a container while the fault is met; gives how that ends, and how many requests it took. */
async function read(rule: object, settings: Partial<ProviderSettings> = {}) {
  const body = { rules: [{ match: { route: "getContainer" }, ...rule }] };
  expect((await backend.request("PUT", "/_local/faults", { body })).status).toBe(200);
  const start = performance.now();
  const end = await providerAt({ url: backend.url, token: backend.tokens.admin, ...settings })
    .of("Container")
    .read(id, { environmentId: backend.ids.environment })
    .then(() => ({ code: "", text: "" }), failureFrom);
  const took = performance.now() - start;
  const { all } = (await contentOf(backend)).requests("getContainer");
  closeConnections(backend.url);
  return { code: end.code, text: end.text, requests: all, took };
}

describe("a 401", () => {
  it.each([
    ["a token that is given", 1, () => ({})],
    ["a file that still holds the same token", 1, () => ({ tokenFile })],
  ])("with %s is an error after %i request", async (_, requests, settings) => {
    const end = await read({ fault: "401" }, settings());
    expect(end).toMatchObject({ code: "AP3001", requests });
    expect(end.text).toMatch(/access token from APP_PLATFORM_TOKEN(_FILE)? \(401\)/);
  });

  it("of a token that the platform has never known is got over where the file has a better one by then", async () => {
    const { body } = await backend.request("POST", "/_local/tokens", { body: { role: "viewer", issuer: "elsewhere" } });
    writeFileSync(tokenFile, body.token);
    const provider = providerAt({ url: backend.url, token: "", tokenFile });
    const verbs = provider.of("Container");
    const state = { environmentId: backend.ids.environment };
    expect(failureFrom(await verbs.read(id, state).catch((error) => error)).code).toBe("AP3001");
    writeFileSync(tokenFile, backend.tokens.viewer);
    expect((await verbs.read(id, state)).id).toBe(id);
    closeConnections(backend.url);
  });
});

it("no more than 16 MiB of a response is read, and what comes with it", async () => {
  const end = await read({ fault: "64-mib", when: "after" });
  expect(end).toMatchObject({ code: "AP3104", requests: 4 });
  expect(end.text).toContain("16 MiB");
  expect(largestRead(backend.url)).toBeGreaterThan(16 * 1024 * 1024);
  expect(largestRead(backend.url)).toBeLessThan(24 * 1024 * 1024);
});

describe("a platform that asks for a pause", () => {
  it.each(["429-seconds", "429-date", "503-retry-after"])("(%s) gets it", async (fault) => {
    const end = await read({ fault, retryAfterSeconds: 2, times: 1 });
    expect(end).toMatchObject({ code: "", requests: 2 });
    // A date tells whole seconds.
    expect(end.took).toBeGreaterThan(fault === "429-date" ? 950 : 1_950);
  });

  it.each(["429-seconds", "429-date", "503-retry-after"])(
    "(%s) that is longer than the operation may take gets no other request",
    async (fault) => {
      const end = await read({ fault, retryAfterSeconds: 3_600 }, { operationSeconds: 5 });
      expect(end.code).toBe(fault.startsWith("429") ? "AP3007" : "AP3008");
      expect(end.requests).toBe(1);
      expect(end.took).toBeLessThan(60_000);
    },
  );
});

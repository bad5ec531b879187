import type { ServerResponse } from "node:http";
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { maxResponseBytes } from "../../../provider/platform/network.js";
import { ids } from "../../kinds/fixtures.js";
import { type ApiRequest, endpoint, extended } from "../../support/provider.js";
import { connected, failureOf, fakePlatform } from "../support/fake-platform.js";

const platform = fakePlatform({ isRemote: true });

const line = `GET /container/${ids.container}`;
const call = endpoint(5, "GET /container/{id}");
const read: ApiRequest = { endpoint: call, members: { id: ids.container }, purpose: 'Reading Container "web"' };
const environment = { APP_PLATFORM_OPERATION_TIMEOUT_SECONDS: "1" };
const send = (request = read) => connected(platform.url, { environment }).platform.client.send(request);

/** Answers with these bytes, whatever was asked for. */
const encoded =
  (encoding: string | string[], bytes: Buffer, status = 200) =>
  (_: unknown, response: ServerResponse) => {
    response.setHeader("content-encoding", encoding);
    response.writeHead(status, { "content-type": "application/json" });
    response.end(bytes);
    return undefined;
  };

const value = { name: "schön", tags: Array.from({ length: 200 }, (_, place) => `tag ${place}`) };
const json = Buffer.from(JSON.stringify(value));
const tooLarge = Buffer.alloc(maxResponseBytes + 1);

describe("encoded response", () => {
  it.each<[title: string, encoding: string | string[], bytes: Buffer]>([
    ["gzip", "gzip", gzipSync(json)],
    ["X-GZIP, the old name of gzip", "X-GZIP", gzipSync(json)],
    ["br", "br", brotliCompressSync(json)],
    ["deflate", "deflate", deflateSync(json)],
    ["identity", "identity", json],
    ["an empty header", "", json],
    ["two encodings", "deflate, gzip", gzipSync(deflateSync(json))],
    ["five encodings", "gzip, gzip, gzip, gzip, gzip", [1, 2, 3, 4, 5].reduce((bytes) => gzipSync(bytes), json)],
    ["two encodings in two headers", ["br", "gzip"], gzipSync(brotliCompressSync(json))],
    ["gzip with a byte order mark before the JSON", "gzip", gzipSync(Buffer.concat([Buffer.from("\uFEFF"), json]))],
  ])("is decoded: %s", async (_, encoding, bytes) => {
    platform.on(line, encoded(encoding, bytes));
    expect(await send()).toEqual(value);
  });

  it("isn't requested (accept-encoding: identity)", async () => {
    let requested: string | undefined;
    platform.on(line, (_, response) => {
      requested = response.req.headers["accept-encoding"];
      return [200, {}];
    });
    await send();
    expect(requested).toBe("identity");
  });

  it("is decoded if it is an error (400)", async () => {
    platform.on(line, encoded("gzip", gzipSync('{"detail":"no such tag"}'), 400));
    const failure = await failureOf(send());
    expect(failure.code).toBe("AP3006");
    expect(failure.message).toContain("the platform says: no such tag");
  });

  it("is empty if its decoded body is empty", async () => {
    const update = extended("PUT /container/{id}");
    platform.on(line.replace("GET", "PUT"), encoded("gzip", Buffer.alloc(0)));
    expect(await send({ ...read, endpoint: update })).toBeUndefined();
  });

  it.each([
    ["gzip", gzipSync(tooLarge)],
    ["deflate", deflateSync(tooLarge)],
    ["br", brotliCompressSync(tooLarge, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
    ["gzip, gzip", gzipSync(gzipSync(tooLarge))],
  ])("fails with AP3104 if it exceeds 16 MiB when decoded: %s", async (encoding, bytes) => {
    expect(bytes.length).toBeLessThan(maxResponseBytes / 100);
    platform.on(line, encoded(encoding, bytes));
    const failure = await failureOf(send({ ...read, isRepeatable: false }));
    expect(failure.code).toBe("AP3104");
    expect(failure.message).toContain("the response is larger than 16 MiB");
  });
});

describe("response that cannot be decoded", () => {
  const broken: readonly [title: string, encoding: string, bytes: Buffer, says: string][] = [
    ["an unsupported encoding", "zstd", json, "a content encoding other than gzip, br and deflate"],
    ["a name that every object has", "constructor", json, "a content encoding other than gzip, br and deflate"],
    ["bytes that aren't gzip", "gzip", json, "isn't encoded with gzip"],
    ["bytes without a zlib header", "deflate", deflateRawSync(json), "isn't encoded with deflate"],
    ["half of the bytes", "gzip", gzipSync(json).subarray(0, 40), "isn't encoded with gzip"],
    ["half of the bytes", "br", brotliCompressSync(json).subarray(0, 40), "isn't encoded with br"],
    ["half of the bytes", "deflate", deflateSync(json).subarray(0, 40), "isn't encoded with deflate"],
    ["too many encodings", "gzip, gzip, gzip, gzip, gzip, gzip", json, "has 6 content encodings"],
  ];
  it.each(broken)("fails with AP3103 for %s (%s)", async (_, encoding, bytes, says) => {
    for (const status of [200, 404]) {
      platform.on(line, encoded(encoding, bytes, status));
      const failure = await failureOf(send());
      expect(failure.code).toBe("AP3103");
      expect(failure.message).toContain(`the response to ${line} (${status}) `);
      expect(failure.message).toContain(says);
      expect(failure.message).toContain("send responses without an encoding");
      // What a successful request has made is looked for before it's sent again.
      expect(failure.repeat).toBe(status === 200 ? "afterLooking" : "never");
    }
  });

  it.each([
    [429, "AP3007"],
    [502, "AP3008"],
    [302, "AP3009"],
  ])("is reported by its status: %i is %s", async (status, code) => {
    platform.on(line, (_, response) => {
      response.setHeader("retry-after", "1000");
      return encoded("zstd", json, status)(_, response);
    });
    expect((await failureOf(send())).code).toBe(code);
  });
});

it("response headers above 64 KiB fail with AP3104", async () => {
  const withHeader = (size: number) => (_: unknown, response: ServerResponse) => {
    response.setHeader("x-policy", "p".repeat(size));
    return [200, { id: ids.container }] as const;
  };
  platform.on(line, withHeader(60_000));
  expect(await send()).toEqual({ id: ids.container });
  platform.on(line, withHeader(70_000));
  const failure = await failureOf(send());
  expect(failure.code).toBe("AP3104");
  expect(failure.message).toContain("the headers of the response are larger than 64 KiB");
});

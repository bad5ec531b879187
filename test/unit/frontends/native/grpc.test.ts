import { once } from "node:events";
import { createServer } from "node:net";
import * as grpc from "@grpc/grpc-js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Call, callerOf, serveCalls } from "../../../../provider/frontends/native/grpc.js";
import { failureOf } from "../../support/fake-platform.js";

const long = Buffer.alloc(40 * 1024 * 1024, "x");
const text = 'half of a pair \ud83d, "100 %",\nünï 🚀';
const received: string[] = [];

const calls: Record<string, Call> = {
  Echo: async (request) => ({ message: request }),
  Grow: async () => ({ message: long }),
  Fail: async () => ({ failure: text, details: Buffer.from("details") }),
  Note: async (request) => {
    received.push(String(request));
    return { message: Buffer.alloc(0) };
  },
};

let loads = 0;
function callNamed(method: string): Call | undefined {
  if (method !== "Load") return calls[method];
  loads += 1;
  throw new Error("the definition is broken");
}

let server: Awaited<ReturnType<typeof serveCalls>>;
let client: grpc.Client;
beforeAll(async () => {
  server = await serveCalls("test.Service", callNamed);
  const options = { "grpc.max_receive_message_length": -1 };
  client = new grpc.Client(`127.0.0.1:${server.port}`, grpc.credentials.createInsecure(), options);
});
afterAll(async () => {
  client.close();
  await server.close();
});

const same = (bytes: Buffer) => bytes;
const call = (path: string, message: Buffer) =>
  new Promise<Buffer>((resolve, reject) => {
    client.makeUnaryRequest(path, same, same, message, (error, response) =>
      error === null ? resolve(response as Buffer) : reject(error),
    );
  });

describe("serveCalls", () => {
  it.each([
    ["empty", 0],
    ["longer than a window of HTTP/2", 40 * 1024 * 1024],
  ])("returns a message that is %s", async (_, length) => {
    const message = long.subarray(0, length);
    expect((await call("/test.Service/Echo", message)).equals(message)).toBe(true);
  });

  it("responds to calls at the same time", async () => {
    const names = Array.from({ length: 200 }, (_, index) => `message ${index}`);
    const responses = await Promise.all(names.map((name) => call("/test.Service/Echo", Buffer.from(name))));
    expect(responses.map(String)).toEqual(names);
  });

  it("fails with UNKNOWN, the whole message and the details of the error that a call throws", async () => {
    const { code, details, metadata } = (await failureOf(
      call("/test.Service/Fail", Buffer.alloc(0)),
    )) as unknown as grpc.ServiceError;
    expect([code, details]).toEqual([grpc.status.UNKNOWN, text.toWellFormed()]);
    expect(metadata.get("grpc-status-details-bin").map(String)).toEqual(["details"]);
  });

  it.each(["/test.Service/Other", "/test.Other/Echo"])("fails with UNIMPLEMENTED for %s", async (path) => {
    expect(await failureOf(call(path, Buffer.alloc(0)))).toMatchObject({ code: grpc.status.UNIMPLEMENTED });
  });

  it("fails with UNIMPLEMENTED for a compressed message", async () => {
    const compressed = new grpc.Client(`127.0.0.1:${server.port}`, grpc.credentials.createInsecure(), {
      "grpc.default_compression_algorithm": 2,
    });
    const sent = new Promise((resolve, reject) => {
      compressed.makeUnaryRequest("/test.Service/Echo", same, same, long.subarray(0, 9), (error, response) =>
        error === null ? resolve(response) : reject(error),
      );
    });
    expect(await failureOf(sent)).toMatchObject({ code: grpc.status.UNIMPLEMENTED });
    compressed.close();
  });

  it("fails with the same message each time if the module of the calls can't be loaded", async () => {
    const load = () => failureOf(call("/test.Service/Load", Buffer.alloc(0)));
    const failures = [await load(), await load()];
    const broken = { code: grpc.status.UNKNOWN, details: "the definition is broken" };
    expect(failures).toMatchObject([broken, broken]);
    expect(loads).toBe(2);
  });
});

describe("callerOf", () => {
  it("resolves when the service has responded", async () => {
    const caller = callerOf(`127.0.0.1:${server.port}`, "test.Service");
    await Promise.all([caller("Note", Buffer.from("one")), caller("Note", Buffer.from("two"))]);
    expect(received.sort()).toEqual(["one", "two"]);
  });

  it("rejects if the call fails", async () => {
    const caller = callerOf(`127.0.0.1:${server.port}`, "test.Service");
    expect((await failureOf(caller("Fail", Buffer.alloc(0)))).message).toContain("Fail failed with the status 2");
  });

  it("rejects each call with ECONNREFUSED if nothing listens", async () => {
    const free = createServer().listen(0, "127.0.0.1");
    await once(free, "listening");
    const { port } = free.address() as { port: number };
    free.close();
    await once(free, "close");
    const caller = callerOf(`127.0.0.1:${port}`, "test.Service");
    expect((await failureOf(caller("Note", Buffer.alloc(0)))).message).toContain("ECONNREFUSED");
    expect((await failureOf(caller("Note", Buffer.alloc(0)))).message).toContain("ECONNREFUSED");
  });
});

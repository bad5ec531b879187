import { createServer, type Http2Server, type ServerHttp2Stream } from "node:http2";
import { setTimeout as pause } from "node:timers/promises";
import { provider } from "pulumi-app-platform/runtime";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { jwtNamed } from "../../../support/jwt.js";
import { portOf } from "../../../support/listening.js";

/** What happened, in order. */
let events: string[] = [];
let engine: Http2Server;
const { argv } = process;

/** Takes a message as Pulumi's engine does, but only after a while. */
async function takeMessage(stream: ServerHttp2Stream): Promise<void> {
  let text = "";
  for await (const chunk of stream) text += String(chunk);
  await pause(200);
  events.push(/didn't create it|skips checkpoints/.exec(text)?.[0] ?? "another message");
  stream.respond({ ":status": 200, "content-type": "application/grpc" }, { waitForTrailers: true });
  stream.once("wantTrailers", () => stream.sendTrailers({ "grpc-status": "0" }));
  // An empty message: not compressed, no bytes.
  stream.end(Buffer.alloc(5));
}

beforeAll(async () => {
  engine = createServer().on("stream", takeMessage);
  // Pulumi starts a plugin with the engine's address as its first argument.
  process.argv = [argv[0] ?? "", "dynamic-provider", `127.0.0.1:${await portOf(engine)}`];
  vi.stubEnv("APP_PLATFORM_BASE_URL", "http://127.0.0.1:9");
  vi.stubEnv("APP_PLATFORM_TOKEN", jwtNamed("delivered"));
  vi.stubEnv("APP_PLATFORM_ON_UNSAFE_CREATE", "warn");
  vi.stubEnv("PULUMI_SKIP_CHECKPOINTS", "true");
});
afterAll(async () => {
  vi.unstubAllEnvs();
  process.argv = argv;
  engine.close();
});

describe("provider in a process of the engine", () => {
  const service = { environmentId: "e0a1b2c3-d4e5-4f60-8a1b-2c3d4e5f6003", name: "network" };
  const clusterId = "c0a1b2c3-d4e5-4f60-8a1b-2c3d4e5f6003";

  it.each<[call: string, message: string, run: () => Promise<unknown>]>([
    ["delete", "didn't create it", () => provider("Cluster").delete?.(clusterId, { clusterId }) as Promise<void>],
    ["check", "skips checkpoints", () => provider("TerraformService").check?.({}, service) as Promise<unknown>],
  ])("returns from %s only after the engine has received its log message", async (call, message, run) => {
    events = [];
    await run();
    events.push(`the result of ${call}`);
    expect(events).toEqual([message, `the result of ${call}`]);
  });
});

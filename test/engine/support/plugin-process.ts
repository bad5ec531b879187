/** A plugin in a process of its own, as Pulumi starts it: the engine is the test. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import * as proto from "@pulumi/pulumi/proto/provider_pb.js";
import { Empty } from "google-protobuf/google/protobuf/empty_pb.js";
import { Struct } from "google-protobuf/google/protobuf/struct_pb.js";
import { expect, onTestFinished } from "vitest";
import type { Platform } from "../../platform/support/platform.js";
import type { FrontendName } from "../../support/frontend.js";
import { failureOf } from "../../unit/support/fake-platform.js";
import { connectTo } from "../native/frontend.js";
import { printedPort, startEngine } from "./engine-server.js";

const root = join(__dirname, "../../..");
const executables: Readonly<Record<FrontendName, string>> = {
  dynamic: join(root, "node_modules/@pulumi/pulumi/cmd/dynamic-provider"),
  native: join(root, "dist/native/pulumi-resource-app-platform"),
};

/** A connection to a new plugin, which ends with the test. */
export async function startPluginProcess(frontend: FrontendName, platform: Platform) {
  const engine = await startEngine();
  const env = {
    ...process.env,
    APP_PLATFORM_BASE_URL: platform.url,
    APP_PLATFORM_TOKEN: platform.tokens.admin,
    APP_PLATFORM_ENDPOINTS: "extended",
  };
  const child = spawn(process.execPath, [executables[frontend], engine.address], {
    env,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = once(child, "exit");
  const connection = connectTo(await printedPort(child));
  const kill = async () => {
    child.kill("SIGKILL");
    await ended;
  };
  onTestFinished(async () => {
    await kill();
    connection.client.close();
    engine.stop();
  });
  return { ...connection, kill };
}

/** Begins to create a resource in a new plugin, as the engine does. */
export async function startCreate(frontend: FrontendName, kind: string, args: object, platform: Platform) {
  const plugin = await startPluginProcess(frontend, platform);
  const { send, call, client, configure, kill } = plugin;
  await configure({}, "default");
  // The engine ends a preview with a cancellation, when nothing is in progress.
  await call<Empty, Empty>(client.cancel, new Empty());
  await configure({}, "default");
  const text = `exports.handler = () => require("pulumi-app-platform/runtime").provider("${kind}");`;
  const news = Struct.fromJavaScript({ ...args, ...(frontend === "dynamic" && { __provider: text }) } as never);
  const type = frontend === "native" ? `app-platform:index:${kind}` : `pulumi-nodejs:dynamic/app-platform:${kind}`;
  const urn = `urn:pulumi:dev::shop::${type}::it`;
  const checking = new proto.CheckRequest().setUrn(urn).setNews(news).setOlds(new Struct());
  const checked = await send<proto.CheckResponse>("check", checking);
  expect(checked.getFailuresList().map((each) => each.getReason())).toEqual([]);
  const creating = send("create", new proto.CreateRequest().setUrn(urn).setProperties(checked.getInputs()));
  // It fails before anybody waits for it.
  const failed = failureOf(creating);
  return { failed, cancel: () => call<Empty, Empty>(client.cancel, new Empty()), kill };
}

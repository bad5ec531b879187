/**
 * The executable of the native provider as a process, struck by what may strike it: the engine is this test.
 *
 * Covers provider/frontends/native/main.ts and provider/frontends/native/plugin.ts.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import type { PluginInfo } from "@pulumi/pulumi/proto/plugin_pb.js";
import * as proto from "@pulumi/pulumi/proto/provider_pb.js";
import { Empty } from "google-protobuf/google/protobuf/empty_pb.js";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type Gate, openGate } from "../../cli/crashes/gate.js";
import { records } from "../../kinds/index.js";
import { openedPlatform } from "../../platform/support/opened.js";
import { nativeFrontend, urnOf } from "../../support/frontend.js";
import type { EndpointSet, Values } from "../../support/provider.js";
import { failureOf } from "../../unit/support/fake-platform.js";
import { printedPort, startEngine } from "../support/engine-server.js";
import { connectTo } from "./frontend.js";

const executable = join(__dirname, "../../../dist/native/pulumi-resource-app-platform");

const manifest = JSON.parse(readFileSync(join(__dirname, "../../../package.json"), "utf8"));

const platform = openedPlatform({ endpoints: "extended" });
let gate: Gate;
beforeAll(async () => {
  gate = await openGate(platform.url);
});
afterAll(() => gate.shut());

/** A plugin process with an engine of its own. */
async function startPlugin(endpoints: EndpointSet = "extended") {
  const plugin = await startProgram(executable, endpoints);
  await plugin.configure({}, "default");
  return plugin;
}

async function startProgram(program: string, endpoints: EndpointSet = "extended") {
  const engine = await startEngine();
  const env = {
    PATH: process.env.PATH,
    APP_PLATFORM_BASE_URL: gate.url,
    APP_PLATFORM_TOKEN: platform.tokens.admin,
    APP_PLATFORM_ENDPOINTS: endpoints,
  };
  // As Pulumi starts it with these options.
  const flags = ["-v=9", "--logflow", "--tracing", "http://127.0.0.1:9411"];
  const args = [program, ...flags, engine.address];
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  child.stderr.on("data", (chunk) => {
    printed += chunk;
  });
  const ended = once(child, "exit");
  const { client, call, send, configure } = connectTo(await printedPort(child));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await ended;
    client.close();
    engine.stop();
  });
  return { ...nativeFrontend(send), client, call, configure, engine, child, ended, printed: () => printed };
}

const argsNamed = (name: string): Values => ({ ...(records.Container.lifecycle.args(platform.ids) as Values), name });
const create = () => ({ method: "POST", path: `/environment/${platform.ids.environment}/container` });

describe("plugin process", () => {
  it("leaves a resource that the next process can adopt (adoptId) if it's killed during a create", async () => {
    const urn = urnOf("Container", "killed");
    const first = await startPlugin();
    const hold = gate.hold(create(), "answer");
    const creating = failureOf(first.declare(urn, argsNamed("killed")));
    await hold.there;
    first.child.kill("SIGKILL");
    await creating;
    hold.lose();

    const { message } = await failureOf((await startPlugin()).declare(urn, argsNamed("killed")));
    const [, orphan = ""] = /set adoptId: "([^"]+)"/.exec(message) ?? [];
    const adopted = await (await startPlugin()).declare(urn, { ...argsNamed("killed"), adoptId: orphan });
    expect(adopted.id).toBe(orphan);
    const next = await startPlugin();
    const { inputs } = await next.check(urn, argsNamed("killed"), adopted.inputs);
    expect(await next.diff(adopted, inputs)).toMatchObject({ changes: false });
  });

  it("exits with 0, without another request, if its engine stops", async () => {
    const plugin = await startPlugin();
    const hold = gate.hold(create(), "request");
    const creating = failureOf(plugin.declare(urnOf("Container", "left"), argsNamed("left")));
    await hold.there;
    const before = gate.arrivals.length;
    plugin.engine.stop();
    const [code] = await plugin.ended;
    expect(code).toBe(0);
    await creating;
    expect(gate.arrivals.length).toBe(before);
  });

  it("fails running operations with AP4003 and ends after a SIGTERM", async () => {
    const plugin = await startPlugin();
    const hold = gate.hold(create(), "request");
    const creating = failureOf(plugin.declare(urnOf("Container", "signalled"), argsNamed("signalled")));
    await hold.there;
    plugin.child.kill("SIGTERM");
    expect((await creating).message).toContain("AP4003: Interrupted: the provider got SIGTERM");
    expect(await plugin.ended).toEqual([null, "SIGTERM"]);
  });

  it("prints nothing to stderr during 24 parallel creates", async () => {
    const plugin = await startPlugin();
    const names = Array.from({ length: 24 }, (_, index) => `many-${index}`);
    await Promise.all(names.map((name) => plugin.declare(urnOf("Container", name), argsNamed(name))));
    plugin.child.kill("SIGTERM");
    await plugin.ended;
    expect(plugin.printed()).toBe("");
  });

  it("sends warnings to the engine with the URN of their resource", async () => {
    const plugin = await startPlugin("documented");
    const urn = urnOf("Container", "told");
    await plugin.delete(await plugin.declare(urn, argsNamed("told")));
    expect(plugin.engine.messages).toEqual([expect.stringContaining(`${urn}: Container "told"`)]);
    expect(plugin.engine.messages.join()).toContain("stays on the platform");
  });

  it("serves GetSchema, GetPluginInfo and GetMapping without plugin.js, and exits with 0 if its engine stops", async () => {
    const folder = mkdtempSync(join(tmpdir(), "native-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const program = join(folder, basename(executable));
    copyFileSync(executable, program);
    copyFileSync(join(dirname(executable), "schema.json"), join(folder, "schema.json"));
    const { client, call, configure, engine, child, ended } = await startProgram(program);

    const schema = await call<proto.GetSchemaRequest, proto.GetSchemaResponse>(
      client.getSchema,
      new proto.GetSchemaRequest(),
    );
    expect(JSON.parse(schema.getSchema())).toMatchObject({ name: "app-platform", version: manifest.version });
    const about = await call<Empty, PluginInfo>(client.getPluginInfo, new Empty());
    expect(about.getVersion()).toBe(manifest.version);
    await call(client.getMapping, new proto.GetMappingRequest());
    await call(client.cancel, new Empty());
    // Anything else is in the other file, and fails the same way each time without it.
    for (const _ of [1, 2]) expect((await failureOf(configure({}, "default"))).message).toContain("plugin.js");
    expect(child.exitCode).toBeNull();
    engine.stop();
    expect(await ended).toEqual([0, null]);
  });
});

/** Creates that never reach the platform: nothing was sent, so nothing is unknown, whatever the endpoints can tell. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { jwtNamed } from "../../jwt.js";
import { seededIds } from "../../kinds/shared/seededIds.js";
import { failureOf } from "../../unit/pretend-platform.js";
import { everyField } from "../every-field.js";
import { providerAt } from "./provider.js";
import { failureFrom } from "./reported-failure.js";

/** Accepts nothing: stopped, with connections waiting already up to what the system holds for it. */
const program = `require("node:net").createServer().listen({ port: 0, host: "127.0.0.1", backlog: 1 }, function () {
  console.log(this.address().port);
  process.kill(process.pid, "SIGSTOP");
});`;

let deaf: ChildProcess;
let port = 0;
const waiting: Socket[] = [];
beforeAll(async () => {
  deaf = spawn(process.execPath, ["-e", program], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(deaf.stdout as NodeJS.ReadableStream, "data");
  port = Number(line);
  for (let isConnected = true; isConnected; ) {
    const socket = connect(port, "127.0.0.1").on("error", () => undefined);
    waiting.push(socket);
    await pause(100);
    // A process that was not running for this long gets its timers before its connections: let these come, too.
    await new Promise(setImmediate);
    isConnected = !socket.connecting;
  }
});
afterAll(() => {
  for (const socket of waiting) socket.destroy();
  deaf.kill("SIGKILL");
});

const { terraformService, argoCdConfig, container } = everyField(seededIds);
const settings = { token: jwtNamed("a-token"), requestSeconds: 0.4, operationSeconds: 1.5 };

it.each([
  ["TerraformService", terraformService],
  ["ArgoCdConfig", argoCdConfig],
  ["Container", container],
])("a %s that no connection comes about for is not made, and the error says so", async (kind, args) => {
  const { create } = providerAt({ ...settings, url: `http://127.0.0.1:${port}` }).of(kind);
  const { code, text } = failureFrom(await failureOf(create({ ...args } as never)));
  expect(code).toBe("AP3101");
  expect(text).toContain("no connection in time");
});

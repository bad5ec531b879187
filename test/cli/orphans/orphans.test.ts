/** A plugin process ends when its engine is gone, however that happens. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { kill, startedBy } from "../../support/processes.js";
import { freePort } from "../support/servers.js";

/** Keeps the connections of the plugin open, whatever happens to the engine. */
let socketHolder: Server;
let engine: ChildProcess;
beforeAll(async () => {
  socketHolder = createServer().listen(0, "127.0.0.1");
  await once(socketHolder, "listening");
});
afterEach(() => {
  for (const { pid } of startedBy(engine.pid as number)) kill(pid, "SIGKILL");
});
afterAll(() => {
  socketHolder.close();
});

const plugins = () => startedBy(engine.pid as number).filter(({ command }) => command.includes("dynamic-provider"));

test.each<[how: string, port: () => number | Promise<number>]>([
  ["killed while its socket stays open", () => (socketHolder.address() as AddressInfo).port],
  ["killed and never connected", freePort],
])("plugin process ends when its engine is %s", async (_, port) => {
  const args = [join(__dirname, "engine.cjs"), `127.0.0.1:${await port()}`];
  // A session of its own: so its descendants are found when it is gone.
  engine = spawn(process.execPath, args, { detached: true, stdio: ["ignore", "pipe", "inherit"] });
  const [said] = await once(engine.stdout as NonNullable<typeof engine.stdout>, "data");
  expect(String(said)).toBe("loaded\n");
  // Longer than the time between two looks.
  await pause(2_500);
  expect(plugins().length).toBeGreaterThan(0);
  kill(engine.pid as number, "SIGKILL");
  await vi.waitFor(() => expect(plugins()).toEqual([]), { timeout: 300_000, interval: 200 });
});

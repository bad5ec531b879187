import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isAlive } from "../../tools/pulumi-cli/processes.js";
import { CHECKOUT } from "../../tools/pulumi-cli/search.js";
import { ANY_PORT, startPlatform, stopPlatform } from "../../tools/quickstart/platform.js";
import { findPlatform, type Platform, readHealth, record } from "../../tools/quickstart/running-platform.js";

const signal = new AbortController().signal;
let folder: string;
/** A process that has nothing to do with the quickstart, and notes every signal that it gets. */
let foreign: ChildProcess;
let signals: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "quickstart-platform-"));
  signals = "";
  const note = `for (const name of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(name, () => console.log(name));
    console.log("ready"); setInterval(() => undefined, 1000)`;
  foreign = spawn(process.execPath, ["-e", note], { stdio: ["ignore", "pipe", "ignore"] });
  await once(foreign.stdout as NonNullable<ChildProcess["stdout"]>, "data");
  foreign.stdout?.on("data", (text) => {
    signals += text;
  });
});
afterEach(async () => {
  foreign.kill("SIGKILL");
  if (foreign.exitCode === null && foreign.signalCode === null) await once(foreign, "exit");
  rmSync(folder, { recursive: true, force: true });
});

/** A server whose health is `body`. */
async function serveHealth(body: object): Promise<{ url: string; close(): void }> {
  const server = createServer((_, response) => response.end(JSON.stringify(body))).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() };
}

async function expectUntouched(recorded: Platform): Promise<void> {
  record(folder, recorded);
  expect(await findPlatform(folder)).toBeUndefined();
  await stopPlatform(folder, recorded);
  expect(existsSync(join(folder, "platform.json"))).toBe(false);
  // Signals arrive at once; a round trip to the process's own loop is enough to see them.
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect([foreign.exitCode, foreign.signalCode, signals]).toEqual([null, null, ""]);
}

describe("the recorded platform of the quickstart", () => {
  it("is found, and stopped, by a later run", async () => {
    const started = await startPlatform(folder, ANY_PORT, signal);
    const found = await findPlatform(folder);
    expect(found).toEqual({ url: started.url, pid: started.pid, instanceId: started.instanceId, kept: false });
    expect(await readHealth(started.url)).toMatchObject({ pid: started.pid, instanceId: started.instanceId });
    await stopPlatform(folder, found as Platform);
    expect(isAlive(started.pid)).toBe(false);
    expect(await findPlatform(folder)).toBeUndefined();
  });

  it("has another instance id in every process", async () => {
    const first = await startPlatform(folder, ANY_PORT, signal);
    await stopPlatform(folder, first);
    const second = await startPlatform(folder, ANY_PORT, signal);
    await stopPlatform(folder, second);
    expect(second.instanceId).not.toBe(first.instanceId);
  });
});

describe("a live process whose pid is in platform.json, but which is not the platform, gets no signal", () => {
  const recorded = (url: string): Platform => ({
    url,
    pid: foreign.pid as number,
    instanceId: randomUUID(),
    kept: true,
  });

  it("when nothing responds at the URL", async () => {
    const { url, close } = await serveHealth({});
    close();
    await expectUntouched(recorded(url));
  });

  it.each([
    { title: "a platform with another pid and instance id", health: () => ({ pid: 1, instanceId: randomUUID() }) },
    { title: "a platform with the same pid", health: () => ({ pid: foreign.pid, instanceId: randomUUID() }) },
    { title: "a platform that does not say which process it is", health: () => ({ status: "ok" }) },
  ])("when $title responds at the URL", async ({ health }) => {
    const server = await serveHealth(health());
    await expectUntouched(recorded(server.url));
    server.close();
  });

  it("when the record has no instance id", async () => {
    const server = await serveHealth({ status: "ok", pid: foreign.pid });
    const { instanceId: _, ...old } = recorded(server.url);
    await expectUntouched(old as Platform);
    server.close();
  });

  it("when the instance id matches, but the pid does not", async () => {
    const platform = recorded("");
    const server = await serveHealth({ pid: 1, instanceId: platform.instanceId });
    await expectUntouched({ ...platform, url: server.url });
    server.close();
  });

  it("when the command `stop` runs", async () => {
    const local = join(folder, "local");
    mkdirSync(local);
    const { url, close } = await serveHealth({ status: "ok", pid: foreign.pid, instanceId: randomUUID() });
    writeFileSync(join(local, "platform.json"), JSON.stringify(recorded(url)));
    const command = ["--require", "tsx/cjs", join(__dirname, "quickstart-in-process.ts"), folder, "stop"];
    const stop = spawn(process.execPath, command, { cwd: CHECKOUT, stdio: ["ignore", "pipe", "ignore"] });
    let out = "";
    stop.stdout.on("data", (text) => {
      out += text;
    });
    await once(stop, "close");
    close();
    expect(out).toBe("No platform of the quickstart is running.\n");
    expect([foreign.exitCode, foreign.signalCode, signals]).toEqual([null, null, ""]);
  });
});

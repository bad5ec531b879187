/** Starts the compiled backend as a process of its own, for tests that kill it, send signals, or read its log. */
import { type ChildProcess, type SpawnSyncOptions, spawn, spawnSync } from "node:child_process";
import { Agent } from "node:http";
import { join } from "node:path";
import { sendRequest } from "../../support/api-request.js";
import type { Platform, PlatformOptions, Role, SeededIds } from "./platform.js";

export const program = join(__dirname, "../../../backend/dist/main.js");

/** Runs the compiled backend with these arguments until it ends. */
export const runBackend = (args: readonly string[], options: SpawnSyncOptions = {}) =>
  spawnSync(process.execPath, [program, ...args], { maxBuffer: 1e8, ...options, encoding: "utf8" });

export interface ProcessOptions extends Pick<PlatformOptions, "data" | "endpoints" | "port" | "speed"> {
  /** Further command line arguments. */
  args?: string[];
  /** Further environment variables. */
  env?: Readonly<Record<string, string>>;
}

export interface PlatformProcess extends Platform {
  /** The secret of the local paths, if the platform was started with one. */
  readonly localSecret?: string | undefined;
  readonly process: ChildProcess;
  /** Stops the server as a power failure would (SIGKILL). */
  kill(): Promise<void>;
  /** What the server has written to standard error so far. */
  logs(): string;
}

interface ReadyLine {
  ready: true;
  url: string;
  tokens: Record<Role, string>;
  ids: SeededIds;
  localSecret?: string;
}

function commandLine(options: ProcessOptions): string[] {
  return [
    ...[program, "serve", "--json"],
    ...["--port", String(options.port ?? 0), "--speed", String(options.speed ?? "instant")],
    ...(options.data === undefined ? ["--memory"] : ["--data", options.data]),
    ...(options.endpoints === undefined ? [] : ["--endpoints", options.endpoints]),
    ...(options.args ?? []),
  ];
}

function firstLine(child: ChildProcess, logs: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      const end = text.indexOf("\n");
      if (end >= 0) resolve(text.slice(0, end));
    });
    child.once("exit", (code) => reject(new Error(`The backend ended with ${code} before it was ready:\n${logs()}`)));
    child.once("error", reject);
  });
}

export async function startPlatformProcess(options: ProcessOptions = {}): Promise<PlatformProcess> {
  const child = spawn(process.execPath, commandLine(options), {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...options.env },
  });
  let log = "";
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    log += chunk;
  });
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const ready = JSON.parse(await firstLine(child, () => log)) as ReadyLine;
  const agent = new Agent({ keepAlive: true });

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    child.kill(signal);
    const code = await exited;
    agent.destroy();
    return code;
  }

  return {
    url: ready.url,
    tokens: ready.tokens,
    ids: ready.ids,
    localSecret: ready.localSecret,
    process: child,
    request: (method, path, request = {}) => sendRequest(agent, ready, method, path, request),
    stop: () => end("SIGTERM"),
    kill: async () => {
      await end("SIGKILL");
    },
    logs: () => log,
  };
}

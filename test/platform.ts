/** Starts the compiled backend as a process of its own, for tests that speak HTTP to it. */
import { type ChildProcess, spawn } from "node:child_process";
import { Agent, request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { join } from "node:path";

const program = join(__dirname, "..", "backend", "dist", "main.js");

export type Role = "admin" | "editor" | "viewer";
export type RegistryKind = "ECR" | "SCALEWAY_CR" | "DOCKER_HUB" | "PUBLIC_ECR" | "GENERIC_CR";

export interface PlatformOptions {
  endpoints?: "documented" | "extended";
  /** `instant` unless given. */
  speed?: "instant" | "manual" | number;
  /** A data file; in memory when omitted. */
  data?: string;
  port?: number;
  seed?: string;
  /** Further command line arguments. */
  args?: string[];
}

export interface SeededIds {
  organization: string;
  cluster: string;
  environment: string;
  otherEnvironment: string;
  gitToken: string;
  annotationsGroup: string;
  labelsGroup: string;
  registries: Record<RegistryKind, string>;
}

export interface RequestOptions {
  /** Sent as JSON; a string or a Buffer is sent as it is. */
  body?: unknown;
  /** A role, a token, or null for a request without one; `admin` when omitted. */
  token?: Role | (string & {}) | null;
  headers?: Record<string, string>;
}

// biome-ignore lint/suspicious/noExplicitAny: tests pick members out of responses of every shape
type Json = any;

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** The parsed body when it is JSON, else its text; undefined when there is none. */
  body: Json;
}

export interface Platform {
  url: string;
  tokens: Record<Role, string>;
  ids: SeededIds;
  /** The secret of the local paths, if the platform was started with one. */
  localSecret?: string | undefined;
  process: ChildProcess;
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>;
  /** Ends the server as an operator would (SIGTERM) and gives its exit code. */
  stop(): Promise<number | null>;
  /** Ends the server as a power cut would (SIGKILL). */
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

function commandLine(options: PlatformOptions): string[] {
  return [
    program,
    "serve",
    "--json",
    "--port",
    String(options.port ?? 0),
    "--speed",
    String(options.speed ?? "instant"),
    ...(options.data === undefined ? ["--memory"] : ["--data", options.data]),
    ...(options.endpoints === undefined ? [] : ["--endpoints", options.endpoints]),
    ...(options.seed === undefined ? [] : ["--seed", options.seed]),
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

export async function startPlatform(options: PlatformOptions = {}): Promise<Platform> {
  const child = spawn(process.execPath, commandLine(options), { stdio: ["ignore", "pipe", "pipe"] });
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
    request: (method, path, request = {}) => send(agent, ready, method, path, request),
    stop: () => end("SIGTERM"),
    kill: async () => {
      await end("SIGKILL");
    },
    logs: () => log,
  };
}

function send(agent: Agent, ready: ReadyLine, method: string, path: string, options: RequestOptions): Promise<Answer> {
  const token = options.token === undefined ? "admin" : options.token;
  const body =
    options.body === undefined || typeof options.body === "string" || Buffer.isBuffer(options.body)
      ? options.body
      : JSON.stringify(options.body);
  const headers: Record<string, string> = {
    ...(token === null ? {} : { authorization: `Bearer ${ready.tokens[token as Role] ?? token}` }),
    ...(body === undefined
      ? {}
      : { "content-type": "application/json", "content-length": `${Buffer.byteLength(body)}` }),
    ...options.headers,
  };
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(ready.url);
    const request = httpRequest({ agent, hostname, port, method, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const text = Buffer.concat(chunks).toString("utf8");
        const json = response.headers["content-type"]?.includes("json") === true && text !== "";
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: json ? JSON.parse(text) : text === "" ? undefined : text,
        });
      });
    });
    request.on("error", reject);
    request.end(body);
  });
}

/** The local platform, started in a project by a command that one of the packages installs. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { outsideOfNpm } from "../../../tools/release/packed.js";
import type { SeededIds } from "../../platform/support/platform.js";
import type { Manager } from "./managers.js";

export interface Served {
  readonly url: string;
  readonly tokens: { readonly admin: string };
  readonly ids: SeededIds;
  /** Reads from the API. */
  // biome-ignore lint/suspicious/noExplicitAny: a response of any shape
  get(path: string): Promise<any>;
  stop(): Promise<void>;
}

/** The two commands that start a platform; each is run with one of the package managers at least. */
const commands = {
  npm: ["app-platform", "backend"],
  pnpm: ["app-platform-backend", "serve"],
  bun: ["app-platform-backend", "serve"],
} as const;

/** Starts the platform as a person does, on a free port. */
export async function serveIn(folder: string, manager: Manager, env: NodeJS.ProcessEnv = {}): Promise<Served> {
  const [program, subcommand] = commands[manager.name];
  const options = [subcommand, "--port", "0", "--memory", "--speed", "instant", "--endpoints", "extended", "--json"];
  const [command, ...args] = manager.execute(program, ...options);
  // A process group of its own: the package manager is the parent of the platform.
  const child = spawn(command, args, { cwd: folder, env: { ...outsideOfNpm(), ...env }, detached: true });
  let log = "";
  child.stderr.on("data", (chunk: Buffer) => {
    log += chunk.toString();
  });
  const ended = once(child, "exit");
  const line = once(createInterface(child.stdout), "line");
  const first = await Promise.race([line, ended.then(() => undefined)]);
  if (first === undefined) throw new Error(`\`${command} ${args.join(" ")}\` ended before it was ready:\n${log}`);
  const ready = JSON.parse(first[0]);
  return {
    ...ready,
    async get(path) {
      const response = await fetch(`${ready.url}${path}`, {
        headers: { authorization: `Bearer ${ready.tokens.admin}` },
      });
      return response.json();
    },
    async stop() {
      process.kill(-(child.pid as number), "SIGTERM");
      await ended;
    },
  };
}

import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { ClientMessage, CreatesTask } from "./client-process.js";

/** A client in a process of its own, so that it takes no time of what it measures. */
export interface CreatesClient {
  /** Creates everything once, and returns the seconds. */
  run(): Promise<number>;
  /** Begins or ends the profile of the plugin. */
  profile(): void;
  stop(): Promise<void>;
}

export function startClient(task: CreatesTask): CreatesClient {
  const child = fork(join(__dirname, "client-process.ts"), [JSON.stringify(task)]);
  const ready = messageOf(child);
  const tell = (message: ClientMessage) => void child.send(message);
  return {
    async run() {
      await ready;
      tell("run");
      return (await messageOf(child)) as number;
    },
    profile: () => tell("profile"),
    async stop() {
      const ended = once(child, "exit");
      child.disconnect();
      await ended;
    },
  };
}

/** The next message of the process; fails if it ends before. */
async function messageOf(child: ReturnType<typeof fork>): Promise<unknown> {
  const listening = new AbortController();
  const { signal } = listening;
  const ended = once(child, "exit", { signal }).then(([code]) => {
    throw new Error(`The client ended with ${code}.`);
  });
  try {
    const [message] = await Promise.race([once(child, "message", { signal }), ended]);
    return message;
  } finally {
    ended.catch(() => {});
    listening.abort();
  }
}

/** Backend processes, each used by one test at a time: fault rules apply to all requests of a platform. */
import type { Platform, PlatformOptions } from "../../platform/platform.js";
import { type PlatformProcess, startPlatformProcess } from "../../platform/platform-process.js";

export interface Backends {
  /** Runs the work on a backend that is in its initial state, and that no other test uses meanwhile. */
  borrow<T>(work: (backend: Platform) => Promise<T>): Promise<T>;
  /** Stops all of them, as an operator would. */
  stop(): Promise<void>;
}

export async function startBackends(count: number, options: PlatformOptions): Promise<Backends> {
  const all = await Promise.all(Array.from({ length: count }, () => startPlatformProcess(options)));
  const free = [...all];
  const waiting: ((backend: PlatformProcess) => void)[] = [];
  const give = (backend: PlatformProcess) => {
    const next = waiting.shift();
    if (next === undefined) free.push(backend);
    else next(backend);
  };
  return {
    async borrow(work) {
      const backend = free.pop() ?? (await new Promise<PlatformProcess>((resolve) => waiting.push(resolve)));
      try {
        await backend.request("POST", "/_local/reset");
        return await work(backend);
      } finally {
        give(backend);
      }
    },
    async stop() {
      const codes = await Promise.all(all.map((backend) => backend.stop()));
      const wrong = codes.filter((code) => code !== 0);
      if (wrong.length > 0) throw new Error(`backends ended with ${wrong.join(", ")}`);
    },
  };
}

/** Platforms in the process of the tests, each used by one test at a time: fault rules apply to all requests of a platform. */
import { type Platform, type PlatformOptions, startPlatform } from "../../platform/platform.js";

export interface Backends {
  /** Runs the work on a backend that is in its initial state, and that no other test uses meanwhile. */
  borrow<T>(work: (backend: Platform) => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

export async function startBackends(count: number, options: PlatformOptions): Promise<Backends> {
  const all = await Promise.all(Array.from({ length: count }, () => startPlatform(options)));
  const free = [...all];
  const waiting: ((backend: Platform) => void)[] = [];
  return {
    async borrow(work) {
      const backend = free.pop() ?? (await new Promise<Platform>((resolve) => waiting.push(resolve)));
      try {
        await backend.request("POST", "/_local/reset");
        return await work(backend);
      } finally {
        const next = waiting.shift();
        if (next === undefined) free.push(backend);
        else next(backend);
      }
    },
    async stop() {
      await Promise.all(all.map((backend) => backend.stop()));
    },
  };
}

/** Backend processes, lent to one test at a time: the rules of faults are per process. */
import { type Platform, type PlatformOptions, startPlatform } from "../../platform.js";

export interface Backends {
  /** Runs the work on a backend that is as new and that nobody else uses meanwhile. */
  borrow<T>(work: (backend: Platform) => Promise<T>): Promise<T>;
  /** Ends them all, as an operator would. */
  stop(): Promise<void>;
}

export async function startBackends(count: number, options: PlatformOptions): Promise<Backends> {
  const all = await Promise.all(Array.from({ length: count }, () => startPlatform(options)));
  const free = [...all];
  const waiting: ((backend: Platform) => void)[] = [];
  const give = (backend: Platform) => {
    const next = waiting.shift();
    if (next === undefined) free.push(backend);
    else next(backend);
  };
  return {
    async borrow(work) {
      const backend = free.pop() ?? (await new Promise<Platform>((resolve) => waiting.push(resolve)));
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

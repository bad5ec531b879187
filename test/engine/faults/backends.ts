/** Platforms in the process of the tests, each used by one test at a time: fault rules apply to all requests of a platform. */
import { afterAll, beforeAll, vi } from "vitest";
import { type Platform, type PlatformOptions, startPlatform } from "../../platform/support/platform.js";

export interface Backends {
  /** Runs the work on a backend that is in its initial state, and that no other test uses meanwhile. */
  borrow<T>(work: (backend: Platform) => Promise<T>): Promise<T>;
}

/** So many of them for the tests of a file or of a `describe`, as many of which run at a time. */
export function openedBackends(count: number, options: PlatformOptions): Backends {
  vi.setConfig({ maxConcurrency: count });
  let all: readonly Platform[] = [];
  const free: Platform[] = [];
  const waiting: ((backend: Platform) => void)[] = [];
  beforeAll(async () => {
    all = await Promise.all(Array.from({ length: count }, () => startPlatform(options)));
    free.push(...all);
  });
  afterAll(async () => void (await Promise.all(all.map((backend) => backend.stop()))));
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
  };
}

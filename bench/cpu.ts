import { processTree, readIfThere } from "./process-tree.js";

/** Time between two looks, in milliseconds: what a process uses after the last one is missed. */
const interval = 10;
const ticksPerSecond = 100;

/** CPU seconds of a process with all that it starts, and those of the plugin among them. */
export interface Cpu {
  readonly sum: number;
  readonly plugin: number;
}

/** Counts CPU time. Linux only. */
export function watchCpu(pid: number): () => Cpu {
  const seconds = new Map<number, number>();
  const plugins = new Set<number>();
  const timer = setInterval(() => {
    for (const { pid: each, ticks } of processTree(pid)) {
      if (!seconds.has(each) && isPlugin(each)) plugins.add(each);
      seconds.set(each, ticks / ticksPerSecond);
    }
  }, interval);
  return () => {
    clearInterval(timer);
    const sum = (pids: Iterable<number>) => [...pids].reduce((all, each) => all + (seconds.get(each) ?? 0), 0);
    return { sum: sum(seconds.keys()), plugin: sum(plugins) };
  };
}

const isPlugin = (pid: number) =>
  /dynamic-provider|pulumi-resource-app-platform/.test(readIfThere(`/proc/${pid}/cmdline`));

import { processTree, readIfThere } from "./process-tree.js";

/** Time between two looks, in milliseconds: what a process uses after the last one is missed. */
const interval = 10;
const ticksPerSecond = 100;

/** What a process has used with all that it starts, and the plugin among them. */
export interface Usage {
  readonly cpuSeconds: number;
  readonly pluginSeconds: number;
  /** The peak of the memory of all of them at the same time, in MB. */
  readonly memory: number;
  readonly pluginMemory: number;
}

/** Measures CPU time and memory. Linux only. */
export function watchUsage(pid: number): () => Usage {
  const seconds = new Map<number, number>();
  const plugins = new Set<number>();
  const peaks = { all: 0, plugin: 0 };
  const timer = setInterval(() => {
    const tree = processTree(pid);
    for (const { pid: each, ticks } of tree) {
      if (!seconds.has(each) && isPlugin(each)) plugins.add(each);
      seconds.set(each, ticks / ticksPerSecond);
    }
    const memoryOf = (processes: typeof tree) => processes.reduce((sum, { memory }) => sum + memory, 0);
    peaks.all = Math.max(peaks.all, memoryOf(tree));
    peaks.plugin = Math.max(peaks.plugin, memoryOf(tree.filter((each) => plugins.has(each.pid))));
  }, interval);
  return () => {
    clearInterval(timer);
    const sum = (pids: Iterable<number>) => [...pids].reduce((all, each) => all + (seconds.get(each) ?? 0), 0);
    const [memory, pluginMemory] = [peaks.all, peaks.plugin].map((bytes) => Math.round(bytes / 1e6)) as [
      number,
      number,
    ];
    return { cpuSeconds: sum(seconds.keys()), pluginSeconds: sum(plugins), memory, pluginMemory };
  };
}

const isPlugin = (pid: number) =>
  /dynamic-provider|pulumi-resource-app-platform/.test(readIfThere(`/proc/${pid}/cmdline`));

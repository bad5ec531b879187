/** Opens stacks for many runs in one process. */
import * as pulumi from "@pulumi/pulumi";
import type { Platform } from "../platform.js";
import { openStack as open, type Program, type StackOptions, type TestStack } from "../program/stack.js";

interface Closable {
  close(): void;
}

/**
 * A stack whose programs leave no connection behind. The SDK keeps each run's connections to the engine open; they go on
 * trying to reach a port that is gone, and a later engine that gets the same port is then taken for unreachable.
 */
export async function openStack(
  platform: Pick<Platform, "url" | "tokens">,
  options?: StackOptions,
): Promise<TestStack> {
  const stack = await open(platform, options);
  const connections = new Set<Closable>();
  const noting = (program: Program | undefined): Program | undefined =>
    program === undefined
      ? undefined
      : () => {
          for (const each of [pulumi.runtime.getMonitor(), pulumi.runtime.getEngine()] as (Closable | undefined)[]) {
            if (each !== undefined) connections.add(each);
          }
          return program();
        };
  const afterwards = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } finally {
      for (const each of connections) each.close();
      connections.clear();
    }
  };
  return {
    ...stack,
    run: (step, program, options) => afterwards(stack.run(step, noting(program), options)),
    fails: (step, program, options) => afterwards(stack.fails(step, noting(program), options)),
  };
}

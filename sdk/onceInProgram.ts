import * as pulumi from "@pulumi/pulumi";

/** Texts that were shown, by the program's connection to the engine: a process may run several programs. */
const shown = new WeakMap<object, Set<string>>();
const withoutEngine = {};

/** Shows a warning once in a program. */
export function warnOnce(text: string): void {
  const program: object = pulumi.runtime.getMonitor() ?? withoutEngine;
  const texts = shown.get(program) ?? new Set();
  shown.set(program, texts);
  if (texts.has(text)) return;
  texts.add(text);
  pulumi.log.warn(text);
}

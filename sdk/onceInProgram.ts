import * as pulumi from "@pulumi/pulumi";
import { currentProgram } from "./currentProgram.js";

/** Texts that were shown, by program. */
const shown = new WeakMap<object, Set<string>>();

export function warnOnce(text: string): void {
  const program = currentProgram();
  const texts = shown.get(program) ?? new Set();
  shown.set(program, texts);
  if (texts.has(text)) return;
  texts.add(text);
  void pulumi.log.warn(text);
}

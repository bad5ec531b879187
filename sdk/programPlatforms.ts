import type { Platform } from "../provider/platform/platform.js";
import { currentProgram } from "./currentProgram.js";

/** Platforms by their settings, for each program. All look-ups of a program share them, and so share requests. */
const platformsOf = new WeakMap<object, Map<string, Platform>>();

export function programPlatforms(): Map<string, Platform> {
  const program = currentProgram();
  const known = platformsOf.get(program) ?? new Map<string, Platform>();
  platformsOf.set(program, known);
  return known;
}

/** A list that was read earlier in this run does not have what was created since. */
export function forgetLists(): void {
  for (const { lists } of programPlatforms().values()) lists.forget();
}

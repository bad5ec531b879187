import type { Platforms } from "../provider/platform/platform.js";
import { currentProgram } from "./currentProgram.js";

/** The platforms of each program. All lookups of a program share them, and so share requests. */
const platformsOf = new WeakMap<object, Platforms>();

/** @param make Makes them for the first lookup. */
export function programPlatforms(make: () => Platforms): Platforms {
  const program = currentProgram();
  const known = platformsOf.get(program) ?? make();
  platformsOf.set(program, known);
  return known;
}

/** A list that was read earlier in this run doesn't have what was created since. */
export function forgetLists(): void {
  platformsOf.get(currentProgram())?.forgetLists();
}

import { kindOfType } from "../provider/definition/names.js";
import { outlines } from "./generated/outlines.js";
import type { Outline } from "./outline.js";

export function outlineOf(kind: string): Outline {
  const outline = outlines.find((each) => each.kind === kind);
  if (outline === undefined) throw new Error(`unknown kind ${kind}`);
  return outline;
}

/** The same for a lookup: what no kind manages has no secrets. */
export function outlineOfLookup(name: string): Pick<Outline, "args"> {
  return outlines.find(({ kind }) => kind === name) ?? { args: {} };
}

/** The outline of the kind that a type token in the state names, if it is one of this package. */
export function outlineOfType(type: string | undefined): Outline | undefined {
  const named = type === undefined ? undefined : kindOfType(type);
  return outlines.find(({ kind }) => kind === named);
}

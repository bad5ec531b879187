import * as pulumi from "@pulumi/pulumi";
import type { GivenArgs } from "./given.js";

/**
 * The Pulumi SDK makes a text of each argument for its debugging, which fails for an object that has a member `toString`, such as a
 * variable of that name: as an output, it has no text.
 */
export function withTexts(args: GivenArgs): GivenArgs {
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, hasText(value) ? value : pulumi.output(value)]),
  );
}

function hasText(value: unknown): boolean {
  try {
    return `${value}` !== undefined;
  } catch {
    return false;
  }
}

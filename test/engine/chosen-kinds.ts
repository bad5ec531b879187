import type { Kind } from "../kinds/kindNames.js";

/** The one kind that `npm run test:kind` asks for, or those that a run without it takes. */
export function chosenKinds(otherwise: readonly Kind[]): readonly Kind[] {
  const { TEST_KIND: kind } = process.env;
  return kind === undefined ? otherwise : [kind as Kind];
}

import { definitions, type KindName } from "../../provider/kinds/index.js";

/** A kind that has calls of its own. The calls of an `ApiObject` are arguments: `test/engine/api-object.test.ts` has a platform for it. */
export type Kind = Exclude<KindName, "ApiObject">;

/** All of them, in the order of the API document. */
export const kindNames: readonly Kind[] = definitions.flatMap(({ kind, concrete }) =>
  concrete === undefined ? [kind as Kind] : [],
);

import { definitions, type KindName } from "../../provider/resources/index.js";

/** All kinds, in the order of the API document. */
export const kindNames: readonly KindName[] = definitions.map(({ kind }) => kind as KindName);

export type { KindName as Kind };

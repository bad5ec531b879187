import { definitions, type Kind } from "../../provider/resources/index.js";

/** All kinds, in the order of the API document. */
export const kindNames: readonly Kind[] = definitions.map(({ kind }) => kind as Kind);

export type { Kind };

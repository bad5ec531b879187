import type { Unfit } from "./installation.js";
import type { Search } from "./search.js";

/** A way to fill `<root>/bin` with the programs. */
export interface Maker {
  readonly way: string;
  make(root: string, search: Search): Promise<Unfit | undefined>;
}

import type { NoInstallation } from "./installation.js";
import type { Search } from "./search.js";

/** A way to install the programs into `<root>/bin`. */
export interface Installer {
  readonly way: string;
  install(root: string, search: Search): Promise<NoInstallation | undefined>;
}

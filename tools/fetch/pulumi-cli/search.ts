import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { type Progress, progressOn } from "../../../cli/progress.js";

/** Where and how to search for the CLI. Only tests use other values than `defaultSearch`. */
export interface Search {
  readonly env: NodeJS.ProcessEnv;
  /** Holds the Go modules `cli` and `language-hosts`. */
  readonly modules: string;
  /** The installed `@pulumi/pulumi`. */
  readonly sdk: string;
  /** Has the vendor's `install.sh`. */
  readonly vendorUrl: string;
  readonly progress: Pick<Progress, "during">;
  /** Aborts the search and ends every process that it started. */
  readonly signal: AbortSignal;
}

/** The root of the checkout. */
export const CHECKOUT = resolve(__dirname, "../../..");

/** Holds what the commands of this checkout write: state, Pulumi's home, the quickstart's data. `CHECKOUT_LOCAL` replaces it. */
export function localFolder(env: NodeJS.ProcessEnv): string {
  return env.CHECKOUT_LOCAL ? resolve(env.CHECKOUT_LOCAL) : join(CHECKOUT, ".local");
}

/** The cache folder of the user for this project, shared by all checkouts. */
export function cacheFolder(env: NodeJS.ProcessEnv): string {
  const system = join(env.HOME || homedir(), process.platform === "darwin" ? "Library/Caches" : ".cache");
  return join(env.XDG_CACHE_HOME || system, "pulumi-app-platform");
}

export function defaultSearch(changes: Partial<Search> = {}): Search {
  return {
    env: process.env,
    modules: __dirname,
    sdk: join(CHECKOUT, "node_modules/@pulumi/pulumi"),
    vendorUrl: "https://get.pulumi.com/",
    progress: progressOn(process.stderr),
    signal: new AbortController().signal,
    ...changes,
  };
}

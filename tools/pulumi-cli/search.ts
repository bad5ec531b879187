import { join, resolve } from "node:path";
import { type Progress, progressOn, quiet } from "../../cli/progress.js";

/** Where the search for the CLI looks, and with what. Only tests use other values than `defaultSearch`. */
export interface Search {
  readonly env: NodeJS.ProcessEnv;
  /** Holds the Go modules `cli` and `language-nodejs`. */
  readonly modules: string;
  /** The installed `@pulumi/pulumi`. */
  readonly sdk: string;
  /** Program that runs the vendor's installer; its argument is the folder to install into. */
  readonly vendorInstaller: string;
  readonly vendorTimeoutMs: number;
  readonly progress: Pick<Progress, "begin">;
  /** Aborts the search and ends every process that it started. */
  readonly signal: AbortSignal;
}

/** The root of the checkout. */
export const CHECKOUT = resolve(__dirname, "../..");

/** Holds what the commands of this checkout write: state, Pulumi's home, the quickstart's data. `CHECKOUT_LOCAL` replaces it. */
export function localFolder(env: NodeJS.ProcessEnv): string {
  return env.CHECKOUT_LOCAL ? resolve(env.CHECKOUT_LOCAL) : join(CHECKOUT, ".local");
}

const VENDOR_TIMEOUT_MS = 180_000;

export function defaultSearch(changes: Partial<Search> = {}): Search {
  return {
    env: process.env,
    modules: __dirname,
    sdk: join(CHECKOUT, "node_modules/@pulumi/pulumi"),
    vendorInstaller: join(__dirname, "vendor-installer.cjs"),
    vendorTimeoutMs: VENDOR_TIMEOUT_MS,
    progress: process.env.CI ? quiet : progressOn(process.stderr),
    signal: new AbortController().signal,
    ...changes,
  };
}

import { join, resolve } from "node:path";
import { type Progress, progressOn } from "./progress.js";

/** Where the search looks, and with what. The fields differ from `defaultSearch` only in tests. */
export interface Search {
  readonly env: NodeJS.ProcessEnv;
  /** Holds the Go modules `cli` and `language-nodejs`. */
  readonly modules: string;
  /** The installed `@pulumi/pulumi`. */
  readonly sdk: string;
  /** Program that runs the vendor's installer, given the folder to install into. */
  readonly vendorInstaller: string;
  readonly vendorLimitMs: number;
  readonly progress: Progress;
  /** Ends the search, and whatever it started, early. */
  readonly signal: AbortSignal;
}

/** The root of the checkout. */
export const CHECKOUT = resolve(__dirname, "../..");

const VENDOR_LIMIT_MS = 180_000;

export function defaultSearch(changes: Partial<Search> = {}): Search {
  return {
    env: process.env,
    modules: __dirname,
    sdk: join(CHECKOUT, "node_modules/@pulumi/pulumi"),
    vendorInstaller: join(__dirname, "vendor-installer.cjs"),
    vendorLimitMs: VENDOR_LIMIT_MS,
    progress: progressOn(process.stderr),
    signal: new AbortController().signal,
    ...changes,
  };
}

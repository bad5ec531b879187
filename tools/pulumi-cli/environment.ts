import { mkdir } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { findPulumi } from "./find.js";
import type { Installation } from "./installation.js";
import { CHECKOUT, defaultSearch, type Search } from "./search.js";

export interface EnvironmentOptions {
  /** Folder of the stacks' state; `.local/state` of the checkout when left out. */
  readonly state?: string;
  /** What the search for the CLI uses; the defaults when left out. */
  readonly search?: Partial<Search>;
}

/** The stacks of examples and tests hold nothing worth a secret passphrase. */
const PASSPHRASE = "local";

let found: Promise<Installation> | undefined;

/** The Pulumi CLI of this machine; found, installed or built once a process. */
export function pulumiInstallation(search?: Partial<Search>): Promise<Installation> {
  if (search !== undefined) return findPulumi(defaultSearch(search));
  found ??= findPulumi(defaultSearch());
  return found;
}

function pathWith(folder: string, path: string, sdk: string): string {
  const folders = path.split(delimiter).filter((entry) => entry !== "");
  // A CLI that is on PATH keeps its place there: its folder may hold programs that others must go before.
  const front = folders.includes(folder) ? [] : [folder];
  // The SDK's starter of dynamic providers, for an installation that has none of its own.
  return [...front, ...folders, sdk].join(delimiter);
}

/**
 * The variables to run `pulumi` with, to be laid over `process.env`: the CLI and its parts on PATH, local state, and
 * nothing kept outside the checkout. The user's own Pulumi login, stacks and passphrase are neither used nor changed.
 */
export async function pulumiEnvironment(options: EnvironmentOptions = {}): Promise<Record<string, string>> {
  const installation = await pulumiInstallation(options.search);
  const { env, sdk } = defaultSearch(options.search);
  const state = options.state ?? join(CHECKOUT, ".local/state");
  const home = join(CHECKOUT, ".local/pulumi-home");
  // The CLI makes neither of the two.
  await mkdir(state, { recursive: true });
  await mkdir(home, { recursive: true });
  return {
    PATH: pathWith(installation.folder, env.PATH ?? "", sdk),
    PULUMI_HOME: home,
    PULUMI_BACKEND_URL: pathToFileURL(state).href,
    PULUMI_CONFIG_PASSPHRASE: PASSPHRASE,
    PULUMI_SKIP_UPDATE_CHECK: "true",
  };
}

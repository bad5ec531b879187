import { mkdir } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { pathToFileURL } from "node:url";
import { pathFolders } from "../../../cli/pulumi/findPulumi.js";
import { findOnce } from "../find-once.js";
import { findPulumi, type Installation } from "./find.js";
import { defaultSearch, localFolder, type Search } from "./search.js";

export interface EnvironmentOptions {
  /** Folder for the state of stacks; `.local/state` of the checkout if omitted. */
  readonly state?: string;
  /** Replaces values of `defaultSearch`. */
  readonly search?: Partial<Search>;
}

/**
 * Address of a state in a folder, for `PULUMI_BACKEND_URL`. It asks for no metadata files: Pulumi replaces the state in one step,
 * but not the metadata beside it, and cannot read a stack whose metadata file is incomplete because the CLI was killed.
 */
export const stateUrl = (folder: string): string => `${pathToFileURL(folder).href}?metadata=skip`;

/** The Pulumi CLI of this machine; found, installed or built once for this process and those that it starts. */
export function pulumiInstallation(search?: Partial<Search>): Promise<Installation> {
  if (search !== undefined) return findPulumi(defaultSearch(search));
  return findOnce("The Pulumi CLI", () => findPulumi(defaultSearch()));
}

function pathWith(folder: string, env: NodeJS.ProcessEnv, sdk: string): string {
  const folders = pathFolders(env);
  // A CLI on PATH keeps its place there: its folder may hold other programs, which earlier folders override.
  const front = folders.includes(folder) ? [] : [folder];
  // The SDK has the starter of dynamic providers, for an installation that lacks it.
  return [...front, ...folders, sdk].join(delimiter);
}

/**
 * The variables to run `pulumi` with, on top of `process.env`: the CLI and its parts on PATH, local state, and Pulumi's home
 * in the checkout. The user's own Pulumi login, stacks and passphrase are neither used nor changed.
 */
export async function pulumiEnvironment(options: EnvironmentOptions = {}): Promise<Record<string, string>> {
  const installation = await pulumiInstallation(options.search);
  const { env, sdk } = defaultSearch(options.search);
  const state = options.state ?? join(localFolder(env), "state");
  const home = join(localFolder(env), "pulumi-home");
  // The CLI doesn't create these folders.
  await mkdir(state, { recursive: true });
  await mkdir(home, { recursive: true });
  return {
    PATH: pathWith(installation.folder, env, sdk),
    PULUMI_HOME: home,
    PULUMI_BACKEND_URL: stateUrl(state),
    // The stacks of examples and tests hold no real secrets, so their passphrase is public.
    PULUMI_CONFIG_PASSPHRASE: "local",
    PULUMI_SKIP_UPDATE_CHECK: "true",
  };
}

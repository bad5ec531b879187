import { readdirSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { StackName } from "../claims/holders.js";
import type { Values } from "../schema/json.js";

/** Runs a command of the Pulumi CLI that runs this process, and returns what it prints. */
export type Pulumi = (...args: readonly string[]) => Promise<string>;

/** How many completed runs to look at: a run that failed may have removed resources from the state that are still there. */
const runs = 5;

/**
 * The states of a stack as the last completed runs left them, the latest first, in the form in which `pulumi stack export` prints
 * them. A run removes from the state what it retains or deletes with something else, without a word to a provider, so only earlier
 * states have it.
 *
 * Pulumi Cloud has them by the number of the update, and a folder as backend keeps them as files. Other backends do not give them out.
 *
 * @param options Which stack the commands are about.
 * @throws Error that says why they are not known.
 */
export async function exportsBefore(
  pulumi: Pulumi,
  stack: StackName,
  options: readonly string[],
): Promise<readonly string[]> {
  const size = String(runs + 1);
  const updates: unknown = JSON.parse(await pulumi("stack", "history", "--json", "--page-size", size, ...options));
  const completed = (Array.isArray(updates) ? updates : []).filter(({ result }: Values) => result !== "in-progress");
  const versions = completed.flatMap(({ version }: Values) => (Number(version) > 0 ? [String(version)] : []));
  if (versions.length > 0) {
    const exports = versions.slice(0, runs);
    return Promise.all(exports.map((version) => pulumi("stack", "export", "--version", version, ...options)));
  }
  const { url } = JSON.parse(await pulumi("whoami", "--verbose", "--json")) as { readonly url?: string };
  if (url?.startsWith("file://") !== true)
    throw new Error("Pulumi doesn't print an earlier state that is kept in this backend");
  const folder = url.slice("file://".length).replace(/\?.*$/, "").replace(/^~/, homedir());
  return latestCheckpoints(folder, stack);
}

/** The newest checkpoints in the history of a stack whose backend is a folder. */
function latestCheckpoints(backend: string, { name, project }: StackName): readonly string[] {
  const history = join(backend, ".pulumi", "history");
  const found = [join(history, project, name), join(history, name)].flatMap((folder) =>
    filesIn(folder).flatMap((file) => {
      const [, time, suffix] = /-(\d+)\.checkpoint\.json(|\.gz)$/.exec(file) ?? [];
      return time === undefined ? [] : [{ path: join(folder, file), time: BigInt(time), isZipped: suffix !== "" }];
    }),
  );
  if (found.length === 0) throw new Error(`there is no checkpoint in ${history}`);
  const latest = found.sort((one, other) => (one.time < other.time ? 1 : -1)).slice(0, runs);
  return latest.map(({ path, isZipped }) => {
    const bytes = readFileSync(path);
    return (isZipped ? gunzipSync(bytes) : bytes).toString("utf8");
  });
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

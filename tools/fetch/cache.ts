import { createHash } from "node:crypto";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { alone } from "./pulumi-cli/lock.js";
import { cacheFolder, defaultSearch } from "./pulumi-cli/search.js";

/**
 * A folder in the user's cache, made once from these sources.
 * @param duration how long that takes
 */
export async function cached(
  name: string,
  sources: readonly (string | Buffer)[],
  make: (folder: string) => Promise<unknown>,
  duration = "about a minute",
): Promise<string> {
  const hash = createHash("sha256");
  for (const source of sources) hash.update(source);
  const { env, progress, signal } = defaultSearch();
  const key = hash.digest("hex").slice(0, 12);
  const entry = join(cacheFolder(env), `${name}-${process.platform}-${process.arch}-${key}`);
  const wait = (end: () => Promise<unknown>) => progress.during(`waiting for the process that prepares ${name}`, end);
  await alone(entry, signal, wait, async () => {
    if (existsSync(entry)) return;
    // Into a folder beside the entry first, so that the cache never contains half an entry. A run that was killed may have left it.
    const temporary = `${entry}.preparing`;
    rmSync(temporary, { recursive: true, force: true });
    mkdirSync(temporary, { recursive: true });
    try {
      await progress.during(`preparing ${name}, once (${duration})`, () => make(temporary));
      renameSync(temporary, entry);
    } finally {
      rmSync(temporary, { recursive: true, force: true });
    }
  });
  return entry;
}

/**
 * Compiled code, which takes half of the time of a start. Node.js has a cache of its own only from 22 on, which it writes at the end of a
 * process; Pulumi kills plugins.
 */
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Script } from "node:vm";
import { ownFolder, requirePrivate } from "../../engine/process.js";

/** A module of CommonJS. */
export interface Module<T> {
  readonly exports: T;
  /** Stores the code that has been compiled until now, if the module wasn't loaded from it. */
  save(): void;
}

/**
 * Runs a module, with the compiled code that is released with it, if any. The build names the source: V8 itself only compares its length,
 * its version and its flags.
 */
export function loadModule<T>(file: string, source: string, build: string, compiled?: Uint8Array): Module<T> {
  const cache = join(ownFolder(), `${build}-${process.version}-${process.arch}.code`);
  const cachedData = compiled ?? codeIn(cache);
  const wrapped = `(function (exports, require, module, __filename, __dirname) {${source}\n})`;
  const script = new Script(wrapped, { filename: file, ...(cachedData && { cachedData }) });
  let isSaved = cachedData !== undefined && script.cachedDataRejected !== true;
  const module = { exports: {} };
  script.runInThisContext()(module.exports, require, module, file, dirname(file));
  return {
    exports: module.exports as T,
    save() {
      if (isSaved) return;
      isSaved = true;
      try {
        requirePrivate(dirname(cache));
        const written = `${cache}.${process.pid}`;
        writeFileSync(written, script.createCachedData(), { mode: 0o600 });
        renameSync(written, cache);
      } catch {
        // The next process compiles it.
      }
    },
  };
}

/** Nothing if there is none, or if somebody else could have written it. */
function codeIn(file: string): Buffer | undefined {
  try {
    requirePrivate(dirname(file));
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** The command `serve`: runs a platform, announces that it is ready, and stops on a signal. */
import { announcement } from "./announcement.js";
import { type RunningPlatform, type RunOptions, runPlatform } from "./running-platform.js";
import { readSeedFile, seededIds } from "./seed.js";

export interface ServeOptions extends Omit<RunOptions, "seed" | "sharesProcess"> {
  /** Path of the seed file. */
  readonly seed: string | undefined;
  readonly json: boolean;
}

function announce(options: ServeOptions, { url, tokens }: RunningPlatform): void {
  const { localSecret } = options;
  if (options.json) {
    // JSON has no undefined: the member is omitted if there is no secret.
    process.stdout.write(`${JSON.stringify({ ready: true, url, tokens, ids: seededIds, localSecret })}\n`);
    return;
  }
  process.stdout.write(announcement({ ...options, url, adminToken: tokens.admin }));
}

export async function serve(options: ServeOptions): Promise<void> {
  const seed = options.seed === undefined ? undefined : readSeedFile(options.seed);
  const platform = await runPlatform({ ...options, seed, sharesProcess: false });
  // Before the announcement: a program that reads it may send a signal at once.
  endOnSignal(platform);
  announce(options, platform);
}

/** How long running requests may continue before they are cut off. */
const timeoutMilliseconds = 10_000;

function endOnSignal(platform: RunningPlatform): void {
  let isEnding = false;
  const end = () => {
    // A terminal and the parent process may both send a signal; one is enough.
    if (isEnding) return;
    isEnding = true;
    setTimeout(() => process.exit(1), timeoutMilliseconds).unref();
    void platform.close();
  };
  process.on("SIGTERM", end);
  process.on("SIGINT", end);
}

/** The command `token`: prints an access token, signed with the key in a data file. */
import { existsSync } from "node:fs";
import { CommandError } from "./command-error.js";
import { refuseSpecialFile } from "./regular-file.js";
import type { Role, Scheme } from "./roles.js";
import { seededIds } from "./seed.js";
import { readMeta } from "./store/store.js";
import { keyOf, type SigningKey, signApiToken, signToken, storedKey } from "./tokens.js";
import { unreadable } from "./unreadable-file.js";

export interface TokenCommandOptions {
  role: Role;
  scheme: Scheme;
  ttl?: number;
  data: string;
  signingKey?: string;
}

export async function printToken({ role, scheme, ttl, data, signingKey }: TokenCommandOptions): Promise<void> {
  if (scheme === "token" && ttl !== undefined) {
    throw new CommandError("--ttl doesn't apply to --scheme token: an API token never expires.");
  }
  const key = signingKey === undefined ? keyIn(data) : keyOf(signingKey);
  const { organization: organizationId } = seededIds;
  const token =
    scheme === "token"
      ? signApiToken(key, role, organizationId)
      : await signToken(key, { role, ttlSeconds: ttl ?? 3600, organizationId });
  process.stdout.write(`${token}\n`);
}

function keyIn(data: string): SigningKey {
  if (!existsSync(data))
    throw new CommandError(`There is no data file ${data}; serve creates one when it first starts.`);
  const key = keyOrProblem(data);
  if (key === undefined) throw new CommandError(`The data file ${data} has no signing key.`);
  return key;
}

function keyOrProblem(data: string): SigningKey | undefined {
  try {
    refuseSpecialFile(data);
    return storedKey(readMeta(data));
  } catch (error) {
    throw unreadable(data, error as Error);
  }
}

/** The command `token`: prints an access token, signed with the key in a data file. */
import { existsSync } from "node:fs";
import { CommandError } from "./command-error.js";
import { refuseSpecialFile } from "./regular-file.js";
import type { Role, Scheme } from "./roles.js";
import { seededIds } from "./seed.js";
import { readMeta } from "./store/store.js";
import { signApiToken, signToken, storedKey } from "./tokens.js";
import { unreadable } from "./unreadable-file.js";

export interface TokenCommandOptions {
  role: Role;
  scheme: Scheme;
  ttl?: number;
  data: string;
}

export async function printToken({ role, scheme, ttl, data }: TokenCommandOptions): Promise<void> {
  if (scheme === "token" && ttl !== undefined) {
    throw new CommandError("--ttl doesn't apply to --scheme token: an API token never expires.");
  }
  if (!existsSync(data))
    throw new CommandError(`There is no data file ${data}; serve creates one when it first starts.`);
  const key = keyIn(data);
  if (key === undefined) throw new CommandError(`The data file ${data} has no signing key.`);
  const { organization: organizationId } = seededIds;
  const token =
    scheme === "token"
      ? signApiToken(key, role, organizationId)
      : await signToken(key, { role, ttlSeconds: ttl ?? 3600, organizationId });
  process.stdout.write(`${token}\n`);
}

function keyIn(data: string): Uint8Array | undefined {
  try {
    refuseSpecialFile(data);
    return storedKey(readMeta(data));
  } catch (error) {
    throw unreadable(data, error as Error);
  }
}

import type { Call } from "../definition/kind.js";
import { NotFoundError, SeenElsewhereError } from "../errors/index.js";
import { environmentName } from "../platform/environment.js";
import type { Values } from "../schema/json.js";
import { readOrGone } from "./existence.js";
import { isReadable } from "./read.js";

/** A resource of the state, and where it was last seen. */
interface Seen {
  readonly values: Values;
  readonly location?: string | undefined;
}

/**
 * Reads a resource of the state; nothing if it's gone. On another platform, it would seem gone, too: if it was last seen at another
 * location, it must be there, and be the same one. Then the platform has moved.
 */
export async function readOnSamePlatform(
  call: Call,
  { values, location }: Seen,
  read: () => Promise<Values | undefined>,
): Promise<Values | undefined> {
  if (!isElsewhere(call, location)) return read();
  const refused = (isReplaced: boolean) => {
    const { connection } = values;
    const setting = environmentName("movedFrom", typeof connection === "string" ? connection : undefined);
    const { location: now } = call.platform;
    return new SeenElsewhereError(call.label, { before: location, now, setting, isReplaced });
  };
  const found = await read().catch((error) => {
    throw error instanceof NotFoundError ? refused(false) : error;
  });
  if (found === undefined) throw refused(false);
  if (isAnother(values, found)) throw refused(true);
  return found;
}

/** Refuses to change or delete a resource of another platform. Sends nothing unless the location differs from the last one. */
export async function requireSamePlatform(call: Call, id: string, stored: Seen): Promise<void> {
  if (!isElsewhere(call, stored.location) || !isReadable(call)) return;
  const reading = { isFresh: true, isExpected: true, withoutSubresources: true } as const;
  await readOnSamePlatform(call, stored, () => readOrGone(call, id, stored.values, reading));
}

function isElsewhere({ platform }: Call, location: string | undefined): location is string {
  return location !== undefined && location !== platform.location && location !== platform.movedFrom;
}

/** Whether the platform has another resource with the ID: created at another time or, for a trigger, with other deployments. */
function isAnother(before: Values, now: Values): boolean {
  const [one, other] = [Date.parse(String(before.createdAt)), Date.parse(String(now.createdAt))];
  if (!Number.isNaN(one) && !Number.isNaN(other)) return one !== other;
  return before.lastDeploymentId !== undefined && before.lastDeploymentId !== now.lastDeploymentId;
}

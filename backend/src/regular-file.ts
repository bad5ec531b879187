/** A file that is given must be a regular one: opening a FIFO waits forever, and a device may never end. */
import { type Stats, statSync } from "node:fs";

const kinds = {
  isDirectory: "a folder",
  isFIFO: "a FIFO",
  isSocket: "a socket",
  isCharacterDevice: "a device",
  isBlockDevice: "a device",
} as const satisfies Partial<Record<keyof Stats, string>>;

/** Accepts a file that doesn't exist. */
export function refuseSpecialFile(file: string): void {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined || stats.isFile()) return;
  const [, kind = "something else"] = Object.entries(kinds).find(([is]) => stats[is as keyof typeof kinds]()) ?? [];
  throw new Error(`it must be a regular file, but it is ${kind}`);
}

/** States that a real provider of such a platform wrote, with the platform of one of them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Platform, startPlatform } from "../platform/support/platform.js";

export const stateFile = (name: "a" | "c"): string => join(__dirname, `${name}.tfstate`);

/** A platform that has everything of the state `a`. */
export async function restoredPlatform(): Promise<Platform> {
  const platform = await startPlatform({ endpoints: "extended" });
  const body = JSON.parse(readFileSync(join(__dirname, "a.snapshot.json"), "utf8"));
  const { status } = await platform.request("PUT", "/_local/snapshot", { body });
  if (status !== 204) throw new Error(`the snapshot isn't restored: ${status}`);
  return platform;
}

/** The platform and its environments. */
import { signal } from "@preact/signals";
import type { EnvironmentSummary, Overview, PlatformInfo } from "../../../src/dashboard/contract.js";
import { read } from "./ask.js";
import { applied } from "./changes.js";
import { onEvent } from "./live.js";

export const info = signal<PlatformInfo | undefined>(undefined);
export const environments = signal<readonly EnvironmentSummary[] | undefined>(undefined);

export async function readOverview(): Promise<void> {
  const overview = await read<Overview>("overview");
  info.value = overview.info;
  environments.value = overview.environments;
}

export function followOverview(): void {
  onEvent("info", (next) => {
    info.value = next;
  });
  onEvent("environments", (changes) => {
    if (environments.value !== undefined) environments.value = applied(environments.value, changes);
  });
}

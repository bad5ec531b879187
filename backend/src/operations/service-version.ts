import { serviceKinds } from "../resources/kinds.js";
import type { StoredService } from "../store/services.js";

/** What runs of a service, as people call it: its image tag, version or commit; empty if it has none. */
export function versionOf({ kind, config, deployedCommit }: StoredService): string {
  const { version } = config as { version?: string };
  return serviceKinds[kind].tag?.(config) ?? version ?? deployedCommit?.id ?? "";
}

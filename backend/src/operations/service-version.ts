import { serviceKindOf } from "../resources/services.js";
import type { StoredService } from "../store/services.js";

/** What runs of a service, as people call it: its image tag, version or commit; empty if it has none. */
export function versionOf({ kind, config, deployedCommit }: StoredService): string {
  const { tag, version } = serviceKindOf({ kind });
  return tag?.(config) ?? version?.(config) ?? deployedCommit?.id ?? "";
}

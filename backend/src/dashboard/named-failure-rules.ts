/** The failure rules with names: a rule may have the id of a service or a cluster. */
import { readFailureRules } from "../failure-rules.js";
import type { Platform } from "../platform.js";
import { withoutCredentials } from "../schema/secret-texts.js";
import type { FailureRule, NamedFailureRules } from "./contract.js";

function nameOf({ store }: Platform, { service, cluster }: FailureRule): string | null {
  const specified = cluster ?? service ?? null;
  if (specified === null) return null;
  const found = cluster == null ? store.services.get(specified) : store.records.get("cluster", specified);
  return withoutCredentials(found?.config.name ?? specified);
}

export function namedFailureRules(platform: Platform): NamedFailureRules {
  return { results: readFailureRules(platform).map((rule) => ({ rule, name: nameOf(platform, rule) })) };
}

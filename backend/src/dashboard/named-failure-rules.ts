/** The failure rules with names: a rule may have the id of a service or a cluster. */
import { readFailureRules } from "../failure-rules.js";
import type { Platform } from "../platform.js";
import { withoutCredentials } from "../schema/secret-texts.js";
import type { FailureRule, NamedFailureRules } from "./contract.js";

function nameOf({ store }: Platform, { service, cluster }: FailureRule): string | null {
  const given = cluster ?? service ?? null;
  if (given === null) return null;
  const found = cluster == null ? store.services.get(given) : store.records.get("cluster", given);
  return withoutCredentials(found?.config.name ?? given);
}

export function namedFailureRules(platform: Platform): NamedFailureRules {
  return { results: readFailureRules(platform).map((rule) => ({ rule, name: nameOf(platform, rule) })) };
}

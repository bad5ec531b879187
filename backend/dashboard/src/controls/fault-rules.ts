/** The fault rules of the platform, and what the form knows of them. */
import { useEffect } from "preact/hooks";
import type { Actions, FaultRules } from "../../../src/dashboard/contract.js";
import { counted } from "../parts/text.js";
import { ask, read } from "../platform/ask.js";
import { onEvent } from "../platform/live.js";
import { type Reading, useReading } from "../platform/reading.js";

export type FaultRule = FaultRules["rules"][number];
type NewRule = Omit<FaultRule, "seen" | "happened">;

const path = "faults";

export const faultGroups: readonly (readonly [group: string, faults: readonly string[]])[] = [
  [
    "Status",
    [
      ...["400", "401", "403", "404", "408", "409", "413", "422", "429-seconds", "429-date", "429-bare", "500", "502"],
      ...["502-html", "503-retry-after", "504", "307", "text-plain"],
    ],
  ],
  ["Connection", ["reset-unread", "reset", "no-answer", "dribbled-headers", "crash"]],
  [
    "Body",
    [
      ...["cut-with-length", "cut-without-length", "endless-dribble", "invalid-json", "empty-body", "other-body"],
      ...["html-200", "broken-gzip", "64-mib"],
    ],
  ],
  ["Time", ["delay"]],
];

export function describe({ fault, match, when, times, milliseconds }: NewRule): string {
  const { method, route, nth, probability } = match ?? {};
  const requests = [method, route].filter((part) => part != null).join(" ") || "every request";
  return [
    fault === "delay" ? `delay of ${milliseconds ?? 1000} ms` : fault,
    ` for ${requests}`,
    nth == null ? "" : `, only request ${nth}`,
    probability == null ? "" : `, with probability ${probability}`,
    when === "after" ? ", after it was processed" : "",
    times == null ? "" : `, ${counted(times, "time")}`,
  ].join("");
}

export function useFaultRules(): Reading<FaultRules> {
  const reading = useReading<FaultRules>(path);
  useEffect(
    () =>
      onEvent("faults", (next) => {
        reading.value.value = next;
      }),
    [reading],
  );
  return reading;
}

/** A rule as it is sent: the platform counts for itself. */
function withoutCounts({ seen, happened, ...rule }: FaultRule): NewRule {
  return rule;
}

async function change(next: (rules: readonly NewRule[]) => readonly NewRule[]): Promise<FaultRules> {
  const { rules } = await read<FaultRules>(path);
  return ask<FaultRules>("PUT", path, { rules: next(rules.map(withoutCounts)) });
}

export const addRule = (rule: NewRule) => change((rules) => [...rules, rule]);

export const removeRule = (index: number) => change((rules) => rules.filter((_, position) => position !== index));

export function switchRule(index: number, enabled: boolean): Promise<FaultRules> {
  const body: Actions["PUT /_local/faults/{index}/enabled"]["body"] = { enabled };
  return ask<FaultRules>("PUT", `${path}/${index}/enabled`, body);
}

type Values = Readonly<Record<string, string>>;

export function ruleOf({ method, route, nth, fault, when, times, milliseconds }: Values): NewRule {
  const match = {
    ...(method === undefined ? {} : { method }),
    ...(route === undefined ? {} : { route }),
    ...(nth === undefined ? {} : { nth: Number(nth) }),
  };
  return {
    ...(Object.keys(match).length === 0 ? {} : { match }),
    fault,
    when,
    ...(times === undefined ? {} : { times: Number(times) }),
    ...(milliseconds === undefined ? {} : { milliseconds: Number(milliseconds) }),
    enabled: true,
    // The choices of the form are those of the rule.
  } as NewRule;
}

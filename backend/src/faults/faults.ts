/** Faults as data: rules that define which requests fail, when, and how. */

import { type IncomingMessage, type ServerResponse, validateHeaderValue } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { ConnectionFault, FaultName, ResponseFault } from "../in-process/fault-rule.js";
import type { Route } from "../routes/route.js";
import { text } from "../schema/texts.js";
import { freeJson, integer, omittable, optional } from "../schema/values.js";
import { connectionFaults } from "./connections.js";
import { type FaultOptions, type OriginalResponse, responseFaults } from "./responses.js";

const faultNames: readonly FaultName[] = [
  ...(Object.keys(connectionFaults) as ConnectionFault[]),
  ...(Object.keys(responseFaults) as ResponseFault[]),
  "delay",
];

function isHeaderValue(value: string): boolean {
  try {
    validateHeaderValue("location", value);
    return true;
  } catch {
    return false;
  }
}

/** Of a timer; a longer one would end at once. */
const longestMilliseconds = 2 ** 31 - 1;
/** A later time isn't a date. */
const longestSeconds = 1e9;

const rule = z.strictObject({
  match: z
    .strictObject({
      method: optional(z.enum(["GET", "POST", "PUT", "DELETE"])),
      /** A path template or an operation name. */
      route: optional(text),
      /** Applies only to the nth matching request; the first is 1. */
      nth: optional(integer(1)),
      probability: optional(z.number().min(0).max(1)),
    })
    .default({ method: null, route: null, nth: null, probability: null }),
  when: z.enum(["before", "after"]).default("before"),
  fault: z.enum(faultNames),
  /** Whether the rule applies; one that is switched off keeps its place and its counts. */
  enabled: z.boolean().default(true),
  /** How many times the fault happens; always if omitted. */
  times: optional(integer(1)),
  retryAfterSeconds: omittable(integer(0, longestSeconds)),
  location: omittable(text.refine(isHeaderValue, "must be a value that a header can have")),
  /** That of the original response if omitted. */
  status: omittable(integer(200, 599)),
  /** Replaces the response body. */
  body: omittable(freeJson),
  milliseconds: omittable(integer(0, longestMilliseconds)),
  // What a list of rules has too, so that it can be sent back. The counts start again.
  seen: omittable(integer(0)),
  happened: omittable(integer(0)),
});
type Rule = z.output<typeof rule>;
export const faultRules = z.strictObject({ rules: z.array(rule as z.ZodType<Rule>) });

/** The faults that each option applies to. */
const faultsWith: Readonly<Record<keyof FaultOptions | "milliseconds", readonly FaultName[]>> = {
  retryAfterSeconds: ["429-seconds", "429-date", "503-retry-after"],
  location: ["307"],
  status: ["empty-body", "other-body"],
  body: ["other-body"],
  milliseconds: ["delay"],
};

/** Options of a rule that its fault doesn't have, each with the faults that have it. */
export function foreignOptions(specified: Rule): [option: string, faults: readonly FaultName[]][] {
  return Object.entries(faultsWith).filter(
    ([option, faults]) =>
      specified[option as keyof typeof faultsWith] !== undefined && !faults.includes(specified.fault),
  );
}

interface ActiveRule {
  rule: Rule;
  seen: number;
  happened: number;
}

export type Fault = Rule;

export interface Faults {
  set(rules: readonly Rule[]): void;
  list(): (Rule & { seen: number; happened: number })[];
  /** Switches a rule on or off; false if there is none at this position. */
  enable(index: number, enabled: boolean): boolean;
  /** The fault that a request meets at this point, if any. */
  next(when: Rule["when"], route: Route): Fault | undefined;
  /** Performs the fault on the connection; `original` is the response that the platform would send. */
  perform(fault: Fault, request: IncomingMessage, response: ServerResponse, original: OriginalResponse): void;
  /** Adds a rule after the others, and returns what removes it again. */
  add(rule: Rule): () => void;
  /** Waits if the fault is a delay. */
  delay(fault: Fault | undefined): Promise<void> | undefined;
  /** Closes the connections that a fault keeps open, and ends the delays. */
  release(): void;
}

function unused(rule: Rule): ActiveRule {
  return { rule, seen: 0, happened: 0 };
}

function matches({ match, when, enabled }: Rule, at: Rule["when"], route: Route): boolean {
  return (
    enabled &&
    when === at &&
    (match.method === null || match.method === route.method) &&
    (match.route === null || match.route === route.path || match.route === route.operation)
  );
}

function happens({ rule: { match, times }, seen, happened }: ActiveRule): boolean {
  return (
    (times === null || happened < times) &&
    (match.nth === null || match.nth === seen) &&
    (match.probability === null || Math.random() < match.probability)
  );
}

/** `changed` is called when rules are added, removed or switched. */
export function createFaults(changed: () => void): Faults {
  let active: ActiveRule[] = [];
  const owned = new Set<Socket>();
  const released = new AbortController();
  return {
    set: (rules) => {
      active = rules.map(unused);
      changed();
    },
    add(rule) {
      const added = unused(rule);
      active = [...active, added];
      changed();
      return () => {
        active = active.filter((each) => each !== added);
        changed();
      };
    },
    delay: (fault) =>
      fault?.fault === "delay"
        ? sleep(fault.milliseconds ?? 1000, undefined, { signal: released.signal }).catch(() => undefined)
        : undefined,
    list: () => active.map(({ rule: each, seen, happened }) => ({ ...each, seen, happened })),
    enable(index, enabled) {
      const found = active[index];
      if (found === undefined) return false;
      found.rule = { ...found.rule, enabled };
      changed();
      return true;
    },
    next(when, route) {
      let found: Fault | undefined;
      for (const each of active.filter((candidate) => matches(candidate.rule, when, route))) {
        each.seen += 1;
        if (found !== undefined || !happens(each)) continue;
        each.happened += 1;
        found = each.rule;
      }
      return found;
    },
    perform(fault, request, response, original) {
      if (fault.fault in responseFaults) {
        responseFaults[fault.fault as ResponseFault](response, original, fault);
        return;
      }
      const { socket } = request;
      owned.add(socket);
      socket.once("close", () => owned.delete(socket));
      connectionFaults[fault.fault as ConnectionFault](socket, original);
    },
    release() {
      released.abort();
      for (const socket of owned) socket.destroy();
    },
  };
}

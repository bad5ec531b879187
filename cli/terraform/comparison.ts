import { AdoptionError, NotFoundError } from "../../provider/errors/index.js";
import { compareExisting } from "../../provider/lifecycle/adopt.js";
import { givenArguments } from "../../provider/lifecycle/givenArguments.js";
import type { Platform } from "../../provider/platform/platform.js";
import { isAbsent, UNKNOWN, type Values } from "../../provider/schema/json.js";
import { withChosen } from "../../provider/values/hints.js";
import { callFor } from "../deployment/call.js";
import type { Service } from "../export/services.js";
import type { Remark } from "./migration.js";

/** The resources of a state as they are on the platform. */
export interface Compared {
  readonly services: readonly Service[];
  readonly remarks: readonly Remark[];
}

/**
 * Compares the resources with the platform, by reads alone. If they differ, the program gets the platform's values, so that an adoption
 * changes nothing. Resources that are gone are omitted.
 *
 * @returns Nothing if none of the resources exists there: it's another platform.
 */
export async function comparedWith(
  platform: Platform,
  services: readonly Service[],
  defaults: readonly string[],
): Promise<Compared | undefined> {
  const results = await Promise.all(services.map((service) => compare(platform, service, defaults)));
  const read = results.filter(({ isGone }) => isGone !== undefined);
  if (read.length > 0 && read.every(({ isGone }) => isGone)) return undefined;
  return {
    services: results.flatMap(({ service, isGone }) => (isGone ? [] : [service])),
    remarks: results.flatMap(({ service, isGone, differences }) => {
      const why = isGone ? ["it no longer exists on the platform, so the program omits it"] : differences;
      return why.map((each) => ({ address: labelOf(service), why: each }));
    }),
  };
}

interface Result {
  readonly service: Service;
  /** Omitted if it isn't read: its kind is adopted by its place. */
  readonly isGone?: boolean;
  readonly differences: readonly string[];
}

async function compare(platform: Platform, service: Service, defaults: readonly string[]): Promise<Result> {
  const { definition, id } = service;
  const gone: Result = { service, isGone: true, differences: [] };
  if (!("adoptId" in definition.args)) return { service, differences: [] };
  const { args } = givenArguments(definition, service.values, defaults);
  const written = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== UNKNOWN));
  const known = withChosen(definition.args, written);
  try {
    const call = callFor(platform, definition, labelOf(service));
    const adoption = await compareExisting(call, id, { ...known, adoptId: id });
    if (adoption === undefined) return gone;
    const { changes, comparison } = adoption;
    const differing = changes.filter(({ arg }) => definition.args[arg]?.returned !== "never");
    const values: Values = { ...service.values };
    for (const { arg } of differing) {
      const current = comparison.state[arg];
      if (isAbsent(current)) delete values[arg];
      else values[arg] = current;
    }
    const differences = differing.map(
      ({ text }) => `it differs on the platform: ${text} in the state. The program contains the platform's values`,
    );
    return { service: { ...service, values }, isGone: false, differences };
  } catch (error) {
    if (error instanceof NotFoundError) return gone;
    if (!(error instanceof AdoptionError)) throw error;
    const { what, details = [] } = error.text;
    return { service, isGone: false, differences: [[what, ...details].join(" ")] };
  }
}

function labelOf({ definition, logicalName, name }: Service): string {
  return `${definition.kind} ${JSON.stringify(logicalName ?? name)}`;
}

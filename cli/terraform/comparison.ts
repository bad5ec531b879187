import { withImplied } from "../../provider/definition/kind.js";
import { AppPlatformError } from "../../provider/errors/appPlatformError.js";
import { AdoptionError, NotFoundError } from "../../provider/errors/index.js";
import { idInArguments } from "../../provider/ownership/identity.js";
import type { Platform } from "../../provider/platform/platform.js";
import { compareExisting, parentOf } from "../../provider/resource/adopt.js";
import { specifiedArguments } from "../../provider/resource/importedArguments.js";
import { isReadable } from "../../provider/resource/read.js";
import { isAbsent, isObject, UNKNOWN, type Values } from "../../provider/schema/json.js";
import type { Change } from "../../provider/values/compare.js";
import { callFor } from "../deployment/call.js";
import type { Service } from "../export/services.js";
import { isTrigger, nothingToDeploy, type Remark } from "./migration.js";

/** The resources of a state as they are on the platform. */
export interface Compared {
  readonly services: readonly Service[];
  readonly remarks: readonly Remark[];
  /** Whether all that can be read was read. */
  readonly isComplete: boolean;
}

/**
 * Compares the resources with the platform, by reads alone. If they differ, the program gets the platform's values, so that an adoption
 * changes nothing. Resources that are gone are omitted. Those that can't be read stay as the state has them.
 *
 * @returns Nothing if none of the resources exists there: it's another platform.
 * @throws AppPlatformError if nothing can be read.
 */
export async function comparedWith(
  platform: Platform,
  services: readonly Service[],
  defaults: readonly string[],
): Promise<Compared | undefined> {
  const results = await Promise.all(services.map((service) => compare(platform, service, defaults)));
  const withParents = results.map((result) => withParent(result, results));
  const failures = withParents.flatMap(({ failure }) => failure ?? []);
  if (!withParents.some(({ outcome }) => outcome === "found")) {
    if (failures[0] !== undefined) throw failures[0];
    if (withParents.some(({ outcome }) => outcome === "gone")) return undefined;
  }
  const gone = new Set(withParents.flatMap(({ outcome, service }) => (outcome === "gone" ? [service.id] : [])));
  const remarks: Remark[] = [];
  const remaining = withParents.flatMap(({ service, outcome, notes, failure }): Service[] => {
    const own = outcome === "gone" ? undefined : without(gone, service);
    const why = [
      ...notes,
      ...(outcome === "gone" ? ["it no longer exists on the platform, so the program omits it"] : []),
      ...(outcome !== "gone" && own === undefined ? [nothingToDeploy] : []),
      ...(failure === undefined ? [] : [`it isn't compared with the platform: ${failure.code}: ${failure.text.what}`]),
    ];
    remarks.push(...why.map((each) => ({ address: labelOf(service), why: each })));
    return own === undefined ? [] : [own];
  });
  return { services: remaining, remarks, isComplete: failures.length === 0 };
}

interface Result {
  readonly service: Service;
  /** `unread` if its kind can't be read; `without place` if the platform doesn't have the list that would contain it, either. */
  readonly outcome: "found" | "gone" | "without place" | "failed" | "unread";
  readonly notes: readonly string[];
  readonly failure?: AppPlatformError;
}

async function compare(platform: Platform, service: Service, defaults: readonly string[]): Promise<Result> {
  const { definition, values } = service;
  const id = idInArguments(definition, values) ?? service.id;
  const { args } = specifiedArguments(definition, values, defaults);
  const written = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== UNKNOWN));
  const known = { ...withImplied(definition, written), adoptId: id };
  const call = callFor(platform, definition, labelOf(service));
  const unread: Result = { service, outcome: "unread", notes: [] };
  if (!isReadable(call) && !("adoptId" in definition.args)) return unread;
  try {
    const adoption = await compareExisting(call, id, known);
    if (adoption === undefined) return { ...unread, outcome: "gone" };
    const { changes, comparison, refusal } = adoption;
    const current: Values = { ...values };
    for (const { arg } of changes) {
      const value = comparison.state[arg];
      if (isAbsent(value)) delete current[arg];
      else current[arg] = value;
    }
    const differences = changes.map(differenceOf);
    const others = refusal === undefined || changes.length > 0 ? [] : [wordsOf(refusal)];
    return { service: { ...service, values: current }, outcome: "found", notes: [...differences, ...others] };
  } catch (error) {
    if (error instanceof AdoptionError) return { ...unread, notes: [wordsOf(error)] };
    if (!(error instanceof AppPlatformError)) throw error;
    const failed: Result = { ...unread, outcome: "failed", failure: error };
    if (!(error instanceof NotFoundError)) return failed;
    // A part of it may be what isn't found.
    const alone = { isElsewhere: true, withoutSubresources: true, isFresh: true } as const;
    return call.verbs.read(call, id, parentOf(call, known), alone).then(
      (found) => (found === undefined ? { ...unread, outcome: "gone" } : failed),
      (again) => (again instanceof NotFoundError ? { ...failed, outcome: "without place" } : failed),
    );
  }
}

/** A value of the state and that of the platform, which the program gets. */
function differenceOf({ path, text, sides }: Change): string {
  if (sides === undefined) return `differs on the platform, whose values the program has: ${text} in Terraform's state`;
  const shown = (side: string) => (side === "nothing" ? "not set" : side);
  const ours = sides.actual === "nothing" ? "the program doesn't set it" : "the program has the platform's value";
  return `${path}: ${shown(sides.desired)} in Terraform's state, ${shown(sides.actual)} on the platform (${ours})`;
}

/** What a missing place means: that the resource is gone, unless the state has the place, and it isn't gone. */
function withParent(result: Result, all: readonly Result[]): Result {
  if (result.outcome !== "without place") return result;
  const { definition, values } = result.service;
  const parents = definition.pathArgs.map((name) => String(values[name]).split("/").at(-1));
  // Some kinds have the ID of their place.
  const others = all.filter(({ service }) => service.definition !== definition && parents.includes(service.id));
  const isThere = others.some((each) => withParent(each, all).outcome !== "gone");
  if (isThere) return { ...result, outcome: "failed" };
  const { failure: _, ...rest } = result;
  return { ...rest, outcome: "gone" };
}

/** The resource without services that are gone; nothing for a trigger that has nothing left to deploy. */
function without(gone: ReadonlySet<string>, service: Service): Service | undefined {
  const { services } = service.values;
  if (!Array.isArray(services)) return service;
  const left = services.filter((each) => !gone.has(String(isObject(each) ? each.id : each)));
  if (left.length === services.length) return service;
  if (left.length === 0 && isTrigger(service.definition)) return undefined;
  return { ...service, values: { ...service.values, services: left } };
}

function wordsOf({ text: { what, details = [] } }: AppPlatformError): string {
  return [what, ...details].join(" ");
}

function labelOf({ definition, logicalName, name }: Service): string {
  return `${definition.kind} ${JSON.stringify(logicalName ?? name)}`;
}

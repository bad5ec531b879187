/** The kinds as the simulation uses them, from what the tests know of them. */
import type { EndpointSet } from "../../../provider/platform/endpoint.js";
import type { Values } from "../../../provider/schema/json.js";
import { kindNames as allKinds, type Kind, records } from "../../kinds/index.js";
import { isNotApplicable } from "../../kinds/notApplicable.js";
import type { SimulationRecord } from "../../kinds/simulationRecord.js";

export type { Content } from "../../kinds/simulationRecord.js";
export type KindName = Kind;

/** The kinds that take part. */
export const kindNames = allKinds.filter((kind) => !isNotApplicable(records[kind].simulation));

/** What a simulated program gives of a kind, and what the platform must then hold. */
export function simulated(kind: KindName): SimulationRecord {
  const { simulation } = records[kind];
  if (isNotApplicable(simulation)) throw new Error(`${kind} is not simulated: ${simulation.notApplicable}`);
  return simulation;
}

/** The kind on the platform, where it is a service. */
export function serviceOf(kind: KindName): string | undefined {
  const { service } = records[kind];
  return isNotApplicable(service) ? undefined : service;
}

/** Whether a set of endpoints serves an operation of a kind. */
export const can = (kind: KindName, operation: "read" | "update" | "clone" | "delete", set: EndpointSet): boolean =>
  records[kind].served[operation].includes(set);

/** Whether a create of the kind is an act that leaves no resource of its own. */
export const isAct = (kind: KindName): boolean => records[kind].createdTwice === "deployed again";

/** Whether the platform's values hold what is expected of them; it may have more. */
export function holds(have: unknown, expected: unknown): boolean {
  if (Array.isArray(expected)) {
    return (
      Array.isArray(have) &&
      have.length === expected.length &&
      expected.every((each, index) => holds(have[index], each))
    );
  }
  if (typeof expected !== "object" || expected === null) return have === expected;
  if (typeof have !== "object" || have === null) return false;
  return Object.entries(expected).every(([name, each]) => holds((have as Values)[name], each));
}

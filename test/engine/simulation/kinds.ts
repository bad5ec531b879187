/** The kinds as the simulation uses them, from what the tests know of them. */
import { referenceName, refersTo } from "../../../provider/definition/references.js";
import { contents } from "../../../provider/generated/contents.js";
import { definitions } from "../../../provider/kinds/index.js";
import { kindNames as allKinds, isNotApplicable, type Kind, records } from "../../kinds/index.js";
import type { SimulationRecord } from "../../kinds/simulationRecord.js";
import type { EndpointSet, Field, ResourceDefinition, Values } from "../../support/provider.js";

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

export const definitionOf = (kind: KindName) => definitions.find((each) => each.kind === kind) as ResourceDefinition;

/** What the platform calls a kind whose resources have a name of their own in their place. */
export function createdAs(kind: KindName): string | undefined {
  return records[kind].createdTwice === "name taken" ? definitionOf(kind).api.create.path.split("/").at(-1) : undefined;
}

/** The argument that says where a resource is, and whether it names that as `container/{id}`. */
export function placeArgument(kind: KindName): { readonly name: string; readonly isReference: boolean } {
  const { pathArgs, args } = definitionOf(kind);
  const [name = ""] = pathArgs;
  return { name, isReference: refersTo(args[name] as Field).length > 0 };
}

/** The kinds of which a resource can be inside, with what references call them. */
export function containersOf(kind: KindName): readonly { readonly kind: KindName; readonly as: string }[] {
  return kindNames.flatMap((each) => {
    const as = referenceName(definitionOf(each)) ?? "";
    return contents[as]?.some(([inside]) => inside === kind) ? [{ kind: each, as }] : [];
  });
}

/** Whether it is a service of an environment. */
export const isService = (kind: KindName): boolean => !isNotApplicable(records[kind].service);

/** Whether a set of endpoints serves an operation of a kind. */
export const can = (
  kind: KindName,
  operation: "create" | "read" | "update" | "clone" | "delete",
  set: EndpointSet,
): boolean => records[kind].served[operation].includes(set);

/** Whether a create of the kind is an act that leaves no resource of its own. */
export const isAct = (kind: KindName): boolean => records[kind]?.createdTwice === "deployed again";

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

import { nameInUrn, type StackName, type StackResource, stackIn } from "../claims/holders.js";
import { kindOfType } from "../definition/names.js";
import { isObject, parseJson, type Value, type Values } from "../schema/json.js";
import { addressIn, isExplicit } from "./providerState.js";

/** What an exported state has. */
export interface ExportedState {
  /** Which stack it is of; nothing for a stack without resources. */
  readonly stack: StackName | undefined;
  /**
   * This provider's resources that hold something on a platform: not those that a program only reads, nor those that are deleted
   * already and still to be replaced.
   */
  readonly resources: readonly StackResource[];
}

export function readExport(text: string): ExportedState {
  const all = resourcesIn(text);
  const [first] = all;
  const explicit = explicitProviders(all);
  return {
    stack: typeof first?.urn === "string" ? stackIn(first.urn) : undefined,
    resources: all.flatMap((each) => {
      const own = ownResource(each);
      if (own === undefined) return [];
      const { urn, kind, id, outputs } = own;
      const keeps = each.protect === true ? "protect" : each.retainOnDelete === true ? "retainOnDelete" : undefined;
      const { deletedWith } = each;
      const provider = explicit.get(String(each.provider));
      return [
        {
          ...{ urn, kind, id, values: outputs },
          ...(keeps === undefined ? {} : { keeps }),
          ...(provider === undefined ? {} : { provider }),
          ...(typeof deletedWith === "string" ? { deletedWith } : {}),
        },
      ];
    }),
  };
}

/** The explicit providers whose addresses are known, by the URN and ID by which resources name them. */
function explicitProviders(all: readonly Values[]): ReadonlyMap<string, NonNullable<StackResource["provider"]>> {
  const providers = all.filter(({ type }) => typeof type === "string" && type.startsWith("pulumi:providers:"));
  return new Map(
    providers.flatMap(({ urn, id, inputs }) => {
      const given = isObject(inputs) ? inputs : {};
      const name = nameInUrn(String(urn));
      const address = addressIn(given);
      return address !== undefined && isExplicit(name, given) ? [[`${urn}::${id}`, { name, address }] as const] : [];
    }),
  );
}

/** A resource of this provider that a program manages. Secret values are objects, encrypted or not. */
export interface ManagedResource {
  readonly urn: string;
  readonly kind: string;
  readonly id: string;
  readonly inputs: Values;
  readonly outputs: Values;
}

/** The same resources without those that wait for their deletion, since another one has taken their place in the program. */
export function managedResourcesIn(text: string): readonly ManagedResource[] {
  return resourcesIn(text).flatMap((each) => (each.delete === true ? [] : (ownResource(each) ?? [])));
}

function resourcesIn(text: string): readonly Values[] {
  const state = parseJson(text) as Value | undefined;
  const checkpoint = isObject(state) ? state.checkpoint : undefined;
  const deployment = isObject(checkpoint) ? (checkpoint.latest ?? {}) : isObject(state) ? state.deployment : undefined;
  const resources = isObject(deployment) ? deployment.resources : undefined;
  // The engine omits the resources of a stack that has none.
  if (!isObject(deployment)) throw new Error("it printed no deployment");
  return Array.isArray(resources) ? resources.filter(isObject) : [];
}

function ownResource({
  urn,
  type,
  id,
  inputs,
  outputs,
  external,
  pendingReplacement,
}: Values): ManagedResource | undefined {
  const kind = typeof type === "string" ? kindOfType(type) : undefined;
  if (kind === undefined || typeof urn !== "string" || typeof id !== "string") return undefined;
  if (external === true || pendingReplacement === true) return undefined;
  return { urn, kind, id, inputs: isObject(inputs) ? inputs : {}, outputs: isObject(outputs) ? outputs : {} };
}

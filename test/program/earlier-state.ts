/** The state of a stack as version 0.1 wrote it, from the one that this version writes. */
import type { StateResource } from "./stack.js";

type Values = Record<string, unknown>;

/** The resource with this description of its arguments, and without what that version did not know. */
export function writtenEarlier(resource: StateResource, managed: string): StateResource {
  const { __resourceName: _, ...inputs } = resource.inputs;
  const { __resourceName: __, __rollout: ___, ...outputs } = resource.outputs;
  const kept = Object.entries(outputs).filter(([, value]) => value !== null);
  return {
    ...resource,
    inputs: withPlainServices(inputs),
    outputs: { ...withPlainServices(Object.fromEntries(kept)), __managed: managed },
  };
}

/** Selected services without a name and a revision. */
function withPlainServices(values: Values): Values {
  if (!Array.isArray(values.services)) return values;
  const services = (values.services as Values[]).map(({ name: _, revision: __, ...service }) => service);
  return { ...values, services };
}

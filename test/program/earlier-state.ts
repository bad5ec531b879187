/** The state of a stack as version 0.1 wrote it, from the one that this version writes. */
import type { StateResource } from "./stack.js";

type Values = Record<string, unknown>;

/** The resource with this description of its arguments, and without what that version did not know. */
export function writtenEarlier(resource: StateResource, managed: string): StateResource {
  const { inputs, outputs, propertyDependencies = {} } = resource;
  const present = Object.entries(outputs).filter(([, value]) => value !== null);
  return {
    ...resource,
    inputs: withPlainServices(withoutLaterMembers(inputs)),
    outputs: { ...withPlainServices(withoutLaterMembers(Object.fromEntries(present))), __managed: managed },
    propertyDependencies: withoutLaterMembers(propertyDependencies),
  };
}

function withoutLaterMembers<T>(members: Readonly<Record<string, T>>): Record<string, T> {
  const later = ["__resourceName", "__rollout", "__declared"];
  return Object.fromEntries(Object.entries(members).filter(([name]) => !later.includes(name)));
}

/** Selected services without a name and a revision. */
function withPlainServices(values: Values): Values {
  if (!Array.isArray(values.services)) return values;
  const services = (values.services as Values[]).map(({ name: _, revision: __, ...service }) => service);
  return { ...values, services };
}

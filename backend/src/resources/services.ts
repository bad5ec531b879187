/** Which kinds of service there are. Everything else about a kind is in its file. */
import { serviceKinds } from "../generated/service-kinds.js";
import type { AnyServiceKind, Kind } from "./service.js";

export { serviceKinds };
export const kinds = serviceKinds.map(({ kind }) => kind);
export const kindsWithSettings = serviceKinds.flatMap((kind) =>
  kind.advancedSettings === undefined ? [] : [{ kind, defaults: kind.advancedSettings }],
);
export const kindsFromGit = serviceKinds.filter(({ mayBeFromGit }) => mayBeFromGit);
export const exposedKinds = serviceKinds.filter(({ isExposed }) => isExposed);

const byName = new Map(serviceKinds.map((each) => [each.kind, each]));

export function serviceKindOf({ kind }: { readonly kind: Kind }): AnyServiceKind {
  const found = byName.get(kind);
  if (found === undefined) throw new Error(`The platform has no services of kind ${kind}.`);
  return found;
}

/** The member of requests and responses that has the services of a kind. */
export function memberOf(kind: Kind): string {
  return `${kind}s`;
}

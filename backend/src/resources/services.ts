/** Which kinds of service there are. Everything else about a kind is in its file. */
import { application } from "./application.js";
import { container } from "./container.js";
import { database } from "./database.js";
import { helm } from "./helm.js";
import { job } from "./job.js";
import type { Kind, ServiceKind } from "./service.js";
import { terraform } from "./terraform.js";

type AnyServiceKind = ServiceKind<unknown, { name: string }, unknown>;

/** All of them, in the order of the OpenAPI document. */
export const serviceKinds: readonly AnyServiceKind[] = [application, container, job, database, helm, terraform];
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

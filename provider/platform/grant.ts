import { type Endpoint, fillTarget } from "./endpoint.js";

declare const brand: unique symbol;

/** Permission to send one destructive request. Only the gate issues them. */
export interface Grant {
  readonly [brand]: true;
}

/** What each grant is for. */
const targets = new WeakMap<Grant, string>();

/** Issues a grant. A test lets no other room than the gate import this. */
export function issueGrant(endpoint: Endpoint<true>, members: Readonly<Record<string, unknown>>): Grant {
  const grant = Object.freeze({}) as Grant;
  targets.set(grant, targetOf(endpoint, members));
  return grant;
}

/** Whether the grant is for this request, and for no other one. */
export function isGranted(
  grant: Grant | undefined,
  endpoint: Endpoint<boolean>,
  members: Readonly<Record<string, unknown>>,
): boolean {
  return grant !== undefined && targets.get(grant) === targetOf(endpoint, members);
}

function targetOf(endpoint: Endpoint<boolean>, members: Readonly<Record<string, unknown>>): string {
  return `${endpoint.method} ${fillTarget(endpoint, members)}`;
}

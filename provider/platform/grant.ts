import { type Endpoint, fillTarget } from "./endpoint.js";

declare const brand: unique symbol;

/** Permission to send one destructive request. Only the gate issues them. */
export interface Grant {
  readonly [brand]: true;
}

/** What each grant is for. */
const targets = new WeakMap<Grant, string>();

/** Issues a grant. A test lets no other room than the gate import this. */
export function issueGrant(call: Endpoint<true>, members: Readonly<Record<string, unknown>>): Grant {
  const grant = Object.freeze({}) as Grant;
  targets.set(grant, targetOf(call, members));
  return grant;
}

/** Whether the grant is for this request, and for no other one. */
export function isGranted(
  grant: Grant | undefined,
  call: Endpoint<boolean>,
  members: Readonly<Record<string, unknown>>,
): boolean {
  return grant !== undefined && targets.get(grant) === targetOf(call, members);
}

function targetOf(call: Endpoint<boolean>, members: Readonly<Record<string, unknown>>): string {
  return `${call.method} ${fillTarget(call, members)}`;
}

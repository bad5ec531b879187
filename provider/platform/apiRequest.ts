import type { Values } from "../schema/json.js";
import { type Endpoint, fillTarget } from "./endpoint.js";

/** One request to the API. A destructive one needs a grant. */
export type ApiRequest = RequestParts &
  (
    | { readonly endpoint: Endpoint; readonly grant?: undefined }
    | { readonly endpoint: Endpoint<true>; readonly grant: Grant }
  );

interface RequestParts {
  /** Path parameters. */
  readonly members: Readonly<Record<string, unknown>>;
  readonly body?: Values;
  readonly query?: Readonly<Record<string, string>>;
  /**
   * Whether the request may be sent again, whatever became of the previous attempt. By default, a POST may not, and every
   * other request may.
   */
  readonly isRepeatable?: boolean;
  /** What it is for, the beginning of an error message: `Creating Container "web"`. */
  readonly purpose: string;
  /** The media type of a response that isn't JSON: it is returned as text. */
  readonly mediaType?: string;
  /** How the program spells a path of the wire, for the fields that the platform rejects. */
  readonly spell?: (wirePath: string) => string;
}

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

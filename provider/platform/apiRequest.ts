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
  /** Path and query of a further page of a list, instead of those that follow from the endpoint. */
  readonly target?: string;
  /** Whether the request may be repeated after any outcome. By default, all but a POST may. */
  readonly isRepeatable?: boolean;
  /** Begins error messages: `Creating Container "web"`. */
  readonly purpose: string;
  /** The media type of a response that isn't JSON and is returned as text. */
  readonly mediaType?: string;
  /** Converts a path on the wire to the program's, for rejected fields. */
  readonly format?: (wirePath: string) => string;
}

declare const brand: unique symbol;

/** Permission to send one destructive request. Only `deletion/` issues them. */
export interface Grant {
  readonly [brand]: true;
}

/** The request that each grant allows. */
const targets = new WeakMap<Grant, string>();

/** Issues a grant. A test allows only `deletion/` to import this. */
export function issueGrant(endpoint: Endpoint<true>, members: Readonly<Record<string, unknown>>): Grant {
  const grant = Object.freeze({}) as Grant;
  targets.set(grant, targetOf(endpoint, members));
  return grant;
}

/** Whether the grant is for exactly this request. */
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

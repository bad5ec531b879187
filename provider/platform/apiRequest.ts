import type { Values } from "../schema/json.js";
import type { Endpoint } from "./endpoint.js";
import type { Grant } from "./grant.js";

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
  /** Query parameters. */
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

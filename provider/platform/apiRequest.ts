import type { Values } from "../schema/json.js";
import type { Endpoint } from "./endpoint.js";

/** One call of the API. */
export interface ApiRequest {
  readonly call: Endpoint;
  /** Members of the path. */
  readonly members: Readonly<Record<string, unknown>>;
  readonly body?: Values;
  /** Parameters of the query. */
  readonly query?: Readonly<Record<string, string>>;
  /** The call may be sent again whatever became of it before: reads, edits and deletes always, others where they say so. */
  readonly isRepeatable?: boolean;
  /** What it is for, the beginning of an error's sentence: `Creating Container "web"`. */
  readonly purpose: string;
  /** How the program spells a path of the wire, for the fields that the server complains about. */
  readonly spell?: (wirePath: string) => string;
}

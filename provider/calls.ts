import type { Endpoint } from "./endpoint.js";

/** The calls of one kind. What is left out, the API does not have. */
export interface Calls {
  readonly create: Endpoint;
  readonly read?: Endpoint;
  readonly list?: Endpoint;
  readonly clone?: Endpoint;
  readonly update?: Endpoint;
  readonly delete?: Endpoint;
  readonly cancel?: Endpoint;
  readonly statuses?: Endpoint;
  readonly redeploy?: Endpoint;
  readonly stop?: Endpoint;
}

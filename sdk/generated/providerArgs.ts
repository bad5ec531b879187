// Generated from the definitions in provider/kinds by `npm run generate`. Do not edit.

import type * as pulumi from "@pulumi/pulumi";

/** The settings of a provider. Those that are omitted come from the environment. */
export interface ProviderArgs {
  /** Base URL of the platform's API: https, or http for a loopback host. */
  baseUrl?: pulumi.Input<string | undefined> | undefined;
  /** Access token: a JWT or, with `tokenScheme: token`, an API token. Set it with `--secret`. */
  token?: pulumi.Input<string | undefined> | undefined;
  /** File that contains the access token; read again when the platform responds with 401. A relative path starts in the folder of `Pulumi.yaml`. */
  tokenFile?: pulumi.Input<string | undefined> | undefined;
  /**
   * How the access token is sent: `bearer` for a JWT (`Authorization: Bearer <token>`), `token` for an API token (`Authorization: Token <token>`). The provider sends API tokens as they are, and doesn't validate their format or expiry.
   *
   * Default: "bearer".
   */
  tokenScheme?: pulumi.Input<string | undefined> | undefined;
  /**
   * Endpoints that the platform serves: `documented` for those of the API document, `extended` if it serves more.
   *
   * Default: "documented".
   */
  endpoints?: pulumi.Input<string | undefined> | undefined;
  /**
   * How to delete a resource that the platform has no delete endpoint for: `warn` removes it from the state and leaves it on the platform, `fail` refuses to delete it. `everything` works like `warn`, and also lets a delete include contents that the stack doesn't manage, such as the services of an environment.
   *
   * Default: "warn".
   */
  onDelete?: pulumi.Input<string | undefined> | undefined;
  /**
   * How to create a resource whose name is already taken: `fail` reports an error, `adopt` adopts the existing resource and updates it.
   *
   * Default: "fail".
   */
  onExisting?: pulumi.Input<string | undefined> | undefined;
  /** Former base URL of the platform, for one run after it has moved: what the state knows from there and isn't found counts as deleted. */
  movedFrom?: pulumi.Input<string | undefined> | undefined;
  /**
   * Whether to create a resource that couldn't be found again after a crash, while Pulumi skips checkpoints: `fail` refuses to, `warn` creates it with a warning.
   *
   * Default: "fail".
   */
  onUnsafeCreate?: pulumi.Input<string | undefined> | undefined;
  /**
   * Maximum number of concurrent requests.
   *
   * Default: 64.
   */
  maxConcurrentRequests?: pulumi.Input<number | undefined> | undefined;
  /**
   * Maximum duration of one operation on a resource, including all retries and lookups, in seconds. This is how long the provider waits for an unreachable platform. Waiting for a deployment or a deletion to finish has its own limit, and a wait that the platform asks for because of too many requests doesn't count.
   *
   * Default: 120.
   */
  operationTimeoutSeconds?: pulumi.Input<number | undefined> | undefined;
  /**
   * Maximum duration of one request, in seconds.
   *
   * Default: 30.
   */
  requestTimeoutSeconds?: pulumi.Input<number | undefined> | undefined;
  /** File that each request is logged to, as one line of JSON without headers, bodies or secrets. If omitted, requests aren't logged. A relative path starts in the folder of `Pulumi.yaml`. */
  logFile?: pulumi.Input<string | undefined> | undefined;
  /** Further platforms by name, each with settings of its own. Resources name theirs in `connection`. */
  connections?:
    | pulumi.Input<Record<string, pulumi.Input<Record<string, pulumi.Input<string | number>>>> | undefined>
    | undefined;
}

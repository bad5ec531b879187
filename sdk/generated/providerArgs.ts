// Generated from the definitions in provider/resources by `npm run generate`. Do not edit.

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
   * How the access token is sent: `bearer` for a JWT (`Authorization: Bearer <token>`), `token` for an API token (`Authorization: Token <token>`). Of an API token, neither the form nor an expiry is read.
   *
   * Default: "bearer".
   */
  tokenScheme?: pulumi.Input<string | undefined> | undefined;
  /**
   * Endpoint set that the platform serves: `documented`, or `extended` with endpoints that are not in the API document.
   *
   * Default: "documented".
   */
  endpoints?: pulumi.Input<string | undefined> | undefined;
  /**
   * What a delete does where the platform has no endpoint for it: `warn` removes the resource from the state and leaves it on the platform, `fail` refuses. `everything` is like `warn`, and also deletes what a deleted resource contains and the stack does not manage, such as services of an environment.
   *
   * Default: "warn".
   */
  onDelete?: pulumi.Input<string | undefined> | undefined;
  /**
   * What a create does when its name is already taken: `fail` reports it, `adopt` adopts the existing resource and updates it.
   *
   * Default: "fail".
   */
  onExisting?: pulumi.Input<string | undefined> | undefined;
  /**
   * What a create does while Pulumi skips checkpoints, if a crash would lose the resource because no endpoint finds it by name: `fail` refuses it, `warn` creates it.
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
   * Maximum duration of one operation on a resource, including all retries and lookups, in seconds: how long the provider waits for a platform that's unreachable. Waiting for a deployment or for the end of a deletion has its own limit.
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
  /** File to which one line of JSON is appended per request, without headers, bodies or secrets. If omitted, requests aren't logged. A relative path starts in the folder of `Pulumi.yaml`. */
  logFile?: pulumi.Input<string | undefined> | undefined;
  /** Further platforms by name, each with settings of its own. Resources name theirs in `connection`. */
  connections?:
    | pulumi.Input<Record<string, pulumi.Input<Record<string, pulumi.Input<string | number>>>> | undefined>
    | undefined;
}

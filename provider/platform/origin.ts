/** What requests are part of, for those who read the log. */
export interface Origin {
  /** A URN; kind and name of a resource whose URN the door isn't told; a lookup, or a command. */
  readonly name: () => string;
  /** Name of the connection; nothing for the stack's own platform. */
  readonly connection: string | undefined;
  /** Removes what is secret among the values. */
  readonly hide: (text: string) => string;
  readonly warn: (text: string) => void;
}

/** What the log says about a request besides what is sent. */
export interface LoggedRequest {
  readonly route: string;
  /** As it may be shown: with IDs and flags only. */
  readonly path: string;
  readonly attempt: number;
  readonly origin: Origin | undefined;
  /** Removes the access token. */
  readonly hide: (text: string) => string;
}

import { type Claims, newClaims } from "./claims.js";
import { type Client, connect } from "./client.js";
import type { Configuration } from "./configuration.js";
import type { EndpointSet } from "./endpoint.js";
import { type Lists, listsOf } from "./lists.js";

/** One platform, as the lifecycle sees it. */
export interface Platform {
  readonly client: Client;
  readonly lists: Lists;
  readonly endpoints: EndpointSet;
  readonly onDelete: "warn" | "fail";
  readonly onExisting: "fail" | "adopt";
  /** Which resources this operation has seen held. */
  readonly claims: Claims;
  /** Warns the user of something that is no error. */
  readonly warn: (text: string) => void;
  /** Tells the user how something goes on. */
  readonly tell: (text: string) => void;
}

/** How the user is told something. */
export type Voice = Pick<Platform, "warn" | "tell">;

export function platformOf(configuration: Configuration, voice: Voice, listLifetime?: number): Platform {
  const { endpoints, onDelete, onExisting } = configuration;
  const client = connect(configuration);
  return {
    client,
    lists: listsOf(client, listLifetime),
    endpoints,
    onDelete,
    onExisting,
    claims: newClaims(),
    ...voice,
  };
}

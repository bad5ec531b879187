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
  /** Tells the user something that is no error. */
  readonly warn: (text: string) => void;
}

export function platformOf(configuration: Configuration, warn: (text: string) => void): Platform {
  const { endpoints, onDelete, onExisting } = configuration;
  const client = connect(configuration);
  return { client, lists: listsOf(client), endpoints, onDelete, onExisting, claims: newClaims(), warn };
}

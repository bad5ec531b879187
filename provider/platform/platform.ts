import { type Client, connect } from "./client.js";
import { realTime } from "./clock.js";
import type { Configuration } from "./configuration.js";
import type { EndpointSet } from "./endpoint.js";
import type { Surroundings } from "./environment.js";
import { type Lists, listsOf } from "./listCache.js";
import { newOwnership, type Ownership } from "./ownership.js";
import { networkTo } from "./transport.js";

/** One platform, as the lifecycle sees it. */
export interface Platform extends Pick<Surroundings, "time" | "interruption"> {
  readonly client: Client;
  readonly lists: Lists;
  readonly endpoints: EndpointSet;
  readonly onDelete: "warn" | "fail";
  readonly onExisting: "fail" | "adopt";
  /** Which resources this operation has seen held. */
  readonly ownership: Ownership;
  /** Warns the user of something that is no error. */
  readonly warn: (text: string) => void;
  /** Tells the user how something goes on. */
  readonly tell: (text: string) => void;
}

/** How the user is told something. */
export type Voice = Pick<Platform, "warn" | "tell">;

export interface PlatformOptions extends Partial<Surroundings> {
  /** How long a list counts as known, in milliseconds. */
  readonly listLifetime?: number;
}

export function platformOf(configuration: Configuration, voice: Voice, options: PlatformOptions = {}): Platform {
  const { endpoints, onDelete, onExisting } = configuration;
  const {
    time = realTime,
    transport = networkTo(configuration),
    interruption = new AbortController().signal,
    listLifetime,
  } = options;
  const client = connect(configuration, { time, transport, interruption });
  return {
    client,
    lists: listsOf(client, time, listLifetime),
    endpoints,
    onDelete,
    onExisting,
    ownership: newOwnership(),
    time,
    interruption,
    ...voice,
  };
}

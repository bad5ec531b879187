/** Sends a request of the log again: over HTTP, to this platform, with a new token of the same role. */
import { request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { Problem } from "../../problem.js";
import { type SigningKey, signToken } from "../../tokens.js";
import { type Replays, replayHeader } from "./replays.js";
import { replayability } from "./request-detail.js";
import type { LoggedRequest } from "./request-log.js";

/** A fault may leave the request without a response. */
const timeoutMilliseconds = 30_000;
const tokenSeconds = 60;

interface Target {
  readonly key: SigningKey;
  readonly replays: Replays;
  readonly address: AddressInfo;
}

/** An address that listens for every one is reached on this machine. */
function hostOf({ address }: AddressInfo): string {
  return { "0.0.0.0": "127.0.0.1", "::": "::1" }[address] ?? address;
}

async function send(original: LoggedRequest, { key, address }: Target, header: string): Promise<void> {
  const { actor, request: body, method, url: path, route } = original;
  if (actor === undefined) return;
  const { role, organizationId } = actor;
  const token = await signToken(key, { role, organizationId, ttlSeconds: tokenSeconds });
  const headers = {
    authorization: `Bearer ${token}`,
    [replayHeader]: header,
    ...(body?.whole === undefined
      ? {}
      : { "content-type": route?.bodyType ?? "application/json", "content-length": Buffer.byteLength(body.whole) }),
  };
  // Not fetch, which would turn the path into another one.
  const outgoing = httpRequest({ host: hostOf(address), port: address.port, method, path, headers, agent: false });
  await new Promise<void>((resolve) => {
    outgoing.setTimeout(timeoutMilliseconds, () => outgoing.destroy());
    outgoing.once("response", (response) => {
      response.once("close", resolve);
      response.resume();
    });
    // A fault may have ended the connection; the log has the request anyway.
    outgoing.once("error", () => resolve());
    outgoing.once("close", () => resolve());
    outgoing.end(body?.whole);
  });
}

/** Returns the id of the repetition in the log. */
export async function replay(original: LoggedRequest, target: Target): Promise<number> {
  const replayable = replayability(original);
  if (replayable !== true) throw new Problem(409, replayable);
  const header = target.replays.begin(original.id);
  await send(original, target, header).catch((error: unknown) => {
    target.replays.end(header);
    throw error;
  });
  const id = target.replays.end(header);
  if (id === undefined) throw new Problem(504, "The platform hasn't received the request again.");
  return id;
}

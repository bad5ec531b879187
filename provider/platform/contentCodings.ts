import { promisify } from "node:util";
import { brotliDecompress, gunzip, inflate, inflateRaw } from "node:zlib";
import { maxResponseBytes, OversizedResponse } from "./transport.js";

type Decode = (bytes: Buffer) => Promise<Buffer>;

/** It stops where its output exceeds the maximum size of a response. */
const bounded =
  (decompress: typeof gunzip.__promisify__): Decode =>
  (bytes) =>
    decompress(bytes, { maxOutputLength: maxResponseBytes });

const gzip = bounded(promisify(gunzip));
const zlib = bounded(promisify(inflate));
const raw = bounded(promisify(inflateRaw));

const decoders: Readonly<Record<string, Decode>> = {
  gzip,
  "x-gzip": gzip,
  br: bounded(promisify(brotliDecompress)),
  // RFC 9110 means zlib's format, but some servers send the bare one.
  deflate: (bytes) => (isZlib(bytes) ? zlib(bytes) : raw(bytes)),
};

/** How many codings a response may have, one over the other: each costs as much as the maximum size of a response. */
const maxCodings = 5;

/** A body can't be decoded; the message says why, as the end of "the response …". */
export class UndecodableBody extends Error {}

/** The codings of a body, in the order in which they were applied. */
export function codingsOf(header: string | string[] | undefined): string[] {
  return String(header ?? "")
    .toLowerCase()
    .split(",")
    .map((coding) => coding.trim())
    .filter((coding) => coding !== "" && coding !== "identity");
}

/**
 * A body without its codings: the provider asks for none, but a server may use some all the same.
 *
 * @throws OversizedResponse if it exceeds the maximum size then; UndecodableBody.
 */
export async function decoded(body: Buffer, codings: readonly string[]): Promise<Buffer> {
  if (body.length === 0) return body;
  if (codings.length > maxCodings) throw new UndecodableBody(`has ${codings.length} content encodings`);
  let bytes = body;
  for (const coding of codings.toReversed()) {
    const decode = Object.hasOwn(decoders, coding) ? decoders[coding] : undefined;
    if (decode === undefined) throw new UndecodableBody(`has a content encoding other than gzip, br and deflate`);
    bytes = await decode(bytes).catch((error) => {
      if (error.code === "ERR_BUFFER_TOO_LARGE") throw new OversizedResponse();
      throw new UndecodableBody(`says that it is encoded with ${coding}, but isn't`);
    });
  }
  return bytes;
}

/** Whether bytes begin with the header of zlib's format: its method, and a checksum of both bytes. */
function isZlib(bytes: Buffer): boolean {
  const header = bytes.length < 2 ? 0 : bytes.readUInt16BE();
  return ((header >> 8) & 0x0f) === 8 && header % 31 === 0;
}

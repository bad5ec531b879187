/** Reads request bodies: only JSON or another text in UTF-8, only up to the limit. */
import type { IncomingMessage } from "node:http";
import { Problem } from "./problem.js";

const JSON_TYPE = "application/json";
const inUtf8 = /^([^\s;]+)\s*(;\s*charset=("?)utf-8\3\s*)?;?$/i;

function isOfType(header: string, expected: string): boolean {
  return inUtf8.exec(header.trim())?.[1]?.toLowerCase() === expected;
}

/**
 * How much of an oversized body is read anyway: a client that is cut off while it sends would see a broken
 * connection instead of the response.
 */
const discardedBytes = 16 * 1024 * 1024;

function tooLarge(limit: number, headers?: Readonly<Record<string, string>>): Problem {
  return new Problem(413, `The request body is larger than ${limit} bytes.`, undefined, headers);
}

const cutOff = { connection: "close" };

async function* chunksOf(stream: IncomingMessage): AsyncGenerator<Buffer> {
  try {
    // Ending the stream would end the connection before the response.
    yield* stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
  } catch (error) {
    // Nobody is left to read the response, but the journal must not count it as a failure of the platform.
    if (stream.destroyed) throw new Problem(400, "The request didn't arrive completely.");
    throw error;
  }
}

async function collect(stream: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunksOf(stream)) {
    size += chunk.length;
    if (size > limit + discardedBytes) throw tooLarge(limit, cutOff);
    if (size <= limit) chunks.push(chunk);
  }
  if (size > limit) throw tooLarge(limit);
  return Buffer.concat(chunks);
}

async function isEmpty(stream: IncomingMessage): Promise<boolean> {
  for await (const chunk of chunksOf(stream)) if (chunk.length > 0) return false;
  return true;
}

/** The parsed body, or its text if it isn't JSON; undefined if there is none. `keep` gets its bytes, well-formed or not. */
export async function readRequestBody(
  stream: IncomingMessage,
  limit: number,
  keep?: (bytes: Buffer) => void,
  expected = JSON_TYPE,
): Promise<unknown> {
  const { "content-type": type, "content-encoding": encoding, "content-length": length } = stream.headers;
  if (type !== undefined && !isOfType(type, expected)) throw wrongType(expected);
  if (encoding !== undefined && encoding.toLowerCase() !== "identity") throw wrongEncoding();
  // Only a body must have a type. Its size does not matter then: the type is checked first.
  if (type === undefined) {
    if (await isEmpty(stream)) return undefined;
    throw wrongType(expected);
  }
  if (Number(length ?? 0) > limit + discardedBytes) throw tooLarge(limit, cutOff);
  const bytes = await collect(stream, limit);
  if (bytes.length === 0) return undefined;
  keep?.(bytes);
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return expected === JSON_TYPE ? JSON.parse(text) : text;
  } catch {
    throw new Problem(400, `The request body isn't well-formed ${expected === JSON_TYPE ? "JSON" : "UTF-8"}.`);
  }
}

function wrongType(expected: string): Problem {
  return new Problem(415, `The request body must have the content type ${expected}.`);
}

function wrongEncoding(): Problem {
  return new Problem(415, "The request body must be sent without a content encoding.");
}

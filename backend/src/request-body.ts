/** Reads request bodies: only JSON in UTF-8, only up to the limit. */
import type { IncomingMessage } from "node:http";
import { Problem } from "./problem.js";

const jsonType = /^application\/json\s*(;\s*charset=("?)utf-8\2\s*)?;?$/i;

function tooLarge(limit: number): Problem {
  return new Problem(413, `The request body is larger than ${limit} bytes.`, undefined, { connection: "close" });
}

async function collect(stream: IncomingMessage, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw tooLarge(limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The parsed body; undefined when there is none. */
export async function readRequestBody(stream: IncomingMessage, limit: number): Promise<unknown> {
  const { "content-type": type, "content-length": length } = stream.headers;
  if (type !== undefined && !jsonType.test(type.trim())) throw wrongType();
  if (Number(length ?? 0) > limit) throw tooLarge(limit);
  const bytes = await collect(stream, limit);
  if (bytes.length === 0) return undefined;
  if (type === undefined) throw wrongType();
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new Problem(400, "The request body is not well-formed JSON.");
  }
}

function wrongType(): Problem {
  return new Problem(415, "The request body must have the content type application/json.");
}

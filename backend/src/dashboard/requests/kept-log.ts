/**
 * Keeps the request log in a file beside the data file, so that a restart loses none of it. It isn't content: what cannot be
 * read of it is left out, and what cannot be written is not kept. Requests never wait for it.
 */
import { createHash } from "node:crypto";
import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { appendFile } from "node:fs/promises";
import { z } from "zod";
import { refuseSpecialFile } from "../../regular-file.js";
import { roles } from "../../roles.js";
import type { Route } from "../../routes/route.js";
import type { SigningKey } from "../../tokens.js";
import type { StoredBody } from "./kept-body.js";
import type { LoggedRequest, RequestLog } from "./request-log.js";

const writeAfterMilliseconds = 500;
/** With more lines than these, or more bytes and twice as many as then, the file is written anew: the log has fewer. */
const mostLines = 4000;
const mostBytes = 64 * 1024 * 1024;

const body = z
  .object({
    bytes: z.number().optional(),
    text: z.string().optional(),
    /** A body that isn't text. */
    base64: z.string().optional(),
    start: z.string().optional(),
    items: z.number().optional(),
    dropped: z.literal(true).optional(),
  })
  .nullable();

const entry = z.object({
  id: z.int().min(1),
  requestId: z.string().nullable().default(null),
  at: z.number(),
  method: z.string(),
  url: z.string(),
  operation: z.string().nullable(),
  params: z.record(z.string(), z.string()),
  status: z.number().nullable(),
  milliseconds: z.number(),
  actor: z.object({ subject: z.string(), role: z.enum(roles), organizationId: z.string() }).optional(),
  agent: z.string().nullable().default(null),
  fault: z.string().nullable(),
  violations: z.array(z.object({ field: z.string(), message: z.string() })),
  replayOf: z.number().nullable(),
  service: z.object({ id: z.string(), name: z.string() }).nullable(),
  request: body,
  response: body,
});

/** The first line: which data the log is about, and how many requests there were before the others. */
const header = z.object({ data: z.string(), total: z.int().min(0) });

function writtenBody(preserved: StoredBody | null): z.input<typeof body> {
  if (preserved === null) return null;
  const { whole, ...rest } = preserved;
  if (whole === undefined) return rest;
  const text = whole.toString();
  const isText = typeof whole === "string" || Buffer.from(text).equals(whole);
  return { ...rest, ...(isText ? { text } : { base64: whole.toString("base64") }) };
}

function readBody(read: z.output<typeof body>): StoredBody | null {
  if (read === null) return null;
  const { text, base64, bytes, ...rest } = read;
  const whole = base64 === undefined ? text : Buffer.from(base64, "base64");
  return { bytes, ...rest, ...(whole === undefined ? {} : { whole }) } as StoredBody;
}

function lineOf({ route, request, response, ...rest }: LoggedRequest): string {
  const bodies = { request: writtenBody(request), response: writtenBody(response) };
  return `${JSON.stringify({ ...rest, ...bodies, operation: route?.operation ?? null })}\n`;
}

/** Of a line that isn't a request, such as one that a crash has cut: undefined. */
function requestOf(line: string, routes: readonly Route[]): LoggedRequest | undefined {
  try {
    const { operation, request, response, actor, ...rest } = entry.parse(JSON.parse(line));
    const route = routes.find((each) => each.operation === operation);
    return { ...rest, actor, route, request: readBody(request), response: readBody(response) };
  } catch {
    return undefined;
  }
}

export interface StoredLog {
  /** Writes what is not written yet. */
  close(): Promise<void>;
}

interface Source {
  /** Path of the data file. */
  readonly data: string;
  /** That of the data file, which no other has. */
  readonly key: SigningKey;
  readonly routes: readonly Route[];
  readonly log: RequestLog;
}

/** Reads the log of the run before, and keeps that of this one. */
export function keepLog({ data, key, routes, log }: Source): StoredLog {
  const file = `${data}-requests`;
  const identity = createHash("sha256").update(key).digest("hex");
  let written = 0;
  let lines = Number.POSITIVE_INFINITY;
  let bytes = 0;
  let longestBytes = mostBytes;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<unknown> = Promise.resolve();

  function read(): void {
    try {
      refuseSpecialFile(file);
      const [first = "", ...rest] = readFileSync(file, "utf8").split("\n");
      const { data: of, total } = header.parse(JSON.parse(first));
      // The log of another data file that had this name.
      if (of !== identity) return;
      log.restore(
        rest.flatMap((line) => requestOf(line, routes) ?? []),
        total,
      );
    } catch {
      // There is none yet, or none that can be read.
    }
  }

  function rewrite(): void {
    const all = [...log.newestFirst()].reverse();
    const before = log.total() - all.length;
    const first = `${JSON.stringify({ data: identity, total: before } satisfies z.input<typeof header>)}\n`;
    const text = Buffer.from(first + all.map(lineOf).join(""));
    try {
      writeFileSync(`${file}.new`, text, { mode: 0o600 });
      renameSync(`${file}.new`, file);
    } catch (error) {
      // On a full disk, it takes room from the data file.
      rmSync(`${file}.new`, { force: true });
      throw error;
    }
    lines = all.length;
    bytes = text.length;
    longestBytes = Math.max(mostBytes, 2 * bytes);
  }

  async function write(): Promise<void> {
    const added = [...log.newestAfter(written)];
    lines += added.length;
    written = log.total();
    // Bodies that are dropped later stay in the file until it is written anew.
    const text = Buffer.from(lines > mostLines ? "" : added.reverse().map(lineOf).join(""));
    bytes += text.length;
    if (lines > mostLines || bytes > longestBytes) rewrite();
    else if (text.length > 0) await appendFile(file, text, { mode: 0o600 });
  }

  function flush(): Promise<unknown> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write).catch(() => {
      // Such as on a full disk. Later, all of it is written anew.
      lines = Number.POSITIVE_INFINITY;
    });
    return writing;
  }

  read();
  written = log.total();
  log.onChange((change) => {
    if (change === "cleared") lines = Number.POSITIVE_INFINITY;
    if (timer !== undefined) return;
    timer = setTimeout(() => void flush(), writeAfterMilliseconds);
    timer.unref();
  });
  return {
    async close() {
      if (timer !== undefined) await flush();
      await writing;
    },
  };
}

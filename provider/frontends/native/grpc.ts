/**
 * Unary calls of gRPC on Node.js's HTTP/2: https://github.com/grpc/grpc/blob/master/doc/PROTOCOL-HTTP2.md. A library with all of gRPC takes
 * more time to load than everything else that the first response needs.
 */
import {
  type ClientHttp2Session,
  connect,
  createServer,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from "node:http2";

const statuses = { ok: 0, unknown: 2, unimplemented: 12 } as const;

/** The result of a call: the bytes of a message, or why it failed. */
export type Result = { readonly message: Uint8Array } | Failure;

interface Failure {
  readonly failure: string;
  readonly status?: number;
  /** The bytes of a `google.rpc.Status`. */
  readonly details?: Uint8Array;
}

/** Makes a call with the bytes of a message. */
export type Call = (request: Buffer) => Promise<Result>;

const contentType = { "content-type": "application/grpc" };

/** A message is sent after a byte that says whether it's compressed, and four with its length. */
const prefixLength = 5;

function framed(message: Uint8Array): Buffer {
  const frame = Buffer.alloc(prefixLength + message.length);
  frame.writeUInt32BE(message.length, 1);
  frame.set(message, prefixLength);
  return frame;
}

/** Serves calls on a port of the loopback interface, however long their messages are. */
export async function serveCalls(
  service: string,
  callNamed: (method: string) => Call | undefined,
): Promise<{ readonly port: number; close(): Promise<void> }> {
  const limit = Number.MAX_SAFE_INTEGER;
  const server = createServer({ maxSendHeaderBlockLength: limit, maxSessionMemory: limit });
  const sessions = new Set<ServerHttp2Session>();
  server.on("session", (session) => {
    sessions.add(session);
    session.once("close", () => sessions.delete(session));
  });
  server.on("stream", (stream, { ":path": path = "" }) => {
    const [, of, method = ""] = path.split("/");
    const chunks: Buffer[] = [];
    // A caller that is gone needs no response.
    stream.on("error", () => undefined);
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    stream.once("end", async () => {
      const result = await resultOf(Buffer.concat(chunks), () => (of === service ? callNamed(method) : undefined));
      if (!stream.destroyed && !stream.closed) respond(stream, result);
    });
  });
  const port = await new Promise<number>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => resolve((server.address() as { port: number }).port));
  });
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const session of sessions) session.close();
    });
  return { port, close };
}

async function resultOf(body: Buffer, find: () => Call | undefined): Promise<Result> {
  try {
    const call = find();
    const isPlain = body[0] === 0 && body.length === prefixLength + body.readUInt32BE(1);
    const { unimplemented } = statuses;
    if (call === undefined) return { failure: "the provider app-platform has no such call", status: unimplemented };
    if (!isPlain) return { failure: "the message must be one, and not compressed", status: unimplemented };
    return await call(body.subarray(prefixLength));
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}

function respond(stream: ServerHttp2Stream, result: Result): void {
  if ("message" in result) {
    stream.respond(contentType, { waitForTrailers: true });
    stream.once("wantTrailers", () => stream.sendTrailers({ "grpc-status": statuses.ok }));
    stream.end(framed(result.message));
    return;
  }
  const { failure, status = statuses.unknown, details } = result;
  const known = details && { "grpc-status-details-bin": Buffer.from(details).toString("base64") };
  const headers = { ...contentType, "grpc-status": status, "grpc-message": escaped(failure), ...known };
  stream.respond(headers, { endStream: true });
}

/** A text for a header: each byte of its UTF-8 that isn't printable in ASCII as `%` and two digits. */
function escaped(text: string): string {
  const bytes = Buffer.from(text).toString("latin1");
  return bytes.replace(/[^!-$&-~]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`);
}

/** Calls a service at an address. Resolves when it has the message, and rejects if it fails. */
export function callerOf(address: string, service: string): (method: string, message: Uint8Array) => Promise<void> {
  let session: ClientHttp2Session | undefined;
  const open = () => {
    if (session !== undefined && !session.closed && !session.destroyed) return session;
    session = connect(`http://${address}`);
    // Each call fails with the error.
    session.on("error", () => undefined);
    return session;
  };
  return (method, message) =>
    new Promise((resolve, reject) => {
      const path = { ":method": "POST", ":path": `/${service}/${method}` };
      const call = open().request({ ...path, ...contentType, te: "trailers" });
      let status: unknown;
      const note = (headers: { readonly "grpc-status"?: unknown }) => {
        status ??= headers["grpc-status"];
      };
      call.on("error", reject).on("response", note).on("trailers", note);
      call.once("close", () =>
        Number(status) === statuses.ok ? resolve() : reject(new Error(`${method} failed with the status ${status}`)),
      );
      call.resume();
      call.end(framed(message));
    });
}

/**
 * Calls of Pulumi's protocol whose responses are the same for each package: the only ones if the engine needs nothing but the schema, whose
 * JSON is read when it's needed.
 */
export function packageCalls(version: string, schema: () => Uint8Array): Readonly<Record<string, Call>> {
  const responding =
    (message: () => Uint8Array): Call =>
    async () => ({ message: message() });
  const nothing = responding(() => Buffer.alloc(0));
  return {
    // PluginInfo and GetSchemaResponse have a text as their field 1.
    GetPluginInfo: responding(() => firstField(Buffer.from(version))),
    GetSchema: responding(() => firstField(schema())),
    // ProviderHandshakeResponse: the fields 1 and 2 are `accept_secrets` and `accept_resources`.
    Handshake: responding(() => Buffer.from([0x08, 1, 0x10, 1])),
    Attach: nothing,
    GetMapping: nothing,
    GetMappings: nothing,
  };
}

/** A message of Protocol Buffers with these bytes as its field 1. */
function firstField(bytes: Uint8Array): Uint8Array {
  const head = [0x0a];
  for (let length = bytes.length; ; length >>>= 7) {
    if (length < 0x80) return Buffer.concat([Buffer.from([...head, length]), bytes]);
    head.push((length & 0x7f) | 0x80);
  }
}

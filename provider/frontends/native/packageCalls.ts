/** Calls of Pulumi's protocol whose responses are the same for each package: the only ones if the engine needs nothing but the schema. */
import type { Call } from "./grpc.js";

/** @param schema The JSON of the schema, read when it's needed. */
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

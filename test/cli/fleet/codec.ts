/** Makes what Temporal stores unreadable, as an encryption does. The test puts this file beside those of a copied example. */
import type { ClientOptions } from "@temporalio/client";

type PayloadCodec = NonNullable<NonNullable<ClientOptions["dataConverter"]>["payloadCodecs"]>[number];
type Payload = Awaited<ReturnType<PayloadCodec["encode"]>>[number];

const encoding = Buffer.from("binary/inverted");
const inverted = (data: Uint8Array) => data.map((byte) => 255 - byte);

/** Payloads of others, such as schedules of Temporal's command line, are plain. */
export const codec: PayloadCodec = {
  encode: async (payloads) =>
    payloads.map(({ data, metadata }): Payload => {
      const own = JSON.stringify([...(data ?? [])]);
      const kept = JSON.stringify(Object.entries(metadata ?? {}).map(([name, value]) => [name, [...value]]));
      return { metadata: { encoding }, data: inverted(Buffer.from(JSON.stringify([own, kept]))) };
    }),
  decode: async (payloads) =>
    payloads.map((payload): Payload => {
      if (!encoding.equals(payload.metadata?.encoding ?? Buffer.of())) return payload;
      const [own, kept] = JSON.parse(Buffer.from(inverted(payload.data ?? Buffer.of())).toString());
      const metadata = Object.fromEntries(
        (JSON.parse(kept) as [string, number[]][]).map(([name, value]) => [name, Uint8Array.from(value)]),
      );
      return { metadata, data: Uint8Array.from(JSON.parse(own)) };
    }),
};

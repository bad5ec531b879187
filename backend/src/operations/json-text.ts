/** A response that is JSON already, with what the log of requests says about it. */
export class JsonText {
  constructor(
    readonly bytes: Buffer,
    readonly about: {
      /** The service that it describes. */
      readonly service?: { readonly id: string; readonly name: string };
      /** How many items its list has. */
      readonly items?: number;
    },
  ) {}

  toString(): string {
    return this.bytes.toString("utf8");
  }
}

const [opening, separator, closing] = ['{"results":[', ",", "]}"].map((text) => Buffer.from(text)) as [
  Buffer,
  Buffer,
  Buffer,
];

/** A list of what is JSON already. */
export function listOf(items: readonly Buffer[]): JsonText {
  const segments = items.flatMap((item, index) => (index === 0 ? [item] : [separator, item]));
  return new JsonText(Buffer.concat([opening, ...segments, closing]), { items: items.length });
}

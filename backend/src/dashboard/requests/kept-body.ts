/** What is kept of a body in the request log, so that neither large bodies nor many of them fill the memory. */

/** Larger requests cannot be shown or sent again. */
const mostRequestBytes = 256 * 1024;
/** Of longer responses, the beginning is kept. */
const mostResponseCharacters = 64 * 1024;

export interface StoredBody {
  /** Of the whole body; undefined if nobody has counted them yet. */
  readonly bytes: number | undefined;
  /** All of the body. */
  readonly whole?: string | Buffer;
  /** The beginning of a body that is too large. */
  readonly start?: string;
  /** How many items the list in the body has. */
  readonly items?: number;
  /** Whether it was dropped to make room for later ones. */
  readonly dropped?: true;
}

/** About how many bytes it needs. */
export function storedSize(body: StoredBody | null): number {
  return body?.whole?.length ?? body?.start?.length ?? 0;
}

export function storedRequest(bytes: Buffer): StoredBody {
  return bytes.length > mostRequestBytes ? { bytes: bytes.length } : { bytes: bytes.length, whole: bytes };
}

/** `items` is how many items the list in the body has. */
export function storedResponse(body: string | Buffer, items: number | undefined): StoredBody {
  if (body.length <= mostResponseCharacters) return { bytes: undefined, whole: body };
  // Copied: a part of a string or Buffer keeps all of it in memory.
  const start = Buffer.from(body.slice(0, mostResponseCharacters)).toString("utf8");
  return { bytes: Buffer.byteLength(body), start, ...(items === undefined ? {} : { items }) };
}

/** The first items of a list `{"results":[…`, of which the text has only the beginning. */
export function firstItems(text: string): unknown[] {
  const items: unknown[] = [];
  let depth = 0;
  let isString = false;
  let start = -1;
  for (let index = text.indexOf("[") + 1; index > 0 && index < text.length; index++) {
    const character = text[index];
    if (isString) {
      if (character === "\\") index++;
      else if (character === '"') isString = false;
    } else if (character === '"') isString = true;
    else if (character === "{" || character === "[") {
      if (depth++ === 0) start = index;
    } else if (character === "}" || character === "]") {
      if (--depth < 0) break;
      if (depth === 0) items.push(JSON.parse(text.slice(start, index + 1)));
    }
  }
  return items;
}

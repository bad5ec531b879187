/**
 * Converts Google's `Struct` in bytes from and to plain values: the classes of google-protobuf create several objects for each value. The
 * format is in https://protobuf.dev/programming-guides/encoding and google/protobuf/struct.proto.
 */
import { isObject, setMember, type Value, type Values } from "../schema/json.js";

/** Wire types of fields. */
const wire = { varint: 0, double: 1, bytes: 2, float: 5 } as const;

const tagOf = (field: number, type: number) => (field << 3) | type;

/** A member of a struct, or an item of a list. */
const EACH = tagOf(1, wire.bytes);
/** The name of a member. */
const NAME = tagOf(1, wire.bytes);
const VALUE = tagOf(2, wire.bytes);
/** The kinds of a value. */
const NULL = tagOf(1, wire.varint);
const NUMBER = tagOf(2, wire.double);
const STRING = tagOf(3, wire.bytes);
const BOOLEAN = tagOf(4, wire.varint);
const STRUCT = tagOf(5, wire.bytes);
const LIST = tagOf(6, wire.bytes);

/** The values of a struct. Throws if the bytes aren't one. */
export function decodeStruct(bytes: Uint8Array): Values {
  return new Decoder(bytes).struct(bytes.length);
}

export function encodeStruct(values: Values): Uint8Array {
  const encoder = new Encoder();
  encoder.struct(values);
  return encoder.written();
}

/** Each method gets the end of the part that it may read. */
class Decoder {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  struct(end: number): Values {
    const values: Record<string, Value> = {};
    while (this.#at < end) {
      const tag = this.#varint(end);
      if (tag === EACH) this.#member(values, this.#end(end));
      else this.#skip(tag, end);
    }
    return values;
  }

  #member(values: Record<string, Value>, end: number): void {
    let name = "";
    let value: Value = null;
    while (this.#at < end) {
      const tag = this.#varint(end);
      if (tag === NAME) name = this.#text(end);
      else if (tag === VALUE) value = this.#value(this.#end(end));
      else this.#skip(tag, end);
    }
    setMember(values, name, value);
  }

  #value(end: number): Value {
    let value: Value = null;
    while (this.#at < end) {
      const tag = this.#varint(end);
      if (tag === NUMBER) value = this.#bytes.readDoubleLE(this.#take(8, end));
      else if (tag === STRING) value = this.#text(end);
      else if (tag === BOOLEAN) value = this.#varint(end) !== 0;
      else if (tag === STRUCT) value = this.struct(this.#end(end));
      else if (tag === LIST) value = this.#list(this.#end(end));
      else {
        if (tag === NULL) value = null;
        this.#skip(tag, end);
      }
    }
    return value;
  }

  #list(end: number): Value[] {
    const items: Value[] = [];
    while (this.#at < end) {
      const tag = this.#varint(end);
      if (tag === EACH) items.push(this.#value(this.#end(end)));
      else this.#skip(tag, end);
    }
    return items;
  }

  #text(limit: number): string {
    const length = this.#varint(limit);
    const start = this.#take(length, limit);
    return this.#bytes.toString("utf8", start, start + length);
  }

  /** Reads a length, and returns where that part ends. */
  #end(limit: number): number {
    const length = this.#varint(limit);
    return fitting(this.#at + length, limit);
  }

  /** Skips a number of bytes, and returns where they begin. */
  #take(length: number, limit: number): number {
    const start = this.#at;
    this.#at = fitting(start + length, limit);
    return start;
  }

  /** A number of up to 64 bits, approximate above 53 bits. */
  #varint(limit: number): number {
    let value = 0;
    for (let factor = 1; factor < 2 ** 70; factor *= 128) {
      const byte = this.#bytes[this.#take(1, limit)] as number;
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
    throw new Error("a message of the engine has a number of more than 64 bits");
  }

  #skip(tag: number, limit: number): void {
    const type = tag & 7;
    if (type === wire.varint) this.#varint(limit);
    else if (type === wire.double) this.#take(8, limit);
    else if (type === wire.bytes) this.#at = this.#end(limit);
    else if (type === wire.float) this.#take(4, limit);
    else throw new Error(`a message of the engine has a field of an unknown form: ${tag}`);
  }
}

function fitting(end: number, limit: number): number {
  if (end > limit) throw new Error("a message of the engine is incomplete");
  return end;
}

/** Writes from the end to the start, so that each length is known when it's written. */
class Encoder {
  #bytes = Buffer.allocUnsafe(2048);
  #start = this.#bytes.length;

  written(): Uint8Array {
    return this.#bytes.subarray(this.#start);
  }

  struct(values: Values): void {
    for (const [name, value] of Object.entries(values).reverse()) {
      if (value === undefined) continue;
      const after = this.#length();
      this.#value(value);
      this.#prefix(VALUE, after);
      this.#text(NAME, name);
      this.#prefix(EACH, after);
    }
  }

  #value(value: Value): void {
    const after = this.#length();
    if (value === null) {
      this.#small(NULL, 0);
    } else if (typeof value === "string") {
      this.#text(STRING, value);
    } else if (typeof value === "number") {
      const at = this.#room(8);
      this.#bytes.writeDoubleLE(value, at);
      this.#varint(NUMBER);
    } else if (typeof value === "boolean") {
      this.#small(BOOLEAN, value ? 1 : 0);
    } else if (isObject(value)) {
      this.struct(value);
      this.#prefix(STRUCT, after);
    } else if (Array.isArray(value)) {
      this.#list(value);
      this.#prefix(LIST, after);
    }
  }

  #list(items: readonly Value[]): void {
    for (const item of [...items].reverse()) {
      const after = this.#length();
      this.#value(item);
      this.#prefix(EACH, after);
    }
  }

  #text(tag: number, text: string): void {
    const after = this.#length();
    const length = Buffer.byteLength(text);
    const at = this.#room(length);
    this.#bytes.write(text, at, length);
    this.#prefix(tag, after);
  }

  #small(tag: number, number: number): void {
    this.#varint(number);
    this.#varint(tag);
  }

  /** Writes the tag and the length of what was written since. */
  #prefix(tag: number, after: number): void {
    this.#varint(this.#length() - after);
    this.#varint(tag);
  }

  #varint(number: number): void {
    const length = number < 128 ? 1 : Math.ceil((32 - Math.clz32(number)) / 7);
    let at = this.#room(length);
    let rest = number;
    for (; rest > 127; rest >>>= 7) this.#bytes[at++] = (rest & 127) | 128;
    this.#bytes[at] = rest;
  }

  #length(): number {
    return this.#bytes.length - this.#start;
  }

  /** Makes room for a number of bytes, and returns where they begin. */
  #room(length: number): number {
    if (length > this.#start) {
      const written = this.written();
      this.#bytes = Buffer.allocUnsafe(2 * (written.length + length));
      this.#start = this.#bytes.length - written.length;
      this.#bytes.set(written, this.#start);
    }
    this.#start -= length;
    return this.#start;
  }
}

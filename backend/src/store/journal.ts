/**
 * The data file: a line that names its format, then a record for each write, or for several that arrived together. A record is a
 * line of its own with a checksum, its number and its changes, appended and synced before any response says so. A
 * record begins with a line break as well: a single damaged byte never joins two records.
 */
import { constants, isAscii } from "node:buffer";
import {
  closeSync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  realpathSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { crc32 } from "node:zlib";
import { type Change, type Content, Unparsed } from "./content.js";
import { DamagedFile, WriteFailed } from "./trouble.js";

const program = "app-platform-backend";
const format = 1;
const header = `${JSON.stringify({ program, format })}\n`;
const lineBreak = 10;
const firstLine = Buffer.from(header.trimEnd());
const checksumLength = 8;

/** Only for this user: the file has the signing key and the secrets of the services. */
export const ownMode = 0o600;
/** How much is read at once, and written at once when a file is rewritten. */
const chunkLength = 1024 * 1024;
/** A record is made of a string. */
const longestRecord = constants.MAX_STRING_LENGTH;

export interface Journal {
  append(changes: readonly string[]): void;
  close(): void;
}

function checksumOf(text: string | Buffer): string {
  return crc32(text).toString(16).padStart(checksumLength, "0");
}

/** A tab comes before each change, and nowhere else: JSON has it only as an escape. So a record is read without parsing its values. */
const separator = ",\t";

function recordOf(number: number, changes: readonly string[]): string {
  const json = `[${[number, ...changes].join(separator)}]`;
  return `\n${checksumOf(json)} ${json}\n`;
}

function readChange(json: string): Change {
  const [start, table = "", key = ""] = /^\["([^"\\]*)","([^"\\]*)"/.exec(json) ?? [];
  if (start === undefined) return JSON.parse(json);
  return json.length === start.length + 1 ? [table, key] : [table, key, new Unparsed(json.slice(start.length + 1, -1))];
}

/** Undefined if the line is damaged. */
function readRecord(line: Buffer, text: string): [number: number, ...changes: Change[]] | undefined {
  const start = `${checksumOf(line.subarray(checksumLength + 1))} `;
  if (!text.startsWith(start)) return undefined;
  const json = text.slice(start.length);
  const [number = "", ...changes] = json.slice(1, -1).split(separator);
  // Files of earlier versions have no separators.
  return changes.length === 0 ? JSON.parse(json) : [Number(number), ...changes.map(readChange)];
}

function refuseForeignFile(bytes: Buffer): void {
  // Or its very first write was interrupted.
  if (header.startsWith(bytes.toString("latin1", 0, header.length))) return;
  const [first = ""] = bytes.toString("utf8", 0, 1000).split("\n");
  if (first.startsWith("SQLite format")) {
    throw new Error("it is an SQLite database, which this version doesn't read; use another data file");
  }
  const [, newer] = /^\{"program":"app-platform-backend","format":(\d+)\}$/.exec(first) ?? [];
  if (newer === undefined)
    throw new Error(`its first line isn't that of a data file of ${program}; use another data file`);
  throw new Error(
    `its format is ${newer}, but this version of ${program} reads only format ${format}; update ${program}, or use another data file`,
  );
}

interface Read {
  readonly records: number;
  /** Where the next record begins. Anything after it is left from an interrupted write, for which no response was sent. */
  readonly length: number;
  /** Whether that is what a rewrite has left, which isn't a write. */
  readonly isRewrite?: true;
}

const noBytes = Buffer.alloc(0);

interface Line {
  /** Where the next one begins. */
  readonly next: number;
  /** Whether it ends with a line break. */
  readonly isEnded: boolean;
  /** Without its line break; undefined if it is longer than any record. */
  readonly bytes: Buffer | undefined;
  readonly text: string;
}

/** The lines of a file that is read in pieces. A piece, and a line in it, may change once the next one is read. */
function* linesOf(pieces: Iterable<Buffer>): Generator<Line> {
  /** The beginning of a line that goes on in the next piece. */
  let segments: Buffer[] = [];
  let [length, position] = [0, 0];
  const lineTo = (last: Buffer, isEnded: boolean, text?: string): Line => {
    if (length + last.length > longestRecord) return { next: position, isEnded, bytes: undefined, text: "" };
    if (segments.length === 0 && text !== undefined) return { next: position, isEnded, bytes: last, text };
    const bytes = segments.length === 0 ? last : Buffer.concat([...segments, last]);
    return { next: position, isEnded, bytes, text: bytes.toString() };
  };
  for (const piece of pieces) {
    const start = position;
    // The lines are slices of one long string, which garbage collections don't move.
    const text = isAscii(piece) ? piece.toString("latin1") : undefined;
    let from = 0;
    for (let end = piece.indexOf(lineBreak); end >= 0; end = piece.indexOf(lineBreak, from)) {
      position = start + end + 1;
      yield lineTo(end === from ? noBytes : piece.subarray(from, end), true, text?.slice(from, end));
      [segments, length, from] = [[], 0, end + 1];
    }
    position = start + piece.length;
    if (from === piece.length) continue;
    length += piece.length - from;
    segments = length > longestRecord ? [] : [...segments, Buffer.from(piece.subarray(from))];
  }
  if (length > 0) yield lineTo(noBytes, false);
}

function* withoutForeign(pieces: Iterable<Buffer>): Generator<Buffer> {
  let isFirst = true;
  for (const piece of pieces) {
    if (isFirst) refuseForeignFile(piece);
    isFirst = false;
    yield piece;
  }
}

/** Reads a data file, which comes in pieces, into the content. The first piece has all of its first line. */
export function readJournal(pieces: Iterable<Buffer>, content: Content): Read {
  let [records, length, line] = [0, 0, 0];
  let damagedLine: number | undefined;
  /** Whether an empty line has come after the damaged one. */
  let isOver = false;
  for (const { bytes, text, next, isEnded } of linesOf(withoutForeign(pieces))) {
    line += 1;
    if (line === 1) {
      // Otherwise, its very first write was interrupted.
      if (isEnded) length = next;
      continue;
    }
    if (bytes?.length === 0) {
      isOver = damagedLine !== undefined;
      continue;
    }
    if (damagedLine === undefined && bytes?.equals(firstLine) === true) return { records, length, isRewrite: true };
    const [number, ...changes] = (bytes && readRecord(bytes, text)) ?? [];
    // Only the last write can have been interrupted.
    if (damagedLine !== undefined && (isOver || number !== undefined)) {
      throw new DamagedFile(`line ${damagedLine} isn't as it was written`);
    }
    if (number === undefined || bytes === undefined) {
      damagedLine ??= line;
      continue;
    }
    records += 1;
    if (number !== records) throw new DamagedFile(`line ${line} is record ${number} instead of ${records}`);
    content.apply(changes as Change[], bytes.length);
    length = next;
  }
  return { records, length };
}

function writeAt(descriptor: number, text: string | Buffer, position: number): number {
  const bytes = typeof text === "string" ? Buffer.from(text) : text;
  for (let written = 0; written < bytes.length; ) {
    written += writeSync(descriptor, bytes, written, bytes.length - written, position + written);
  }
  return bytes.length;
}

/** A part of a file in pieces. Each is valid until the next one is read. */
function* piecesOf(descriptor: number, from = 0, to = Number.POSITIVE_INFINITY): Generator<Buffer> {
  const piece = Buffer.allocUnsafe(chunkLength);
  for (let position = from; position < to; ) {
    const read = readSync(descriptor, piece, 0, Math.min(chunkLength, to - position), position);
    if (read === 0) return;
    yield piece.subarray(0, read);
    position += read;
  }
}

/** Makes the name of a new file as durable as its content. */
function syncFolder(file: string): void {
  // Windows can't do that.
  if (process.platform === "win32") return;
  const folder = openSync(dirname(file), "r");
  fsyncSync(folder);
  closeSync(folder);
}

/** Appends a data file with only what the content has now. */
function writeContent(descriptor: number, content: Content, start: number): Read {
  let [records, length, chunk] = [0, writeAt(descriptor, header, start), ""];
  // From then on, nothing that follows is treated as what was written before.
  fdatasyncSync(descriptor);
  for (const change of content.all()) {
    records += 1;
    chunk += recordOf(records, [change]);
    if (chunk.length < chunkLength) continue;
    length += writeAt(descriptor, chunk, start + length);
    chunk = "";
  }
  length += writeAt(descriptor, chunk, start + length);
  return { records, length };
}

/** The end of a data file whose second half replaces the first. */
interface Rewrite {
  readonly start: number;
  readonly length: number;
}

const longestEnd = 100;

function endOf({ start, length }: Rewrite): string {
  const json = JSON.stringify({ rewrite: [start, length] });
  return `\n${checksumOf(json)} ${json}\n`;
}

/** The rewrite of a file that has to be finished. */
function unfinishedRewrite(descriptor: number): Rewrite | undefined {
  const { size } = fstatSync(descriptor);
  const [last] = piecesOf(descriptor, Math.max(0, size - longestEnd));
  const [end, start, length] =
    /\n[0-9a-f]{8} \{"rewrite":\[(\d+),(\d+)\]\}\n$/.exec(last?.toString("latin1") ?? "") ?? [];
  const rewrite = { start: Number(start), length: Number(length) };
  return end !== undefined && end === endOf(rewrite) && size === rewrite.start + rewrite.length + end.length
    ? rewrite
    : undefined;
}

/** Whenever this is interrupted, the next one does it again. */
function finishRewrite(descriptor: number, { start, length }: Rewrite): void {
  let position = 0;
  for (const piece of piecesOf(descriptor, start, start + length)) position += writeAt(descriptor, piece, position);
  fsyncSync(descriptor);
  ftruncateSync(descriptor, length);
  fsyncSync(descriptor);
}

/** Reads a data file that a running platform may have open. */
export function readOpenJournal(file: string, content: Content): void {
  const descriptor = openSync(file, "r");
  try {
    const { start, length } = unfinishedRewrite(descriptor) ?? { start: 0, length: Number.POSITIVE_INFINITY };
    readJournal(piecesOf(descriptor, start, start + length), content);
  } finally {
    closeSync(descriptor);
  }
}

export interface JournalOptions {
  /** Called with what happened to the file, for whoever runs the platform. */
  readonly report?: ((message: string) => void) | undefined;
  /** No file up to this length is rewritten. */
  readonly shortLength?: number;
}

/** Opens a data file, or makes one, and reads it into the content. */
export function openJournal(
  specified: string,
  content: Content,
  { report, shortLength = 32 * 1024 * 1024 }: JournalOptions,
): Journal {
  closeSync(openSync(specified, "a", ownMode));
  const file = realpathSync(specified);
  let descriptor = openSync(file, "r+");
  let records = 0;
  let length = 0;
  /** Whether the file may contain more than the stored content. */
  let isLonger = false;
  /** Once it is there, the file is no longer what it was before. */
  let rewrite: Rewrite | undefined;
  /** No file up to this length is rewritten. */
  let limit = shortLength;

  function cut(): void {
    ftruncateSync(descriptor, length);
    isLonger = false;
  }

  /** If that fails, the next write does it. */
  function tryToCut(): void {
    try {
      if (isLonger) cut();
    } catch {
      // The disk has a problem that the next write reports.
    }
  }

  function finish(): void {
    if (rewrite === undefined) return;
    finishRewrite(descriptor, rewrite);
    rewrite = undefined;
    limit = shortLength;
  }

  function read(): void {
    rewrite = unfinishedRewrite(descriptor);
    finish();
    const found = readJournal(piecesOf(descriptor), content);
    ({ records, length } = found);
    const rest = fstatSync(descriptor).size - length;
    isLonger = rest > 0;
    if (!isLonger) return;
    cut();
    if (found.isRewrite !== true && length > 0) {
      report?.(
        `The last write to the data file ${file} was interrupted, and never acknowledged: ${rest} bytes are dropped.`,
      );
    }
  }

  /** Another program ignored the lock. A response must not claim that something is stored if it isn't. */
  function refuseOthers(): void {
    const { size, nlink } = fstatSync(descriptor);
    if (size !== length || nlink === 0) throw new Error("another program has changed or removed the file");
  }

  function append(text: string): void {
    finish();
    if (isLonger) cut();
    refuseOthers();
    isLonger = true;
    try {
      const added = writeAt(descriptor, text, length);
      fdatasyncSync(descriptor);
      length += added;
      isLonger = false;
    } finally {
      if (isLonger) cut();
    }
  }

  /** The number of a closed file may be reused for another one. */
  function close(): void {
    closeSync(descriptor);
    descriptor = -1;
  }

  /**
   * Rewrites a file that is mostly outdated. Its content is appended, then moved to the beginning: that needs no other file, and the
   * lock stays on this one.
   */
  function rewriteIfLong(): void {
    if (length <= Math.max(limit, 2 * content.size())) return;
    limit = 2 * length;
    try {
      isLonger = true;
      // The last line may lack its line break.
      const start = length + writeAt(descriptor, "\n", length);
      const written = writeContent(descriptor, content, start);
      // Short rows need much more than their values.
      if (written.length > length) {
        cut();
        return;
      }
      fsyncSync(descriptor);
      const next = { start, length: written.length };
      writeAt(descriptor, endOf(next), start + written.length);
      fsyncSync(descriptor);
      rewrite = next;
      ({ records, length } = written);
      isLonger = false;
      finish();
    } catch (error) {
      const reason = (error as Error).message;
      report?.(`The data file ${file} can't be rewritten with only its current content, so it grows: ${reason}.`);
      tryToCut();
    }
  }

  function begin(): void {
    length = writeAt(descriptor, header, 0);
    fsyncSync(descriptor);
    syncFolder(file);
  }

  try {
    read();
    if (length === 0) begin();
    else rewriteIfLong();
  } catch (error) {
    close();
    throw error;
  }
  return {
    append(changes) {
      try {
        append(recordOf(records + 1, changes));
      } catch (error) {
        throw new WriteFailed(error as NodeJS.ErrnoException);
      }
      records += 1;
      rewriteIfLong();
    },
    close,
  };
}

/**
 * The data file: a line that names its format, then a record for each write, or for several that arrived together. A record is a
 * line of its own with a checksum, its number and its changes, appended and synced before any response says so. A
 * record begins with a line break as well: a single damaged byte never joins two records.
 */
import {
  closeSync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { dirname } from "node:path";
import { crc32 } from "node:zlib";
import type { Change, Content } from "./content.js";
import { DamagedFile, WriteFailed } from "./trouble.js";

const program = "app-platform-backend";
const format = 1;
const header = `${JSON.stringify({ program, format })}\n`;
const lineBreak = 10;
const checksumLength = 8;

/** Only for this user: the file has the signing key and the secrets of the services. */
const ownMode = 0o600;
const shortLength = 32 * 1024 * 1024;
/** How much is written at once when a file is rewritten. */
const chunkLength = 1024 * 1024;

export interface Journal {
  append(changes: readonly string[]): void;
  close(): void;
}

function checksumOf(text: string | Buffer): string {
  return crc32(text).toString(16).padStart(checksumLength, "0");
}

function recordOf(number: number, changes: readonly string[]): string {
  const json = `[${number},${changes.join()}]`;
  return `\n${checksumOf(json)} ${json}\n`;
}

/** Undefined if the line is damaged. */
function readRecord(line: Buffer): [number: number, ...changes: Change[]] | undefined {
  const json = line.subarray(checksumLength + 1);
  const start = `${checksumOf(json)} `;
  return line.toString("latin1", 0, start.length) === start ? JSON.parse(json.toString()) : undefined;
}

function refuseForeignFile(bytes: Buffer): void {
  if (bytes.toString("latin1", 0, header.length) === header) return;
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
}

/** Reads a data file into the content. */
export function readJournal(bytes: Buffer, content: Content): Read {
  // Empty, or its very first write was interrupted.
  if (bytes.length < header.length && header.startsWith(bytes.toString())) return { records: 0, length: 0 };
  refuseForeignFile(bytes);
  let [records, length, line] = [0, header.length, 1];
  let damagedLine: number | undefined;
  /** Whether an empty line has come after the damaged one. */
  let isOver = false;
  for (let start = length, end = start; start < bytes.length; start = end + 1) {
    end = bytes.indexOf(lineBreak, start);
    if (end < 0) end = bytes.length;
    line += 1;
    if (end === start) {
      isOver = damagedLine !== undefined;
      continue;
    }
    const [number, ...changes] = readRecord(bytes.subarray(start, end)) ?? [];
    // Only the last write can have been interrupted.
    if (damagedLine !== undefined && (isOver || number !== undefined)) {
      throw new DamagedFile(`line ${damagedLine} isn't as it was written`);
    }
    if (number === undefined) {
      damagedLine ??= line;
      continue;
    }
    records += 1;
    if (number !== records) throw new DamagedFile(`line ${line} is record ${number} instead of ${records}`);
    content.apply(changes as Change[], end - start);
    length = Math.min(end + 1, bytes.length);
  }
  return { records, length };
}

function writeAt(descriptor: number, text: string, position: number): number {
  const bytes = Buffer.from(text);
  for (let written = 0; written < bytes.length; ) {
    written += writeSync(descriptor, bytes, written, bytes.length - written, position + written);
  }
  return bytes.length;
}

/** Makes the name of a new file as durable as its content. */
function syncFolder(file: string): void {
  // Windows can't do that.
  if (process.platform === "win32") return;
  const folder = openSync(dirname(file), "r");
  fsyncSync(folder);
  closeSync(folder);
}

/** Writes a file with only what the content has now. */
function writeContent(file: string, content: Content): Read {
  // Left by a process that was killed.
  rmSync(file, { force: true });
  const descriptor = openSync(file, "wx", ownMode);
  try {
    let [records, length, chunk] = [0, 0, header];
    for (const change of content.all()) {
      records += 1;
      chunk += recordOf(records, [change]);
      if (chunk.length < chunkLength) continue;
      length += writeAt(descriptor, chunk, length);
      chunk = "";
    }
    length += writeAt(descriptor, chunk, length);
    fsyncSync(descriptor);
    return { records, length };
  } finally {
    closeSync(descriptor);
  }
}

/** Opens a data file, or makes one, and reads it into the content. */
export function openJournal(given: string, content: Content): Journal {
  closeSync(openSync(given, "a", ownMode));
  const file = realpathSync(given);
  const bytes = readFileSync(file);
  let { records, length } = readJournal(bytes, content);
  let descriptor = openSync(file, "r+");
  /** Whether the file may contain more than the stored content. */
  let isLonger = bytes.length > length;
  /** No file up to this length is rewritten. */
  let limit = shortLength;

  function cut(): void {
    ftruncateSync(descriptor, length);
    isLonger = false;
  }

  /** Another program ignored the lock. A response must not claim that something is stored if it isn't. */
  function refuseOthers(): void {
    const { size, nlink } = fstatSync(descriptor);
    if (size !== length || nlink === 0) throw new Error("another program has changed or removed the file");
  }

  function append(text: string): void {
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

  /** Replaces a file that is mostly outdated by one with only the current content. */
  function rewriteIfLong(): void {
    if (length <= Math.max(limit, 2 * content.size())) return;
    const fresh = `${file}-new`;
    try {
      const written = writeContent(fresh, content);
      // Windows can't replace an open file.
      close();
      try {
        renameSync(fresh, file);
        ({ records, length } = written);
      } finally {
        descriptor = openSync(file, "r+");
      }
      syncFolder(file);
    } catch {
      // For example, the disk is full. Tried again when the file is twice as long.
      limit = Math.max(shortLength, 2 * length);
      rmSync(fresh, { force: true });
    }
  }

  function begin(): void {
    length = writeAt(descriptor, header, 0);
    fsyncSync(descriptor);
    syncFolder(file);
  }

  try {
    if (isLonger) cut();
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

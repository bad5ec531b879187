/** Reads a data file of the backend from disk, without the backend. */
import { readFileSync } from "node:fs";
import { crc32 } from "node:zlib";
import type { Body } from "./bodies.js";

export interface Stored {
  readonly meta: ReadonlyMap<string, string>;
  /** By kind and id. */
  readonly records: ReadonlyMap<string, Body>;
  readonly services: ReadonlyMap<string, Body>;
  readonly deployments: ReadonlyMap<string, Body>;
  /** Lines that are not as they were written; the last one of a file may be what is left of an interrupted write. */
  readonly damage: readonly string[];
}

type Change = [table: string, key: string, value?: unknown];

const checksumOf = (text: string) => crc32(text).toString(16).padStart(8, "0");

export function readStored(file: string): Stored {
  const [header = "", ...rest] = readFileSync(file, "utf8").split("\n");
  const lines = rest.filter((line) => line !== "");
  const tables = new Map<string, Map<string, unknown>>();
  const damage = header === '{"program":"app-platform-backend","format":1}' ? [] : [header];
  for (const [index, line] of lines.entries()) {
    const [checksum, json] = [line.slice(0, 8), line.slice(9)];
    if (checksum !== checksumOf(json)) {
      if (index < lines.length - 1) damage.push(line);
      continue;
    }
    const [number, ...changes] = JSON.parse(json) as [number, ...Change[]];
    if (number !== index + 1) damage.push(line);
    for (const [name, key, value] of changes) {
      const table = tables.get(name) ?? new Map<string, unknown>();
      tables.set(name, table);
      if (value === undefined) table.delete(key);
      else table.set(key, value);
    }
  }
  const table = <T>(name: string) => (tables.get(name) ?? new Map()) as ReadonlyMap<string, T>;
  return {
    meta: table("meta"),
    records: table("record"),
    services: table("service"),
    deployments: table("deployment"),
    damage,
  };
}

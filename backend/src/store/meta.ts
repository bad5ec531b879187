import type { Content } from "./content.js";

/** Single values of the platform: its signing key, its manual clock, its failure rules. */
export interface Meta {
  get(key: string): string | undefined;
  set(key: string, value: string): void;
}

export function openMeta(content: Content): Meta {
  return content.table<string>("meta");
}

/** What the platform has acknowledged, and what was on the way when it was killed: what must be there afterwards. */
import { type Body, type KindName, kindNames } from "../support/bodies.js";
import type { Platform } from "../support/platform.js";

export type Write = "create" | "clone" | "update" | "deploy" | "delete";
export const writes: readonly Write[] = ["create", "clone", "update", "deploy", "delete"];

/** What of a service the load changes. */
export interface Content {
  readonly name: string;
  readonly description: string;
}

/** A service that the load has asked for. */
export interface Entry {
  readonly kind: KindName;
  readonly environment: string;
  /** Not known before its create or clone is acknowledged. */
  id: string | undefined;
  /** As the last acknowledged write has left it; undefined for one that is not there. */
  content: Content | undefined;
  /** What a write that is not acknowledged yet would make of it. */
  pending: { readonly content: Content | undefined } | undefined;
}

export interface Ledger {
  readonly entries: Set<Entry>;
  /** Deployments that were acknowledged, in this order: the environment of each, by id. */
  readonly deployments: Map<string, string>;
  readonly acknowledged: Record<Write, number>;
  /** How many writes a kill left without a response. */
  unacknowledged: number;
}

export function newLedger(): Ledger {
  const acknowledged = Object.fromEntries(writes.map((write) => [write, 0])) as Ledger["acknowledged"];
  return { entries: new Set(), deployments: new Map(), acknowledged, unacknowledged: 0 };
}

function same(one: Content | undefined, other: Content | undefined): boolean {
  return one?.name === other?.name && one?.description === other?.description;
}

/**
 * Compares what the platform lists with the ledger, and records what the writes without a response have done.
 * Gives each way in which they differ; nothing where every acknowledged write is there and every other is wholly there or not at all.
 */
export async function compare(platform: Platform, ledger: Ledger): Promise<string[]> {
  const { entries } = ledger;
  const found = await listed(platform);
  const wrong: string[] = [];
  for (const entry of entries) {
    const { kind, environment, pending } = entry;
    const name = pending?.content?.name ?? entry.content?.name;
    const service = found.find((each) =>
      entry.id === undefined ? each.is(kind, environment) && each.content.name === name : each.id === entry.id,
    );
    const isDone = pending !== undefined && same(service?.content, pending.content);
    if (!isDone && !same(service?.content, entry.content)) {
      const allowed = pending === undefined ? [entry.content] : [entry.content, pending.content];
      wrong.push(`${kind} ${entry.id}: ${shown(service?.content)} instead of ${allowed.map(shown).join(" or ")}`);
    }
    if (pending !== undefined) ledger.unacknowledged += 1;
    entry.pending = undefined;
    entry.content = service?.content;
    entry.id = service?.id;
    if (service === undefined) entries.delete(entry);
    else found.splice(found.indexOf(service), 1);
  }
  return [...wrong, ...found.map(({ id, content }) => `${id} is there, and nobody made it: ${shown(content)}`)];
}

function shown(content: Content | undefined): string {
  return content === undefined ? "nothing" : `"${content.name}" (${content.description.slice(0, 40)})`;
}

async function listed(platform: Platform) {
  const { environment, otherEnvironment } = platform.ids;
  const lists = [environment, otherEnvironment].flatMap((place) =>
    kindNames.map(async (kind) => {
      const { status, body } = await platform.request("GET", `/environment/${place}/${kind}`);
      if (status !== 200) throw new Error(`The list of ${kind} returned ${status}.`);
      return (body.results as Body[]).map(({ id, name, description }) => ({
        id: id as string,
        content: { name, description } as Content,
        is: (ofKind: KindName, at: string) => ofKind === kind && at === place,
      }));
    }),
  );
  return (await Promise.all(lists)).flat();
}

/**
 * The rows of all environments, kept up to date: the cost of an open page depends on what changes, not on how much there is.
 * Long work is done in slices, so that requests are handled in between.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Platform } from "../platform.js";
import type { Content } from "./content.js";
import type { EnvironmentSummary } from "./contract.js";
import { environmentSummary, isMoving, projectOf } from "./summaries.js";

export interface EnvironmentRows {
  /** All rows, as they are at this moment. */
  all(): Promise<EnvironmentSummary[]>;
  /** Brings rows up to date, for one slice of time at most. */
  update(): void;
  /** Whether there is more to bring up to date. */
  isBehind(): boolean;
  /** Whether a row changes with the time. */
  isMoving(): boolean;
  /** What is new since it was taken last: rows that have changed, and all environments in which something may have changed. */
  take(): { changed: EnvironmentSummary[]; removed: string[]; lookedAt: ReadonlySet<string> };
  /** The clock was advanced. */
  clockChanged(): void;
  /** All content was replaced. */
  cleared(): void;
}

const sliceMilliseconds = 10;

function isSame(one: EnvironmentSummary | undefined, other: EnvironmentSummary): boolean {
  return one !== undefined && JSON.stringify(one) === JSON.stringify(other);
}

export function createEnvironmentRows(platform: () => Platform, content: Content): EnvironmentRows {
  const rows = new Map<string, EnvironmentSummary>();
  /** The rows to update. */
  const behind = new Set<string>();
  const moving = new Set<string>();
  const changed = new Set<string>();
  const removed = new Set<string>();
  let seenAt = new Set<string>();
  let listed: unknown;

  /** Notes what has changed, without looking at it. */
  function note(): void {
    content.refresh();
    for (const id of content.takeChanged()) behind.add(id);
    const environments = content.environments();
    if (environments === listed) return;
    listed = environments;
    for (const environment of environments) {
      const row = rows.get(environment.id);
      const isRenamed = row?.name !== environment.name || row.project.name !== projectOf(platform(), environment).name;
      if (isRenamed || environment.deletingSince !== null) behind.add(environment.id);
    }
    for (const id of rows.keys()) if (content.environment(id) === undefined) remove(id);
  }

  function remove(id: string): void {
    rows.delete(id);
    moving.delete(id);
    changed.delete(id);
    removed.add(id);
  }

  function inspect(id: string): void {
    behind.delete(id);
    seenAt.add(id);
    const environment = content.environment(id);
    if (environment === undefined) return;
    const row = environmentSummary(platform(), content, environment);
    if (isMoving(row)) moving.add(id);
    else moving.delete(id);
    if (isSame(rows.get(id), row)) return;
    rows.set(id, row);
    changed.add(id);
    removed.delete(id);
  }

  function isTimed(): boolean {
    return typeof platform().clock.speed === "number";
  }

  function noteMoving(): void {
    for (const id of moving) behind.add(id);
  }

  return {
    async all() {
      note();
      if (isTimed()) noteMoving();
      let end = performance.now() + sliceMilliseconds;
      for (const id of [...behind]) {
        if (performance.now() > end) {
          await nextTurn();
          end = performance.now() + sliceMilliseconds;
        }
        inspect(id);
      }
      return content.environments().flatMap(({ id }) => rows.get(id) ?? []);
    },
    update() {
      note();
      if (behind.size === 0 && isTimed()) noteMoving();
      const end = performance.now() + sliceMilliseconds;
      for (const id of behind) {
        inspect(id);
        if (performance.now() > end) break;
      }
    },
    isBehind: () => behind.size > 0,
    isMoving: () => isTimed() && moving.size > 0,
    take() {
      const taken = {
        changed: [...changed].flatMap((id) => rows.get(id) ?? []),
        removed: [...removed],
        lookedAt: seenAt,
      };
      changed.clear();
      removed.clear();
      seenAt = new Set();
      return taken;
    },
    clockChanged: noteMoving,
    cleared() {
      for (const each of [rows, behind, moving, changed, removed]) each.clear();
      listed = undefined;
    },
  };
}

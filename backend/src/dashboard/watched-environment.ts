/** The rows of an environment that somebody watches, and what has changed in them since the last look. */
import { isDeepStrictEqual } from "node:util";
import type { DeploymentSummary, ResourceSummary, ServiceSummary } from "./contract.js";
import type { Views } from "./views.js";

type Rows<R> = ReadonlyMap<string, R>;

export interface Watched {
  readonly services: Rows<ServiceSummary>;
  readonly others: Rows<ResourceSummary>;
  readonly deployments: Rows<DeploymentSummary>;
}

function byId<R extends { readonly id: string }>(rows: readonly R[]): Rows<R> {
  return new Map(rows.map((row) => [row.id, row]));
}

export function rowsOf(views: Pick<Views, keyof Watched>, environmentId: string): Watched {
  return {
    services: byId(views.services(environmentId)),
    others: byId(views.others(environmentId)),
    deployments: byId(views.deployments(environmentId)),
  };
}

function isSame<R extends object>(a: R, b: R): boolean {
  // Most members aren't objects: comparing these directly is fastest.
  return (Object.keys(a) as (keyof R)[]).every(
    (member) => a[member] === b[member] || isDeepStrictEqual(a[member], b[member]),
  );
}

/** One item if something has changed, otherwise none. */
export function changesOf<R extends object>(before: Rows<R>, now: Rows<R>): { changed: R[]; removed: string[] }[] {
  const changed = [...now].flatMap(([id, row]) => {
    const earlier = before.get(id);
    return earlier !== undefined && isSame(earlier, row) ? [] : [row];
  });
  const removed = [...before.keys()].filter((id) => !now.has(id));
  return changed.length + removed.length === 0 ? [] : [{ changed, removed }];
}

import { normalId, normalName } from "../schema/equality.js";

/** A deployment that this run has begun. */
interface Begun {
  /** Label of the resource that began it. */
  readonly by: string;
  /** Nothing if the platform hasn't returned it. */
  readonly request: string | undefined;
}

/** The deployments of this run, by environment. IDs are unique across platforms, so connections don't matter. */
export interface Deployments {
  begun(environmentId: string, deployment: Begun): void;
  /** Those in the environment, the latest last. */
  in(environmentId: string): readonly Begun[];
  /** A resource is planned. `changes` says in words what its update changes for a service or an environment. */
  planned(resourceId: string, changes: string | undefined, idByParent?: string): void;
  /** What planned updates change for a service or an environment, in words. */
  plannedFor(idByParent: string): readonly string[];
  /**
   * The services that a resource deploys must be up to date when the run ends.
   *
   * @param flush Deploys what the run has written for them since. Called after each write that services see.
   */
  keepUpToDate(by: string, flush: Flush): void;
  isKeptUpToDate(by: string): boolean;
  /** Calls `settle` of a resource, after those that are running. */
  flush(by: string): Promise<void>;
  /**
   * Something that services see was written: services that must be up to date are deployed again.
   *
   * @param parent What it was written on: `environment/3fa85f64-…`; nothing for a service itself.
   */
  written(parent?: string): Promise<void>;
  writtenIn(): Written;
  /** Notes the environment of a service, by ID or, before it has one, by kind and name. */
  seenIn(service: string, environmentId: string): void;
  /** The environments noted for a service. */
  environmentsOf(service: string): readonly string[];
  /** True for the first caller, which then warns for all that it isn't known how deployments end. */
  isFirstUnwatched(): boolean;
}

export interface Written {
  /** Whether something was written on one of these: a service, its environment, or a project (whose contents aren't known). */
  isSeenBy(...ids: readonly string[]): boolean;
}

export type Flush = (written: Written) => Promise<void>;

export function newDeployments(): Deployments {
  const begun = new Map<string, readonly Begun[]>();
  const planned = new Map<string, { readonly parent: string; readonly changes: string }>();
  const flushing = new Map<string, Flush>();
  const parents = new Map<string, string>();
  const allWritten: Written = {
    isSeenBy: (...ids) =>
      [...parents].some(([id, kind]) => kind === "project" || ids.some((each) => normalId(each) === id)),
  };
  let running: Promise<void> = Promise.resolve();
  let queued: Promise<void> | undefined;
  const environments = new Map<string, ReadonlySet<string>>();
  let hasWarnedOfUnwatched = false;
  /** One after the other, so that each sees what the others have deployed. */
  const inTurn = (work: () => Promise<void>) => {
    running = running.then(work, work);
    return running;
  };
  const known = (environmentId: string) => begun.get(normalId(environmentId)) ?? [];
  return {
    begun: (environmentId, deployment) =>
      void begun.set(normalId(environmentId), [...known(environmentId), deployment]),
    in: known,
    planned(resourceId, changes, idByParent = resourceId) {
      if (changes === undefined) planned.delete(normalId(resourceId));
      else planned.set(normalId(resourceId), { parent: normalId(idByParent), changes });
    },
    plannedFor: (idByParent) => [
      ...new Set(
        [...planned.values()].filter(({ parent }) => parent === normalId(idByParent)).map(({ changes }) => changes),
      ),
    ],
    keepUpToDate: (by, flush) => void flushing.set(by, flush),
    isKeptUpToDate: (by) => flushing.has(by),
    flush: (by) => inTurn(async () => flushing.get(by)?.(allWritten)),
    async written(parent) {
      const [id = "", kind = ""] = parent?.split("/").reverse() ?? [];
      if (id !== "") parents.set(normalId(id), kind);
      if (flushing.size === 0) return;
      queued ??= inTurn(async () => {
        queued = undefined;
        for (const flush of flushing.values()) await flush(allWritten);
      });
      await queued;
    },
    writtenIn: () => allWritten,
    seenIn(service, environmentId) {
      const key = normalName(service);
      environments.set(key, new Set([...(environments.get(key) ?? []), normalId(environmentId)]));
    },
    environmentsOf: (service) => [...(environments.get(normalName(service)) ?? [])],
    isFirstUnwatched() {
      const isFirst = !hasWarnedOfUnwatched;
      hasWarnedOfUnwatched = true;
      return isFirst;
    },
  };
}

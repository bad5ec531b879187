import { normalId, normalName } from "../schema/normalForm.js";

/** A deployment that this operation has begun. */
interface Begun {
  /** Label of the resource that has begun it. */
  readonly by: string;
  /** ID of the deployment request, if the platform has returned it. */
  readonly request: string | undefined;
}

/**
 * The deployments that this operation has begun, by environment. An environment is the same one on every connection and in every
 * spelling of its ID: IDs are unique across platforms.
 */
export interface Deployments {
  begun(environmentId: string, deployment: Begun): void;
  /** All that were begun in the environment, the last one at the end. */
  in(environmentId: string): readonly Begun[];
  /** A resource is planned: what its update changes for a service or an environment, in words for a deployment that rolls it out. */
  planned(resourceId: string, changes: string | undefined, placeId?: string): void;
  /** What planned updates change for a service or an environment. */
  plannedFor(placeId: string): readonly string[];
  /**
   * What a resource deploys must be up to date when the run ends.
   *
   * @param settle Deploys what this run has written something for since. It's called after each write that services see.
   */
  keptCurrent(by: string, settle: Settle): void;
  /** Whether this run keeps current what a resource deploys. */
  isKeptCurrent(by: string): boolean;
  /** Does that now, in turn with the others. */
  settle(by: string): Promise<void>;
  /**
   * Something that services see was written: what this run keeps current is deployed again, if it is out of date.
   *
   * @param place What it was written on: `environment/3fa85f64-…`; nothing for a service itself.
   */
  written(place?: string): Promise<void>;
  /** All that was written in this run. */
  writtenIn(): Written;
  /** A service was seen in an environment: by its ID, or by its kind and name before it has one. */
  seenIn(service: string, environmentId: string): void;
  /** The environments in which a service was seen. */
  environmentsOf(service: string): readonly string[];
  /** Returns true to the first caller, which warns on behalf of all that the ends of deployments aren't known. */
  isFirstUnwatched(): boolean;
}

/** What this run has written for services to see. */
export interface Written {
  /** Whether it was written on one of these: a service, its environment, or a project, whose contents aren't known. */
  isSeenBy(...ids: readonly string[]): boolean;
}

export type Settle = (written: Written) => Promise<void>;

export function newDeployments(): Deployments {
  const begun = new Map<string, readonly Begun[]>();
  const planned = new Map<string, { readonly place: string; readonly changes: string }>();
  const settling = new Map<string, Settle>();
  const places = new Map<string, string>();
  const allWritten: Written = {
    isSeenBy: (...ids) =>
      [...places].some(([id, kind]) => kind === "project" || ids.some((each) => normalId(each) === id)),
  };
  let running: Promise<void> = Promise.resolve();
  let queued: Promise<void> | undefined;
  const environments = new Map<string, ReadonlySet<string>>();
  let hasWarnedOfUnwatched = false;
  /** One after the other: each sees what the ones before it have deployed. */
  const inTurn = (work: () => Promise<void>) => {
    running = running.then(work, work);
    return running;
  };
  const known = (environmentId: string) => begun.get(normalId(environmentId)) ?? [];
  return {
    begun: (environmentId, deployment) =>
      void begun.set(normalId(environmentId), [...known(environmentId), deployment]),
    in: known,
    planned(resourceId, changes, placeId = resourceId) {
      if (changes === undefined) planned.delete(normalId(resourceId));
      else planned.set(normalId(resourceId), { place: normalId(placeId), changes });
    },
    plannedFor: (placeId) => [
      ...new Set(
        [...planned.values()].filter(({ place }) => place === normalId(placeId)).map(({ changes }) => changes),
      ),
    ],
    keptCurrent: (by, settle) => void settling.set(by, settle),
    isKeptCurrent: (by) => settling.has(by),
    settle: (by) => inTurn(async () => settling.get(by)?.(allWritten)),
    async written(place) {
      const [id = "", kind = ""] = place?.split("/").reverse() ?? [];
      if (id !== "") places.set(normalId(id), kind);
      if (settling.size === 0) return;
      queued ??= inTurn(async () => {
        queued = undefined;
        for (const settle of settling.values()) await settle(allWritten);
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

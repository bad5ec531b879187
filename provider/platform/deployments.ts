import { normalId, normalName } from "../schema/normalForm.js";

/** A deployment that this operation has begun. */
interface Begun {
  /** Label of the resource that has begun it. */
  readonly by: string;
  /** ID of the deployment request, if the platform has told it. */
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
   * A resource has deployed in this run. What it has deployed must be up to date when the run ends.
   *
   * @param settle Deploys again what has been changed since.
   */
  deployed(by: string, settle: () => Promise<void>): Promise<void>;
  /** Something that services see was written: what this run has deployed is deployed again, if it is out of date. */
  settle(): Promise<void>;
  /** A service was seen in an environment: by its ID, or by its kind and name before it has one. */
  seenIn(service: string, environmentId: string): void;
  /** The environments in which a service was seen. */
  environmentsOf(service: string): readonly string[];
  /** Returns true to the first caller, which says for all that nobody finds out how deployments end. */
  isFirstUnwatched(): boolean;
}

export function newDeployments(): Deployments {
  const begun = new Map<string, readonly Begun[]>();
  const planned = new Map<string, { readonly place: string; readonly changes: string }>();
  const settling = new Map<string, () => Promise<void>>();
  let running: Promise<void> = Promise.resolve();
  let queued: Promise<void> | undefined;
  const environments = new Map<string, ReadonlySet<string>>();
  let isUnwatchedTold = false;
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
    plannedFor: (placeId) =>
      [...planned.values()].filter(({ place }) => place === normalId(placeId)).map(({ changes }) => changes),
    deployed(by, settle) {
      settling.set(by, settle);
      return inTurn(settle);
    },
    async settle() {
      if (settling.size === 0) return;
      queued ??= inTurn(async () => {
        queued = undefined;
        for (const settle of settling.values()) await settle();
      });
      await queued;
    },
    seenIn(service, environmentId) {
      const key = normalName(service);
      environments.set(key, new Set([...(environments.get(key) ?? []), normalId(environmentId)]));
    },
    environmentsOf: (service) => [...(environments.get(normalName(service)) ?? [])],
    isFirstUnwatched() {
      const isFirst = !isUnwatchedTold;
      isUnwatchedTold = true;
      return isFirst;
    },
  };
}

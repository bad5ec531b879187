import { normalId, normalName } from "../schema/equality.js";
import { type Claims, newDeclarations } from "./declarations.js";
import { type Ledger, ledgerOfProcess, newOwnership, readersOf } from "./ownership.js";
import { type Owners, soleOwner } from "./stackOwners.js";

/** What a run knows. All its platforms share this: two connections may lead to the same one, which their addresses don't show. */
export interface Run extends Claims {
  readonly deployments: Deployments;
  /** Whether Pulumi writes the state only at the end, so that a crash loses what was created. */
  readonly skipsCheckpoints: boolean;
}

interface RunOptions {
  /** If omitted, the state has only one owner of each resource. */
  readonly owners?: Owners | undefined;
  /** If omitted, this is the only process of the run. */
  readonly ledger?: Ledger | undefined;
  readonly skipsCheckpoints?: boolean;
}

export function newRun({
  owners = soleOwner,
  ledger = ledgerOfProcess(),
  skipsCheckpoints = false,
}: RunOptions = {}): Run {
  const reader = readersOf(ledger);
  const [ownership, declarations] = [newOwnership(reader()), newDeclarations(reader())];
  return { ownership, owners, declarations, gone: new Set(), deployments: newDeployments(), skipsCheckpoints };
}

/** A deployment that this run has begun. */
interface Begun {
  /** Label of the resource that began it. */
  readonly by: string;
  /** Nothing if the platform hasn't returned it. */
  readonly request: string | undefined;
}

/** Deploys what the run has written for the services that a resource deploys. */
type Flush = () => Promise<void>;

/** The deployments of this run, by environment. IDs are unique across platforms, so connections don't matter. */
export type Deployments = ReturnType<typeof newDeployments>;

export function newDeployments() {
  const begun = new Map<string, readonly Begun[]>();
  const planned = new Map<string, { readonly parent: string; readonly changes: string }>();
  const flushes = new Map<string, Flush>();
  /** Kinds of what was written on, by ID. */
  const written = new Map<string, string>();
  const environments = new Map<string, ReadonlySet<string>>();
  let running: Promise<void> = Promise.resolve();
  let queued: Promise<void> | undefined;
  let hasWarnedOfUnwatched = false;
  /** One after the other, so that each sees what the others have deployed. */
  const enqueue = (work: () => Promise<void>) => {
    running = running.then(work, work);
    return running;
  };
  /** Those in the environment, the latest last. */
  const begunIn = (environmentId: string) => begun.get(normalId(environmentId)) ?? [];
  return {
    in: begunIn,
    begun: (environmentId: string, deployment: Begun) =>
      void begun.set(normalId(environmentId), [...begunIn(environmentId), deployment]),
    /** A resource is planned. `changes` says in words what its update changes for a service or an environment. */
    planned(resourceId: string, changes: string | undefined, parentId = resourceId) {
      if (changes === undefined) planned.delete(normalId(resourceId));
      else planned.set(normalId(resourceId), { parent: normalId(parentId), changes });
    },
    /** What planned updates change for a service or an environment, in words. */
    plannedFor(parentId: string): readonly string[] {
      const ofParent = [...planned.values()].filter(({ parent }) => parent === normalId(parentId));
      return [...new Set(ofParent.map(({ changes }) => changes))];
    },
    /** The services that a resource deploys must be up to date when the run ends: `flush` is called after each write that they see. */
    keepUpToDate: (by: string, flush: Flush) => void flushes.set(by, flush),
    isRegistered: (by: string) => flushes.has(by),
    /** Calls `flush` of a resource, after those that are running. */
    flush: (by: string) => enqueue(async () => flushes.get(by)?.()),
    /**
     * Something that services see was written: services that must be up to date are deployed again.
     *
     * @param parent What it was written on: `environment/3fa85f64-…`; nothing for a service itself.
     */
    async written(parent?: string): Promise<void> {
      const [id = "", kind = ""] = parent?.split("/").reverse() ?? [];
      if (id !== "") written.set(normalId(id), kind);
      if (flushes.size === 0) return;
      queued ??= enqueue(async () => {
        queued = undefined;
        for (const flush of flushes.values()) await flush();
      });
      await queued;
    },
    /** Whether something was written on one of these: a service, its environment, or a project (whose contents aren't known). */
    isWrittenOn: (...ids: readonly string[]) =>
      [...written].some(([id, kind]) => kind === "project" || ids.some((each) => normalId(each) === id)),
    /** Notes the environment of a service, by ID or, before it has one, by kind and name. */
    seenIn(service: string, environmentId: string) {
      const known = environments.get(normalName(service)) ?? [];
      environments.set(normalName(service), new Set([...known, normalId(environmentId)]));
    },
    /** The environments noted for a service. */
    environmentsOf: (service: string): readonly string[] => [...(environments.get(normalName(service)) ?? [])],
    /** True for the first caller, which then warns for all that it isn't known how deployments end. */
    isFirstUnwatched() {
      const isFirst = !hasWarnedOfUnwatched;
      hasWarnedOfUnwatched = true;
      return isFirst;
    },
  };
}

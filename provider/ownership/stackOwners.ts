import type { Values } from "../schema/json.js";

/** A resource of this provider in the stack's state. */
export interface StackResource {
  readonly urn: string;
  readonly kind: string;
  readonly id: string;
  /** Its outputs. Secret ones are encrypted objects. */
  readonly values: Values;
  /** The resource option that keeps it on the platform. */
  readonly keeps?: "protect" | "retainOnDelete";
  /** Its explicit provider, with the address that this uses. */
  readonly provider?: { readonly name: string; readonly address: string };
  /** The URN in its option `deletedWith`. */
  readonly deletedWith?: string;
  /**
   * What the old resource of a replacement waits for: its deletion, or the new resource if it was deleted, or retained, before that one is
   * created. `creation`: a run was killed while it created the resource, which has no ID in the state, and its inputs as values.
   */
  readonly awaits?: "deletion" | "replacement" | "creation";
  /** The URNs of what its arguments refer to. */
  readonly refersTo?: readonly string[];
}

/** The resource's name in the program: what follows the type in its URN. */
export function nameInUrn(urn: string): string {
  return urn.split("::").slice(3).join("::");
}

/**
 * The state that the run has written so far, or the one that it began with. `after a success`: that one too, unless the run before it failed,
 * which may have removed from the state what it retained.
 */
export type Moment = "now" | "at the start" | "after a success";

/**
 * Reads the resources of a stack from its state.
 *
 * @param stack If omitted, the only stack of the process: Pulumi doesn't say which one the first read of a dynamic provider is for.
 * @param isRight Whether these can be the right ones: another stack may have the same name.
 * @throws Error that says what was read instead.
 */
export type StackReader = (
  stack: StackName | undefined,
  isRight: (resources: readonly StackResource[]) => boolean,
  moment: Moment,
) => Promise<readonly StackResource[]>;

/**
 * The owners of a resource in the stack's state. There are two after an adoption under another Pulumi name, and after some runs that
 * failed or used `--target`. Only the state has all of them: a run only sees resources that it changes.
 */
export interface Owners {
  /**
   * Finds matching resources in the state, which must have this one among them.
   *
   * @param urn The resource of the stack that is about to be released.
   * @throws Error that says why this isn't known: the state can't be read, or doesn't have the resource.
   */
  allOwners(urn: string | undefined, matches: (resource: StackResource) => boolean): Promise<readonly StackResource[]>;
  /** The same in a state that may lack this resource, for decisions other than deletes. */
  matching(
    urn: string | undefined,
    matches: (resource: StackResource) => boolean,
    moment?: Moment,
  ): Promise<readonly StackResource[]>;
  /**
   * What Pulumi has removed from the state in this run, since it's to be deleted with this resource (`deletedWith`), or with something that
   * isn't of this provider. Empty if the state at the start isn't known.
   */
  droppedWith(urn: string | undefined): Promise<readonly StackResource[]>;
  /** The inputs of this URN's creates that were in progress when a run was killed. Empty if the state at the start isn't known. */
  pendingCreates(urn: string | undefined): Promise<readonly Values[]>;
  /** The old resources of this URN whose replacements haven't ended, and that nothing else manages. */
  replaced(urn: string | undefined): Promise<readonly StackResource[]>;
}

/** Whether the entry of a state manages a resource, or may still delete it. */
const isPresent = ({ awaits }: StackResource) => awaits === undefined || awaits === "deletion";

/** Reads the state once for each stack, which takes a second. The ledger has what the run has changed since. */
export function newOwners(read: StackReader): Owners {
  const readings = new Map<string, Promise<readonly StackResource[]>>();
  const dropped = new Set<string>();
  const resources = async (
    urn: string | undefined,
    isRight: (all: readonly StackResource[]) => boolean,
    moment: Moment = "now",
  ) => {
    const stack = urn === undefined ? undefined : stackIn(urn);
    const key = `${moment} ${stack?.project}::${stack?.name}`;
    for (;;) {
      const earlier = readings.get(key);
      const all = earlier && (await earlier);
      if (all !== undefined && isRight(all)) return all;
      if (readings.get(key) !== earlier) continue;
      const reading = read(stack, isRight, moment);
      readings.set(key, reading);
      // Callers that wait for it fail too. The next call tries again.
      reading.catch(() => readings.delete(key));
      const now = await reading;
      if (isRight(now)) return now;
      throw new Error("the state of the stack doesn't have this resource");
    }
  };
  return {
    async matching(urn, matches, moment) {
      const all = await resources(urn, () => true, moment);
      return all.filter((each) => isPresent(each) && matches(each));
    },
    async allOwners(urn, matches) {
      const isOwner = (each: StackResource) => isPresent(each) && each.urn === urn && matches(each);
      const all = await resources(urn, (read) => read.some(isOwner));
      return all.filter((each) => isPresent(each) && matches(each));
    },
    async droppedWith(urn) {
      const stack = urn === undefined ? undefined : stackIn(urn);
      const start = await resources(urn, () => true, "at the start").catch(() => []);
      // An explicit provider may be of another platform.
      const provider = start.find((each) => each.urn === urn)?.provider?.name;
      const isWith = ({ deletedWith }: StackResource) => deletedWith === urn || isWithOther(deletedWith, start);
      const mayBeDropped = (each: StackResource) =>
        isPresent(each) &&
        isWith(each) &&
        each.keeps !== "retainOnDelete" &&
        each.provider?.name === provider &&
        !dropped.has(each.urn);
      const candidates = start.filter(mayBeDropped);
      if (stack === undefined || candidates.length === 0) return [];
      const now = await read(stack, () => true, "now");
      const isThere = ({ kind, id }: StackResource) =>
        now.some((each) => isPresent(each) && each.kind === kind && each.id === id);
      // Another delete may have asked meanwhile.
      const found = candidates.filter((each) => !isThere(each) && !dropped.has(each.urn));
      for (const each of found) dropped.add(each.urn);
      return found;
    },
    async replaced(urn) {
      const all = await resources(urn, () => true);
      const isManaged = ({ kind, id }: StackResource) =>
        all.some((each) => each.awaits === undefined && each.kind === kind && each.id === id);
      const isOld = ({ awaits }: StackResource) => awaits === "deletion" || awaits === "replacement";
      return all.filter((each) => each.urn === urn && isOld(each) && !isManaged(each));
    },
    async pendingCreates(urn) {
      // The state of now also has what this run creates.
      const start = await resources(urn, () => true, "at the start").catch(() => []);
      return start.flatMap((each) => (each.urn === urn && each.awaits === "creation" ? [each.values] : []));
    },
  };
}

/** Whether the URN in an option `deletedWith` is none of this provider's resources. */
export function isWithOther(deletedWith: string | undefined, all: readonly StackResource[]): boolean {
  return deletedWith !== undefined && !all.some(({ urn }) => urn === deletedWith);
}

/** For use outside of a stack: each resource has one owner. */
export const soleOwner: Owners = {
  allOwners: async () => [],
  matching: async () => [],
  droppedWith: async () => [],
  pendingCreates: async () => [],
  replaced: async () => [],
};

export interface StackName {
  readonly name: string;
  readonly project: string;
}

/** The stack in a URN: `urn:pulumi:dev::shop::…` is in the stack `dev` of the project `shop`. */
export function stackIn(urn: string): StackName | undefined {
  const [, name, project] = /^urn:pulumi:(.*?)::(.*?)::/.exec(urn) ?? [];
  return name === undefined || project === undefined ? undefined : { name, project };
}

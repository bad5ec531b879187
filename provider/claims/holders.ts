import type { Values } from "../schema/json.js";

/** A resource of this provider as the stack's state has it. */
export interface StackResource {
  readonly urn: string;
  readonly kind: string;
  readonly id: string;
  /** Its outputs. Secret ones are encrypted, so they are objects. */
  readonly values: Values;
}

/** The name that the program gives a resource: what follows the type in its URN. */
export function nameInUrn(urn: string): string {
  return urn.split("::").slice(3).join("::");
}

/**
 * The resources of the stack that hold a resource of a platform. An adoption under another Pulumi name makes two of them, and
 * a run with `--target`, or one that fails, leaves both in the state. Only the state knows all of them: a run sees the
 * resources that it changes.
 */
export interface Holders {
  /**
   * Releases one of the resources that match, unless it is the last one.
   *
   * @returns All that match and were not released before. With more than one, the resource of the platform must stay.
   * @throws Error that says why it is not known: the stack's state cannot be read, or is that of another stack.
   */
  release(matches: (resource: StackResource) => boolean): Promise<readonly StackResource[]>;
  /** All that match and were not released, to look at. The same error. */
  matching(matches: (resource: StackResource) => boolean): Promise<readonly StackResource[]>;
}

/** @param read Reads the resources of the stack; called once, when they are first needed. */
export function newHolders(read: () => Promise<readonly StackResource[]>): Holders {
  const released = new Set<StackResource>();
  let reading: Promise<readonly StackResource[]> | undefined;
  const resources = () => {
    reading ??= read();
    return reading;
  };
  const unreleased = (all: readonly StackResource[], matches: (resource: StackResource) => boolean) =>
    all.filter((each) => !released.has(each) && matches(each));
  return {
    matching: async (matches) => unreleased(await resources(), matches),
    async release(matches) {
      const holding = unreleased(await resources(), matches);
      // Nothing is awaited from here on: of parallel deletes, each sees what the ones before it released.
      const [first] = holding;
      if (first === undefined)
        throw new Error("the state that `pulumi stack export` prints does not have this resource");
      if (holding.length > 1) released.add(first);
      return holding;
    },
  };
}

/** For where the state of no stack matters: every resource is held once. */
export const soleHolder: Holders = { release: async () => [], matching: async () => [] };

import type { Values } from "../schema/json.js";

/** A resource of this provider as the stack's state has it. */
export interface StackResource {
  readonly urn: string;
  readonly kind: string;
  readonly id: string;
  /** Its outputs. Secret ones are encrypted, so they are objects. */
  readonly values: Values;
  /** The resource option by which it must stay on the platform. */
  readonly keeps?: "protect" | "retainOnDelete";
  /** The provider that the program declares for it, with the address that this uses. */
  readonly provider?: { readonly name: string; readonly address: string };
  /** URN of the resource with which it is deleted. */
  readonly deletedWith?: string;
}

/** The name that the program gives a resource: what follows the type in its URN. */
export function nameInUrn(urn: string): string {
  return urn.split("::").slice(3).join("::");
}

/** Which state of a stack: the one that the run has written so far, or those that the runs before it left, the latest first. */
export type Moment = "now" | "before this run";

/**
 * Reads the resources of a stack from its state.
 *
 * @param isRight Whether these may be the ones. Another stack may have the same name.
 * @throws Error that says what was read instead.
 */
export type StackReader = (
  stack: StackName,
  isRight: (resources: readonly StackResource[]) => boolean,
  moment: Moment,
) => Promise<readonly StackResource[]>;

/**
 * The resources of the stack that hold a resource of a platform. An adoption under another Pulumi name makes two of them, and
 * a run with `--target`, or one that fails, leaves both in the state. Only the state knows all of them: a run sees the
 * resources that it changes.
 */
export interface Holders {
  /**
   * All that match in the state that has this resource.
   *
   * @param urn The resource of the stack that is about to give up what it holds.
   * @throws Error that says why it is not known: the stack's state cannot be read, or does not have this resource.
   */
  besides(urn: string | undefined, matches: (resource: StackResource) => boolean): Promise<readonly StackResource[]>;
  /** All that match in the state of the stack of this resource, to look at. The same error. */
  matching(
    urn: string | undefined,
    matches: (resource: StackResource) => boolean,
    moment?: Moment,
  ): Promise<readonly StackResource[]>;
}

/** The state is read once for each stack, since reading takes a second: what the run has changed since then is in the ledger. */
export function newHolders(read: StackReader): Holders {
  const readings = new Map<string, Promise<readonly StackResource[]>>();
  const resources = async (
    urn: string | undefined,
    isRight: (all: readonly StackResource[]) => boolean,
    moment: Moment = "now",
  ) => {
    const stack = urn === undefined ? undefined : stackIn(urn);
    if (stack === undefined) throw new Error("Pulumi doesn't say which stack this resource is of");
    const key = `${moment} ${stack.project}::${stack.name}`;
    for (;;) {
      const earlier = readings.get(key);
      const all = earlier && (await earlier);
      if (all !== undefined && isRight(all)) return all;
      if (readings.get(key) !== earlier) continue;
      const reading = read(stack, isRight, moment);
      readings.set(key, reading);
      // Those who wait for it fail with it, and the next one tries again.
      reading.catch(() => readings.delete(key));
      const now = await reading;
      if (isRight(now)) return now;
      throw new Error("the state of the stack doesn't have this resource");
    }
  };
  return {
    matching: async (urn, matches, moment) => (await resources(urn, () => true, moment)).filter(matches),
    async besides(urn, matches) {
      const isHolder = (each: StackResource) => each.urn === urn && matches(each);
      const all = await resources(urn, (read) => read.some(isHolder));
      return all.filter(matches);
    },
  };
}

/** For where the state of no stack matters: every resource is held once. */
export const soleHolder: Holders = { besides: async () => [], matching: async () => [] };

/** Which stack a resource is of. */
export interface StackName {
  readonly name: string;
  readonly project: string;
}

/** The stack in a URN: `urn:pulumi:dev::shop::…` is of the stack `dev` of the project `shop`. */
export function stackIn(urn: string): StackName | undefined {
  const [, name, project] = /^urn:pulumi:(.*?)::(.*?)::/.exec(urn) ?? [];
  return name === undefined || project === undefined ? undefined : { name, project };
}

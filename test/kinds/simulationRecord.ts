import type { SeededIds } from "../platform/support/platform.js";
import type { Value, Values } from "../support/provider.js";

/** What may differ between two declarations of one kind. */
export interface Content {
  /** Every edit gives another number. */
  readonly edition: number;
  /** Of an image. */
  readonly tag: number;
  /** Of a database. */
  readonly type: string;
}

/** An argument that a simulated program gives, drops and gives again; what contains it is always given. */
export interface OptionalArgument {
  /** Where it is among the arguments, as `ports.0.protocol`. */
  readonly place: string;
  readonly value: Value;
  readonly platformPlace: string;
  /** What the platform has while it is given; the value itself where this is omitted. */
  readonly platformValue?: Value;
  /** What the platform has if it was never given, or was removed; `null` also for a member that it omits. */
  readonly removed: Value | ((content: Content) => Value);
  /** `null` in a program clears it, also if it was never given; of other arguments, it says nothing. */
  readonly isClearedByNull?: true;
  /** Another value, where the platform's console can set it alone. */
  readonly console?: Value;
  readonly isExtended?: true;
}

export type Said = (content: Content, ids: SeededIds) => Values;

/** An argument by which a resource names another one of its kind. */
export interface Naming {
  /** Where the other one is: in any place whose variables are seen here, in one above this place, or beside it. */
  readonly among: "seen" | "above" | "beside";
  /** Without the other one, the resource is not in the program. */
  readonly isNeeded?: true;
  /** It has the name of the other one. */
  readonly hasItsName?: true;
  /** What the program gives, and the platform must hold, in place of what it does otherwise. */
  readonly args?: Said;
  readonly wire?: Said;
  /** Whether the platform has what is named as the program says. */
  readonly holds: (config: Values, other: { readonly id: string; readonly config: Values }) => boolean;
}

/** What a simulated program gives, and, written by hand, what the platform must then hold. */
export interface SimulationRecord {
  readonly args: Said;
  readonly wire: Said;
  /** What it may give besides, independently of each other; a clone gives only those that no other argument contains. */
  readonly optional?: readonly OptionalArgument[];
  /** What a clone may say besides its place, where the kind can be edited. */
  readonly overrides?: { readonly args: Said; readonly wire: Said };
  /** Where the tag of its image stands on the platform; deployments name it. */
  readonly tagged?: (tag: string) => Values;
  /** A deployment may name it. */
  readonly isDeployed?: true;
  /** Its cluster has only one. */
  readonly isSingle?: true;
  /** It has a name, though no create takes it. */
  readonly isNamed?: true;
  /** How its name is spelled. */
  readonly formatName?: (name: string) => string;
  /** Argument that lists services of its environment, each of which only one of the kind may list. */
  readonly lists?: string;
  /** By argument. */
  readonly names?: Readonly<Record<string, Naming>>;
  /** It has storage, which an update without the id of a disk would lose. */
  readonly hasStorage?: true;
  /** Another type of it is another resource. */
  readonly isTyped?: true;
}

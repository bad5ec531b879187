import type { Values } from "../../provider/schema/json.js";
import type { SeededIds } from "../platform.js";

/** What may differ between two declarations of one kind. */
export interface Content {
  /** Every edit gives another number. */
  readonly edition: number;
  /** Of an image. */
  readonly tag: number;
  /** Of a database. */
  readonly type: string;
}

type Said = (content: Content, ids: SeededIds) => Values;

/** What a simulated program gives, and, written by hand, what the platform must then hold. */
export interface SimulationRecord {
  readonly args: Said;
  readonly wire: Said;
  /** What a clone may say besides its place, where the kind can be edited. */
  readonly overrides?: { readonly args: Said; readonly wire: Said };
  /** Where the tag of its image stands on the platform; deployments name it. */
  readonly tagged?: (tag: string) => Values;
  /** A deployment may name it. */
  readonly isDeployed?: true;
  /** Its cluster has only one. */
  readonly isSingle?: true;
  /** It has a name, though it is no service. */
  readonly isNamed?: true;
  /** It has storage, which an update without the id of a disk would lose. */
  readonly hasStorage?: true;
  /** Another type of it is another resource. */
  readonly isTyped?: true;
}

/** The state of a stack, as the engine keeps it. */
import type { Values } from "../../support/provider.js";
import { forState } from "./values.js";

/** A resource of the state. */
export interface Kept {
  readonly urn: string;
  readonly type: string;
  readonly custom: boolean;
  readonly id?: string;
  readonly inputs: Values;
  readonly outputs: Values;
  readonly parent?: string;
  /** Whether a program only reads it. */
  readonly external?: boolean;
  readonly protect?: boolean;
  readonly retainOnDelete?: boolean;
  readonly deletedWith?: string;
  readonly dependencies: readonly string[];
  readonly propertyDependencies: Readonly<Record<string, readonly string[]>>;
  readonly ignoreChanges?: readonly string[];
  readonly replaceOnChanges?: readonly string[];
  readonly additionalSecretOutputs?: readonly string[];
  /** In seconds. */
  readonly customTimeouts?: Timeouts;
  /** What went wrong after it was made. */
  readonly initErrors?: readonly string[];
  /** Whether it is replaced already, and waits for its deletion. */
  readonly delete?: boolean;
  /** Whether it is deleted already, and waits for its replacement. */
  readonly pendingReplacement?: boolean;
}

export type Timeouts = Readonly<Partial<Record<"create" | "update" | "delete", number>>>;

export const nameOf = (urn: string): string => urn.split("::").at(-1) as string;

/** The resource as the file of the state has it: secrets encrypted, and nothing that is not there. */
export function inFile({ inputs, outputs, custom, ...kept }: Kept): Record<string, unknown> {
  const present = Object.entries(kept).filter(
    ([, value]) => value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0),
  );
  return { custom, ...Object.fromEntries(present), inputs: forState(inputs), outputs: forState(outputs) };
}

/** URNs of everything that must exist as long as the resource does. */
export function needs({ dependencies, propertyDependencies, parent, deletedWith }: Kept): Set<string> {
  const urns = [...dependencies, ...Object.values(propertyDependencies).flat(), parent, deletedWith];
  return new Set(urns.filter((urn) => urn !== undefined));
}

/** A plugin process, as the engine reaches it: one for each operation on a stack. */
import type { StackReader } from "../../provider/claims/holders.js";
import type { Ledger } from "../../provider/claims/holdings.js";
import type { Message } from "../../provider/native/session.js";
import type { Values } from "../../provider/schema/json.js";
import type { Kept } from "./state.js";

export interface PluginOptions {
  /** The variables of the process. */
  readonly env: NodeJS.ProcessEnv;
  /** The configuration of the stack by full key, decrypted. */
  readonly config: Readonly<Record<string, string>>;
  /** The URN of the stack. */
  readonly root: string;
  tell(message: Message): void;
  /** What the plugins of an operation tell each other. */
  readonly ledger: Ledger;
  /** What `pulumi stack export` prints of the stack. */
  readonly exported: StackReader;
}

/** What a create or update fails with after it has made something: the state keeps that. */
export class InitError extends Error {
  constructor(
    readonly id: string,
    readonly properties: Values,
    readonly reasons: readonly string[],
  ) {
    super(
      `${reasons.length} error${reasons.length === 1 ? "" : "s"} occurred:\n${reasons.map((each) => `\t* ${each}\n`).join("")}\n`,
    );
  }
}

export interface Checked {
  readonly inputs: Values;
  readonly failures: readonly string[];
}

export interface Difference {
  /** `undefined`: the engine compares the inputs. */
  readonly changes: boolean | undefined;
  /** Paths of what differs, according to the provider. */
  readonly changed: readonly string[];
  readonly replaces: readonly string[];
  readonly deleteBeforeReplace: boolean;
}

/** A resource of the state. */
export type Old = Required<Pick<Kept, "urn" | "id" | "inputs" | "outputs">>;

export interface Plugin {
  check(urn: string, olds: Values, news: Values): Promise<Checked>;
  diff(old: Old, news: Values, ignored: readonly string[]): Promise<Difference>;
  create(urn: string, inputs: Values, isPreview: boolean): Promise<{ readonly id: string; readonly outputs: Values }>;
  read(old: Old): Promise<{ readonly id: string; readonly outputs: Values; readonly inputs?: Values }>;
  update(
    old: Old,
    news: Values,
    run: { readonly isPreview: boolean; readonly ignored: readonly string[] },
  ): Promise<Values>;
  delete(old: Old): Promise<void>;
}

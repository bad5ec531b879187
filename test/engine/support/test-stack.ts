/** A stack of a test, whatever engine runs it. */
import type { OpMap } from "@pulumi/pulumi/automation";
import type { StateResource } from "../../cli/support/state-files.js";

/** What a program exports, if anything; whatever it does not hand out is `undefined`. */
// biome-ignore lint/suspicious/noConfusingVoidType: most programs return nothing
type Exports = Record<string, unknown> | undefined | void;
export type Program = () => Promise<Exports> | Exports;

export type Step = "preview" | "up" | "refresh" | "destroy";

export interface StackOptions {
  /** Variables for the CLI and its plugins; laid over the platform's own. */
  readonly env?: Readonly<Record<string, string>>;
  /** Stack configuration by full key, in plain text. */
  readonly config?: Readonly<Record<string, string>>;
  /** Stack configuration that is encrypted. */
  readonly secretConfig?: Readonly<Record<string, string>>;
}

export interface StepOptions {
  /** Only these, by URN. */
  readonly target?: readonly string[];
  /** All but these, by URN; for Pulumi's own engine only. */
  readonly exclude?: readonly string[];
  /** These are replaced, by URN; for Pulumi's own engine only. */
  readonly replace?: readonly string[];
  /** How many resources are handled at once; for Pulumi's own engine only. */
  readonly parallel?: number;
  /** `pulumi up --refresh` and the like. */
  readonly refresh?: boolean;
  /** A preview that shows every difference. */
  readonly diff?: boolean;
  /** The file of a plan: a preview writes it, and `up` keeps to it. */
  readonly plan?: string;
  /** Operations on resources that do not depend on a failed one are carried out all the same. */
  readonly continueOnError?: boolean;
  /** Gets what the CLI prints, as it prints it. */
  readonly onOutput?: (text: string) => void;
  /** With the log of the CLI and its plugins, as much as there is of it. */
  readonly verbose?: boolean;
  /** Variables for this step alone. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface Result {
  /** Everything that the CLI printed. */
  readonly output: string;
  /** How many resources were created, updated, left the same; the stack itself is one of them. */
  readonly changes: OpMap;
  // biome-ignore lint/suspicious/noExplicitAny: outputs are whatever the program hands out
  readonly outputs: Record<string, any>;
}

export interface TestStack {
  readonly folder: string;
  readonly name: string;
  /** One step that must succeed; with a program, that one is the stack's from now on. */
  run(step: Step, program?: Program, options?: StepOptions): Promise<Result>;
  /** One step that must fail: what the CLI printed. */
  fails(step: Step, program?: Program, options?: StepOptions): Promise<string>;
  /** The stack's resources, as the state file holds them: secrets encrypted. */
  resources(): Promise<readonly StateResource[]>;
  /** What `pulumi stack export` prints. */
  exported(): Promise<string>;
  /** One resource by its Pulumi name. */
  resource(name: string): Promise<StateResource>;
  /** Sets values of the stack's configuration, encrypted, by full key; removes those that are undefined. */
  configure(values: Readonly<Record<string, string | undefined>>): Promise<void>;
  /** `pulumi state delete`: the resource leaves the state, and stays on the platform. */
  forget(name: string): Promise<void>;
  /** Ends the stack: its folder goes, and with it the state. */
  close(): Promise<void>;
}

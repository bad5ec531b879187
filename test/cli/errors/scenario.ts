import type { Program, Step, StepOptions } from "../../engine/support/test-stack.js";
import type { World } from "./world.js";

/** One run of the CLI that ends in errors. */
export interface Scenario {
  /** The command as a user types it. */
  readonly command: string;
  readonly step: Step;
  /** The resource that shows each error, by code: `Container (web)`; the stack, for what the program throws, has no name. */
  readonly errors: Readonly<Record<string, string>>;
  /** Run only when all are: with FULL=1, or to record. */
  readonly isRare?: true;
  /** What else the CLI is told. */
  readonly options?: (world: World) => StepOptions | Promise<StepOptions>;
  /** What happens on the platforms before. */
  readonly prepare?: (world: World) => Promise<void>;
  /** The program; the one of the run before if omitted. */
  readonly program?: (world: World) => Program;
  /** What happens on the platforms during the run. */
  readonly meanwhile?: (world: World) => Promise<void>;
}

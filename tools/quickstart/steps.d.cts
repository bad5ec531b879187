/** The part of a stream such as `process.stdout` that steps use. */
export interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

export interface Step {
  /** Shows what the step does now; without an argument, the step's title only. */
  say(what?: string): void;
  done(result?: string): void;
  fail(): void;
}

/**
 * Shows a step and its elapsed time: on a terminal from the start in one line that is rewritten, in a log once it takes
 * longer than two seconds. When quiet (`--quiet`, or in CI), only its last line.
 */
export declare function beginStep(title: string, screen?: Screen, quiet?: boolean): Step;

/** A step whose own output appears between its first and its last line. */
export declare function openStep(title: string, screen?: Screen): Pick<Step, "done" | "fail">;

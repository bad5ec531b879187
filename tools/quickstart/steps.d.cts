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

/** Shows a step and its elapsed time from the start; on a terminal, its line is rewritten. */
export declare function beginStep(title: string, screen?: Screen): Step;

/** A step whose own output appears between its first and its last line. */
export declare function openStep(title: string, screen?: Screen): Pick<Step, "done" | "fail">;

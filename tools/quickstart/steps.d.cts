/** What steps need of a stream such as `process.stdout`. */
export interface Screen {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

export interface Step {
  /** What the step is at just now; the step's own title again without an argument. */
  say(what?: string): void;
  done(result?: string): void;
  fail(): void;
}

/** Shows a step from its start, with the time it takes; on a terminal its one line is rewritten. */
export declare function beginStep(title: string, screen?: Screen): Step;

/** A step that shows something of its own on the screen between its first and its last line. */
export declare function openStep(title: string, screen?: Screen): Pick<Step, "done" | "fail">;

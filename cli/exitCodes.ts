/** Exit codes of every command; `docs/command-line.md` lists them. */
export const exitCodes = {
  /** The command did what it was asked to do. */
  success: 0,
  /** The command failed, or found something wrong: a failing check of `doctor`, a difference, a failed deployment. */
  failure: 1,
  /** The command line is not valid; nothing was done. */
  usage: 2,
  /** Interrupted with Ctrl+C or SIGTERM. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

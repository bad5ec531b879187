/** Exit codes of every command. */
export const exitCodes = { success: 0, failure: 1, usage: 2, interrupted: 130 } as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Their meanings, for `docs/command-line.md`. */
export const exitCodeMeanings: Readonly<Record<keyof typeof exitCodes, string>> = {
  success: "The command succeeded.",
  failure:
    "The command failed, or found a problem: a failing check of `doctor`, a difference, a failed deployment. The message has a [code](errors.md).",
  usage: "The command line isn't valid (AP6001); nothing was done.",
  interrupted: "Interrupted with Ctrl+C or SIGTERM (AP6005).",
};

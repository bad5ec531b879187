/** The reason why a command failed, as one sentence for the user. */
export class CommandError extends Error {}

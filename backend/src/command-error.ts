/** A reason for which a command cannot do its work, said in one sentence to who called it. */
export class CommandError extends Error {}

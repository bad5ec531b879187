/** Arguments as a program gives them. */
export type GivenArgs = Readonly<Record<string, unknown>>;

/** Arguments as a program sets them. */
export type GivenArgs = Readonly<Record<string, unknown>>;

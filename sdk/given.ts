/** Arguments as a program gives them. */
export type Given = Readonly<Record<string, unknown>>;

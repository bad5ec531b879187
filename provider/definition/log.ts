/** Messages to the user that are not errors. */
export interface Log {
  readonly warn: (text: string) => void;
  readonly info: (text: string) => void;
}

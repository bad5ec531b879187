/** Takes the place of a part that a kind cannot have. */
export interface NotApplicable {
  /** Why, as a sentence. */
  readonly notApplicable: string;
}

export function isNotApplicable(part: unknown): part is NotApplicable {
  return typeof part === "object" && part !== null && "notApplicable" in part;
}

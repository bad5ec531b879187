/** When and at which commit something was measured. */
export interface Stamp {
  /** Day of the run, `2026-11-21`. */
  readonly measured: string;
  /** Abbreviated hash of the commit that was checked out. */
  readonly commit: string;
  /** Present if the working tree had uncommitted changes. */
  readonly dirty?: true;
}

/** The commit of a stamp, as Markdown. */
export function commitText({ commit, dirty }: Stamp): string {
  return `\`${commit}\`${dirty ? " with uncommitted changes" : ""}`;
}

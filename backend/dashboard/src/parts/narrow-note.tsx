import type { ComponentChildren } from "preact";
import { isNarrow } from "../table/narrow.js";

/** What stands above or below the rest of a cell in a narrow window, where there is no column for it. */
export function NarrowNote({ children }: { readonly children: ComponentChildren }) {
  return isNarrow.value ? <span class="narrow-note">{children}</span> : null;
}

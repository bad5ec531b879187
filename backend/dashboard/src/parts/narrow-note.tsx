import type { ComponentChildren } from "preact";
import { isNarrow } from "../table/narrow.js";

/** What stands above or below the rest of a cell in a narrow window, where there is no column for it. */
export function NarrowNote({ title, children }: { readonly title?: string; readonly children: ComponentChildren }) {
  if (!isNarrow.value) return null;
  return (
    <span class="narrow-note" {...(title && { title })}>
      {children}
    </span>
  );
}

import type { ComponentChildren } from "preact";
import { type Device, hasRoom } from "../table/narrow.js";

interface NarrowNoteProps {
  /** What the column needs that it stands for. */
  readonly needs?: Device;
  readonly title?: string;
  readonly children: ComponentChildren;
}

/** What stands above or below the rest of a cell in a window that has no room for its column. */
export function NarrowNote({ needs = "desktop", title, children }: NarrowNoteProps) {
  if (hasRoom[needs]()) return null;
  return (
    <span class="narrow-note" {...(title && { title })}>
      {children}
    </span>
  );
}

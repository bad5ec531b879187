/** Which rows of a long table are in the window: only these are in the document. */
import { type ReadonlySignal, useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";

/** Rows rendered beyond the window, so that scrolling and the Tab key find the next one. */
const margin = 12;
/** The range moves in steps, so that most scroll events change nothing. */
const step = 6;

export interface Range {
  readonly first: number;
  /** Exclusive. */
  readonly end: number;
}

function visible(body: HTMLElement, rowHeight: number): Range {
  const above = Math.max(0, -body.getBoundingClientRect().top);
  const first = Math.floor(above / rowHeight / step) * step - margin;
  const shown = Math.ceil(innerHeight / rowHeight / step) * step;
  return { first: Math.max(0, first), end: first + margin + shown + step + margin };
}

export function useVirtualRows(
  body: RefObject<HTMLElement | null>,
  rowHeight: number,
  count: number,
): ReadonlySignal<Range> {
  const range = useSignal<Range>({ first: 0, end: 60 });
  useEffect(() => {
    function update() {
      if (body.current === null) return;
      const next = visible(body.current, rowHeight);
      const { first, end } = range.peek();
      if (next.first !== first || next.end !== end) range.value = next;
    }
    update();
    addEventListener("scroll", update, { passive: true });
    addEventListener("resize", update);
    return () => {
      removeEventListener("scroll", update);
      removeEventListener("resize", update);
    };
  }, [body, range, rowHeight, count]);
  return range;
}

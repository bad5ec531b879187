import type { ComponentChildren } from "preact";

/** Says why there is nothing, and what to do about it. */
export function EmptyState({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) {
  return (
    <div class="empty">
      <p class="strong">{title}</p>
      {children}
    </div>
  );
}

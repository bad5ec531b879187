import type { ComponentChildren } from "preact";

/** What has failed and why: what an operator looks for first. */
export function Failed({ children }: { readonly children: ComponentChildren }) {
  return (
    <section class="failures" aria-labelledby="failed">
      <h2 id="failed">What failed</h2>
      {children}
    </section>
  );
}

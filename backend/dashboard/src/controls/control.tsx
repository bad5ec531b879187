import type { ComponentChildren } from "preact";

interface ControlProps {
  readonly id: string;
  readonly title: string;
  readonly hint: string;
  readonly children: ComponentChildren;
}

export function Control({ id, title, hint, children }: ControlProps) {
  return (
    <section class="control" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p class="hint">{hint}</p>
      {children}
    </section>
  );
}

import type { ComponentChildren } from "preact";

interface BadgeProps {
  /** Its color. */
  readonly look: string;
  /** What it says, where there is room for a mark only. */
  readonly title?: string;
  /** Where what it says is explained; omitted on the page that does so. */
  readonly href?: string | undefined;
  readonly onClick?: (() => void) | undefined;
  readonly children: ComponentChildren;
}

export function Badge({ look, title, href, onClick, children }: BadgeProps) {
  const name = `badge ${look}`;
  if (href === undefined) {
    return (
      <span class={name} {...(title && { title })}>
        {children}
      </span>
    );
  }
  return (
    <a class={name} href={href} {...(title && { title })} {...(onClick && { onClick })}>
      {children}
    </a>
  );
}

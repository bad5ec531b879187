import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { asLeft } from "../routing/route.js";

export interface Link {
  readonly text: string;
  readonly href: string;
}

interface PageProps {
  readonly title: string;
  /** The title with markup. */
  readonly heading?: ComponentChildren;
  /** Where the page is, from the start. */
  readonly trail?: readonly Link[];
  /** Beside the title, such as a state. */
  readonly aside?: ComponentChildren;
  readonly children: ComponentChildren;
}

let isFirst = true;

/** A page: its title in the window, with where it is, and as heading, which gets the focus when the user comes from another page. */
export function Page({ title, heading: shown, trail = [], aside, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // A tab shows the beginning: the page itself, then the environment and the project that it is in.
  const inWindow = [
    title,
    ...trail
      .slice(1)
      .map(({ text }) => text)
      .reverse(),
    "Application Platform",
  ].join(" · ");
  useEffect(() => {
    document.title = inWindow;
  }, [inWindow]);
  useEffect(() => {
    if (!isFirst) heading.current?.focus({ preventScroll: true });
    if (!isFirst) scrollTo(0, 0);
    isFirst = false;
  }, []);
  return (
    <>
      {trail.length > 0 && (
        <nav class="trail" aria-label="Breadcrumb">
          <ol>
            {trail.map(({ text, href }) => (
              <li key={href}>
                <a href={asLeft(href)}>
                  <bdi>{text}</bdi>
                </a>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <div class="title">
        <h1 tabIndex={-1} ref={heading}>
          {shown ?? <bdi>{title}</bdi>}
        </h1>
        {aside}
      </div>
      {children}
    </>
  );
}

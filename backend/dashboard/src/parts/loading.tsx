import type { ComponentChildren } from "preact";
import type { Reading } from "../platform/reading.js";
import { type Link, Page } from "./page.js";

const environments: Link = { text: "Environments", href: "#/environments" };

interface LoadingProps<T> {
  readonly reading: Reading<T>;
  /** What is read, for its title until it is there. */
  readonly noun: string;
  /** Where others of it are. */
  readonly list?: Link;
  children(value: T): ComponentChildren;
}

/** Shows what was read, or why it could not be. */
export function Loading<T>({ reading, noun, list = environments, children }: LoadingProps<T>) {
  const { value, failure } = reading;
  if (failure.value?.status === 404) return <Gone noun={noun} list={list} message={failure.value.message} />;
  if (value.value !== undefined) return <>{children(value.value)}</>;
  if (failure.value === undefined) return <p class="hint">Loading the {noun}…</p>;
  return (
    <Page title={`Can't show the ${noun}`}>
      <p class="hint">{failure.value.message}</p>
      <button type="button" onClick={reading.again}>
        Try again
      </button>
    </Page>
  );
}

interface GoneProps {
  readonly noun: string;
  readonly list: Link;
  readonly message?: string;
}

/** Says that something isn't there, or no longer, and leads to what is. */
export function Gone({ noun, list, message }: GoneProps) {
  return (
    <Page title={`No such ${noun}`} trail={[list]}>
      {message !== undefined && <p class="hint">{message}</p>}
      <p>
        It may have been deleted, or the platform may have been reset.{" "}
        <a href={list.href}>See all {list.text.toLowerCase()}</a>
      </p>
    </Page>
  );
}

import type { ComponentChildren } from "preact";
import type { Reading } from "../platform/reading.js";
import { Page } from "./page.js";

interface LoadingProps<T> {
  readonly reading: Reading<T>;
  /** What is read, for its title until it is there. */
  readonly noun: string;
  children(value: T): ComponentChildren;
}

/** Shows what was read, or why it could not be. */
export function Loading<T>({ reading, noun, children }: LoadingProps<T>) {
  const { value, failure } = reading;
  if (failure.value?.status === 404) return <Gone noun={noun} message={failure.value.message} />;
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

function Gone({ noun, message }: { readonly noun: string; readonly message: string }) {
  return (
    <Page title={`No such ${noun}`} trail={[{ text: "Environments", href: "#/environments" }]}>
      <p class="hint">{message}</p>
      <p>
        It may have been deleted, or the platform may have been reset. <a href="#/environments">See all environments</a>
      </p>
    </Page>
  );
}

import { signal } from "@preact/signals";

interface Notice {
  readonly id: number;
  readonly text: string;
  readonly isFailure: boolean;
}

const shownFor = 8000;
const notices = signal<readonly Notice[]>([]);
let last = 0;

function remove(id: number): void {
  notices.value = notices.value.filter((notice) => notice.id !== id);
}

/** Says what has happened, also to screen readers. */
export function announce(text: string, isFailure = false): void {
  const id = ++last;
  notices.value = [...notices.value, { id, text, isFailure }].slice(-3);
  // What has failed stays until the user has read it.
  if (!isFailure) setTimeout(() => remove(id), shownFor);
}

/** Runs an action of the user, and says how it ended. */
export async function announced(action: () => Promise<string | undefined>): Promise<void> {
  try {
    const text = await action();
    if (text !== undefined) announce(text);
  } catch (error) {
    announce(error instanceof Error ? error.message : String(error), true);
  }
}

export function Notices() {
  return (
    <div class="notices" role="status" aria-live="polite">
      {notices.value.map(({ id, text, isFailure }) => (
        <p key={id} class={isFailure ? "notice failure" : "notice"}>
          {text}
          <button type="button" class="plain" aria-label="Dismiss" onClick={() => remove(id)}>
            ✕
          </button>
        </p>
      ))}
    </div>
  );
}

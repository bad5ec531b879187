import { type Signal, signal } from "@preact/signals";

function matching(query: string): Signal<boolean> {
  const list = matchMedia(query);
  const matches = signal(list.matches);
  list.addEventListener("change", (event) => {
    matches.value = event.matches;
  });
  return matches;
}

/** Whether the window is as narrow as a phone. */
export const isPhone = matching("(max-width: 40rem)");

/** Whether the window is as narrow as a tablet, or narrower. */
export const isNarrow = matching("(max-width: 56rem)");

const isWide = matching("(min-width: 75rem)");

/** Whether the window is as wide as that of a device. */
export const hasRoom = {
  tablet: () => !isPhone.value,
  desktop: () => !isNarrow.value,
  laptop: () => isWide.value,
};

export type Device = keyof typeof hasRoom;

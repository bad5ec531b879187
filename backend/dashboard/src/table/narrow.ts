import { signal } from "@preact/signals";

const phone = matchMedia("(max-width: 40rem)");

/** Whether the window is as narrow as a phone. */
export const isNarrow = signal(phone.matches);

phone.addEventListener("change", ({ matches }) => {
  isNarrow.value = matches;
});

/** What single keys do, for those who work without a mouse. They can be switched off, as WCAG 2.1.4 asks for. */
import { effect, signal } from "@preact/signals";

export interface Key {
  /** As it is shown: `g e` is one key after the other. */
  readonly keys: string;
  readonly text: string;
  run(): void;
}

const kept = "app-platform-keys";
/** How long the second key may take. */
const patience = 1500;

export const areOn = signal(localStorage.getItem(kept) !== "off");
export const isHelpOpen = signal(false);

const rows = "main table.data tbody tr:not(.gap), main .cards > li";

/** Moves the focus to the first link of the next row; from anywhere else, to that of the first row in the window. */
function move(by: 1 | -1): void {
  const all = [...document.querySelectorAll<HTMLElement>(rows)].filter((row) => row.querySelector("a") !== null);
  const current = all.findIndex((row) => row.contains(document.activeElement));
  const inWindow = all.findIndex((row) => row.getBoundingClientRect().top >= 0);
  const next = current === -1 ? all[inWindow] : all[current + by];
  next?.querySelector("a")?.focus();
  next?.scrollIntoView({ block: "nearest" });
}

function search(): void {
  const field = document.querySelector<HTMLInputElement>("main input[type=search]");
  field?.focus();
  field?.select();
}

const goTo = (page: string) => () => {
  location.hash = `#/${page}`;
};

export const keys: readonly Key[] = [
  { keys: "/", text: "Search", run: search },
  { keys: "j", text: "Next row", run: () => move(1) },
  { keys: "k", text: "Previous row", run: () => move(-1) },
  { keys: "g e", text: "Go to the environments", run: goTo("environments") },
  { keys: "g o", text: "Go to the organization", run: goTo("organization") },
  { keys: "g r", text: "Go to the requests", run: goTo("requests") },
  { keys: "g c", text: "Go to the controls", run: goTo("controls") },
  {
    keys: "?",
    text: "Show these keys",
    run: () => {
      isHelpOpen.value = true;
    },
  },
];

let first: { readonly key: string; readonly at: number } | undefined;

/** Whether the key belongs to what has the focus, or to the browser. */
function isTaken({ target, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || isComposing) return true;
  return target instanceof Element && target.closest("input, select, textarea, [contenteditable], dialog") !== null;
}

function press(event: KeyboardEvent): void {
  if (isTaken(event)) return;
  const { key, timeStamp: at } = event;
  const pressed = first !== undefined && at - first.at < patience ? [`${first.key} ${key}`, key] : [key];
  // What helps with the keys, and has the switch for them, stays.
  const found = keys.find((each) => pressed.includes(each.keys) && (areOn.value || each.keys === "?"));
  first = found === undefined ? { key, at } : undefined;
  if (found === undefined) return;
  event.preventDefault();
  found.run();
}

export function listenToKeys(): void {
  addEventListener("keydown", press);
  effect(() => {
    if (areOn.value) localStorage.removeItem(kept);
    else localStorage.setItem(kept, "off");
  });
}

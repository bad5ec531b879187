/** Dark or light: as the system has it, until the user chooses. The choice is kept in this browser. */
import { effect, signal } from "@preact/signals";

const key = "app-platform-theme";
const system = matchMedia("(prefers-color-scheme: dark)");

type Theme = "dark" | "light";

function keptTheme(): Theme | null {
  const kept = localStorage.getItem(key);
  return kept === "dark" || kept === "light" ? kept : null;
}

const chosen = signal<Theme | null>(keptTheme());
const systemTheme = signal<Theme>(system.matches ? "dark" : "light");

export const theme = () => chosen.value ?? systemTheme.value;

export function applyTheme(): void {
  system.addEventListener("change", ({ matches }) => {
    systemTheme.value = matches ? "dark" : "light";
  });
  effect(() => {
    document.documentElement.dataset.theme = theme();
    // What Swagger UI looks at.
    document.documentElement.classList.toggle("dark-mode", theme() === "dark");
  });
}

export function switchTheme(): void {
  const next = theme() === "dark" ? "light" : "dark";
  // Back at what the system has, nothing needs to be kept.
  chosen.value = next === systemTheme.value ? null : next;
  if (chosen.value === null) localStorage.removeItem(key);
  else localStorage.setItem(key, next);
}

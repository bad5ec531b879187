import { KeysButton } from "./keys/keys-help.js";
import { connection } from "./platform/live.js";
import { type Route, route } from "./routing/route.js";
import { switchTheme, theme } from "./theme.js";

const sections: readonly { text: string; href: string; pages: readonly Route["page"][] }[] = [
  {
    text: "Environments",
    href: "#/environments",
    pages: ["environments", "project", "environment", "service", "deployment"],
  },
  { text: "Organization", href: "#/organization", pages: ["organization", "cluster", "resource"] },
  { text: "Requests", href: "#/requests", pages: ["requests", "request"] },
  { text: "Controls", href: "#/controls", pages: ["controls"] },
];

const connectionTexts = {
  connecting: "Connecting…",
  live: "Live",
  lost: "Disconnected, reconnecting",
};

function Connection() {
  const state = connection.value;
  return (
    <p class={`connection ${state}`} role="status">
      <span class="dot" aria-hidden="true" />
      {connectionTexts[state]}
    </p>
  );
}

function ThemeButton() {
  const other = theme() === "dark" ? "light" : "dark";
  return (
    <button type="button" class="plain" onClick={switchTheme} title={`Switch to ${other} colors`}>
      <span aria-hidden="true">{other === "dark" ? "☾" : "☀"}</span>
      <span class="unseen">Switch to {other} colors</span>
    </button>
  );
}

export function Header() {
  const { page } = route.value;
  return (
    <header>
      <a class="brand" href="#/environments">
        Application Platform
      </a>
      <nav aria-label="Pages">
        <ul>
          {sections.map(({ text, href, pages }) => (
            <li key={href}>
              <a href={href} aria-current={pages.includes(page) ? "page" : undefined}>
                {text}
              </a>
            </li>
          ))}
          <li>
            <a href="./reference/">
              API<span class="wide-only"> reference</span>
            </a>
          </li>
        </ul>
      </nav>
      <Connection />
      <KeysButton />
      <ThemeButton />
    </header>
  );
}

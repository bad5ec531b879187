import { spawn } from "node:child_process";

/** What decides whether a page can be opened, and with which program. */
export interface Desktop {
  readonly env: NodeJS.ProcessEnv;
  readonly system: NodeJS.Platform;
  readonly isTerminal: boolean;
}

const THIS_DESKTOP: Desktop = { env: process.env, system: process.platform, isTerminal: process.stdout.isTTY === true };

/** The command that opens a page; undefined where nobody sits in front of a screen. */
export function browserCommand(url: string, { env, system, isTerminal }: Desktop): string[] | undefined {
  if (env.CI || !isTerminal) return undefined;
  // A list of programs, each possibly with arguments and %s for the address.
  const chosen = env.BROWSER?.split(":")[0]?.trim();
  if (chosen) {
    const words = chosen.split(/\s+/);
    return words.some((word) => word.includes("%s")) ? words.map((word) => word.replace("%s", url)) : [...words, url];
  }
  if (system === "darwin") return ["open", url];
  const hasScreen = Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
  return system === "linux" && hasScreen ? ["xdg-open", url] : undefined;
}

/** Opens a page where a desktop is there. That it cannot be opened is no failure: its address was printed. */
export function openInBrowser(url: string, desktop: Desktop = THIS_DESKTOP): void {
  const [program, ...args] = browserCommand(url, desktop) ?? [];
  if (program === undefined) return;
  const child = spawn(program, args, { detached: true, stdio: "ignore", env: desktop.env });
  child.once("error", () => undefined);
  child.unref();
}

/** How values read on the page. */

const units = [
  ["year", 31_557_600],
  ["month", 2_629_800],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
] as const;

const relative = new Intl.RelativeTimeFormat("en", { numeric: "always" });
const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat("en", { hourCycle: "h23", ...options });
const absolute = format({ dateStyle: "medium", timeStyle: "medium" });
const clock = format({ timeStyle: "medium" });
const dayAndTime = format({ month: "short", day: "numeric", hour: "2-digit", minute: "2-digit" });
const date = format({ dateStyle: "medium" });

export function relativeTime(at: number, now: number): string {
  const seconds = Math.round((at - now) / 1000);
  const found = units.find(([, length]) => Math.abs(seconds) >= length);
  if (found === undefined || Math.abs(seconds) < 5) return "just now";
  const [unit, length] = found;
  return relative.format(Math.trunc(seconds / length), unit);
}

/** A time as a list shows it, so that rows differ: 14:03:22 today, Nov 28, 14:03 this year, and Nov 28, 2025 before. */
export function listedTime(at: number, now: number): string {
  const [then, today] = [new Date(at), new Date(now)];
  if (then.toDateString() === today.toDateString()) return clock.format(at);
  return (then.getFullYear() === today.getFullYear() ? dayAndTime : date).format(at);
}

export const timeOfDay = (at: number) => clock.format(at);
export const absoluteTime = (at: number) => absolute.format(at);

/** A duration as people say it: 0.4 s, 12 s, 2 min 5 s. */
export function duration(seconds: number): string {
  if (seconds < 10) return `${Math.round(seconds * 10) / 10} s`;
  const whole = Math.round(seconds);
  const parts = [
    [Math.floor(whole / 3600), "h"],
    [Math.floor(whole / 60) % 60, "min"],
    [whole % 60, "s"],
  ] as const;
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(" ");
}

export function milliseconds(value: number): string {
  if (value > 0 && value < 1) return "< 1 ms";
  return value < 1000 ? `${Math.round(value)} ms` : duration(value / 1000);
}

export function bytes(count: number): string {
  if (count < 1024) return `${count} B`;
  const kib = count / 1024;
  return kib < 1024 ? `${kib.toFixed(1)} KiB` : `${(kib / 1024).toFixed(1)} MiB`;
}

/** A state or a kind as people write it: `Build error` for BUILD_ERROR, `Git token` for `git token`. */
export function sentence(word: string): string {
  const text = word === word.toUpperCase() ? word.toLowerCase().replaceAll("_", " ") : word;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A version as a person knows it: a commit by its first characters. */
export const shortVersion = (version: string) => (/^[0-9a-f]{40}$/i.test(version) ? version.slice(0, 8) : version);

/** The beginning of an ID, by which people know it. */
export const shortId = (id: string) => id.slice(0, 8);

export function counted(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

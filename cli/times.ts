const units = [
  { name: "day", seconds: 86_400 },
  { name: "hour", seconds: 3_600 },
  { name: "minute", seconds: 60 },
  { name: "second", seconds: 1 },
] as const;

/** The time since a moment: `3 minutes ago`. */
export function ago(date: string | undefined, now: number): string {
  const time = Date.parse(date ?? "");
  if (Number.isNaN(time)) return "never";
  const passed = Math.max(0, Math.round((now - time) / 1000));
  const unit = units.find(({ seconds }) => passed >= seconds);
  if (unit === undefined) return "now";
  const count = Math.floor(passed / unit.seconds);
  return `${count} ${unit.name}${count === 1 ? "" : "s"} ago`;
}

/** A duration: `75 s` is `1 min 15 s`. */
export function durationText(seconds: unknown): string {
  if (typeof seconds !== "number") return "–";
  const minutes = Math.floor(seconds / 60);
  return minutes === 0 ? `${seconds} s` : `${minutes} min ${seconds % 60} s`;
}

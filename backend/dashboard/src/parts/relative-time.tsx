import { signal } from "@preact/signals";
import { absoluteTime, listedTime, relativeTime } from "./text.js";

const now = signal(Date.now());
setInterval(() => {
  now.value = Date.now();
}, 5000);

interface TimeProps {
  readonly at: string;
}

/** Something newer than the last tick has happened just now. */
const present = (time: number) => Math.max(now.value, Math.min(time, Date.now()));

/** A time as its distance from now; the time itself on hover. */
export function RelativeTime({ at }: TimeProps) {
  const time = Date.parse(at);
  return (
    <time dateTime={at} title={absoluteTime(time)}>
      {relativeTime(time, present(time))}
    </time>
  );
}

/** A time in a list; all of it, and its distance from now, on hover. */
export function ListedTime({ at }: TimeProps) {
  const time = Date.parse(at);
  return (
    <time dateTime={at} title={`${absoluteTime(time)}, ${relativeTime(time, present(time))}`}>
      {listedTime(time, present(time))}
    </time>
  );
}

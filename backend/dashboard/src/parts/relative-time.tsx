import { signal } from "@preact/signals";
import { absoluteTime, relativeTime } from "./text.js";

const now = signal(Date.now());
setInterval(() => {
  now.value = Date.now();
}, 5000);

/** A time as its distance from now; the time itself on hover. */
export function RelativeTime({ at }: { readonly at: string }) {
  const time = Date.parse(at);
  // Something newer than the last tick has happened just now.
  return (
    <time dateTime={at} title={absoluteTime(time)}>
      {relativeTime(time, Math.max(now.value, Math.min(time, Date.now())))}
    </time>
  );
}

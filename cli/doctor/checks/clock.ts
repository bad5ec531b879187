import type { Check } from "../check.js";

/** How far the clocks may differ before tokens are misjudged, in seconds. */
const tolerated = 60;

export const clock: Check = {
  name: "clock",
  needs: ["contact"],
  run({ facts }) {
    const { response, localTime } = facts.contact as NonNullable<typeof facts.contact>;
    const date = Date.parse(String(response.headers.date));
    if (Number.isNaN(date)) return { status: "skipped", message: "the response has no date." };
    // The header has whole seconds: on average, it's half a second late.
    const ahead = Math.round((localTime - date - 500) / 1000);
    const distance = `${durationOf(Math.abs(ahead))} ${ahead < 0 ? "behind" : "ahead of"} the platform's`;
    if (Math.abs(ahead) <= tolerated) {
      return {
        status: "ok",
        message: `this machine's clock is ${Math.abs(ahead) <= 2 ? "in sync with the platform's" : distance}.`,
      };
    }
    return {
      status: "failure",
      message: `This machine's clock must be within ${tolerated} s of the platform's; it is ${distance}.`,
      cure: "set the clock of this machine, best by NTP (`timedatectl set-ntp true` on Linux): otherwise tokens seem expired, or not valid yet.",
    };
  },
};

function durationOf(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}

import type { Attempt } from "./attempt.js";
import { ACCEPTED, RELEASE } from "./release.js";

/** Enough for the last lines of a compiler. */
const SHOWN_LINES = 6;

function shortened(text: string): string {
  const lines = text.split("\n");
  const shown = lines.length > SHOWN_LINES ? ["…", ...lines.slice(-SHOWN_LINES)] : lines;
  return shown.join("\n      ");
}

/** No Pulumi CLI was found and none could be installed. The message says what was tried and what to install. */
export class PulumiUnavailable extends Error {
  override readonly name = "PulumiUnavailable";

  constructor(readonly attempts: readonly Attempt[]) {
    super(
      [
        "No Pulumi CLI was found, and none could be installed or built. Tried:",
        ...attempts.map(({ way, reason }) => `  - ${way}: ${shortened(reason)}`),
        `Install Pulumi ${ACCEPTED}, then run the command again:`,
        `  curl -fsSL https://get.pulumi.com | sh -s -- --version ${RELEASE}`,
        "Behind a proxy, set HTTPS_PROXY. If get.pulumi.com cannot be reached at all, install Go 1.25.8 or newer, https://go.dev/dl:",
        "the CLI is then built once, which needs access to Go's module proxy.",
      ].join("\n"),
    );
  }
}

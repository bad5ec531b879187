import type { Attempt } from "./attempt.js";
import { ACCEPTED, RELEASE } from "./release.js";

/** Room for what a compiler says last, and no more. */
const SHOWN_LINES = 6;

function shortened(text: string): string {
  const lines = text.split("\n");
  const shown = lines.length > SHOWN_LINES ? ["…", ...lines.slice(-SHOWN_LINES)] : lines;
  return shown.join("\n      ");
}

/** No Pulumi CLI was found and none could be made; the message says what was tried and what to install. */
export class PulumiUnavailable extends Error {
  override readonly name = "PulumiUnavailable";

  constructor(readonly attempts: readonly Attempt[]) {
    super(
      [
        "No Pulumi CLI was found, and none could be installed or built. Tried:",
        ...attempts.map(({ way, because }) => `  - ${way}: ${shortened(because)}`),
        "Install one of these, then run the command again:",
        `  - Pulumi ${ACCEPTED}: curl -fsSL https://get.pulumi.com | sh -s -- --version ${RELEASE}`,
        "  - Go 1.25.8 or newer, https://go.dev/dl (the CLI is then built once; Go's module proxy must be within reach)",
      ].join("\n"),
    );
  }
}

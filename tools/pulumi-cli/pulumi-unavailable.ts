import { ACCEPTED, RELEASE } from "./release.js";

function indented(text: string): string {
  return text.replaceAll("\n", "\n      ");
}

/** No Pulumi CLI was found and none could be made; the message says what was tried and what to install. */
export class PulumiUnavailable extends Error {
  override readonly name = "PulumiUnavailable";

  constructor(readonly tried: readonly { readonly way: string; readonly because: string }[]) {
    super(
      [
        "No Pulumi CLI was found, and none could be installed. Tried:",
        ...tried.map(({ way, because }) => `  - ${way}: ${indented(because)}`),
        "Install one of these, then run the command again:",
        `  - Pulumi ${ACCEPTED}: curl -fsSL https://get.pulumi.com | sh -s -- --version ${RELEASE}`,
        "  - Go 1.25.8 or newer (https://go.dev/dl), with which the CLI is then built; that needs a module proxy within reach",
      ].join("\n"),
    );
  }
}

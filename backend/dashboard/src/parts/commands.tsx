import { info } from "../platform/overview.js";
import { CopyButton } from "./copy-button.js";

/** Commands to run in a shell. */
export function Commands({ lines }: { readonly lines: readonly string[] }) {
  const text = lines.join("\n");
  return (
    <div class="commands">
      <pre>{text}</pre>
      <CopyButton text={text} label="Copy the commands" done="Commands copied." isShort />
    </div>
  );
}

/** How a Pulumi program gets to this platform. */
export function PulumiCommands() {
  return (
    <>
      <p>
        Run a Pulumi program against this platform, with <a href="#/controls">a token from the controls</a>:
      </p>
      <Commands
        lines={[
          `export APP_PLATFORM_BASE_URL=${location.origin}`,
          `export APP_PLATFORM_ENDPOINTS=${info.value?.endpoints ?? "documented"}`,
          "export APP_PLATFORM_TOKEN=<token>",
          "pulumi up",
        ]}
      />
    </>
  );
}

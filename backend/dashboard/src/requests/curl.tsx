import { CopyButton } from "../parts/copy-button.js";

/** The request as a command. It names the token and the secrets, and does not contain them. */
export function Curl({ text }: { readonly text: string }) {
  return (
    <section aria-labelledby="curl">
      <h2 id="curl">As a command</h2>
      <pre class="command">{text}</pre>
      <div class="actions">
        <CopyButton text={text} label="Copy as curl" done="Command copied." />
      </div>
    </section>
  );
}

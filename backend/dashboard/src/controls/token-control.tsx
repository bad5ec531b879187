import { useSignal } from "@preact/signals";
import { CopyButton } from "../parts/copy-button.js";
import { announced } from "../parts/notices.js";
import { ask } from "../platform/ask.js";
import { Control } from "./control.js";
import { Choice, Field, submitted } from "./field.js";

const roles = [
  ["admin", "admin: everything"],
  ["editor", "editor: writes and deploys"],
  ["viewer", "viewer: only reads"],
] as const;

export function TokenControl() {
  const token = useSignal<string | null>(null);
  const mint = (values: Readonly<Record<string, string>>) =>
    announced(async () => {
      token.value = (await ask<{ token: string }>("POST", "tokens", values)).token;
      return "Token created. Copy it now: it's shown only once.";
    });
  return (
    <Control id="token" title="Access token" hint="Creates an access token for this platform.">
      <form class="fields" onSubmit={submitted(mint)}>
        <Choice label="Role" name="role" choices={roles} initial="editor" />
        <Field label="Valid for">
          <input name="ttl" defaultValue="1h" required pattern="\d+[smhd]?" title="Such as 15m, 1h or 7d" />
        </Field>
        <button type="submit">Create a token</button>
      </form>
      {token.value !== null && (
        <div class="result">
          <label class="field">
            <span>Token</span>
            <input class="code" readOnly value={token.value} onFocus={({ currentTarget }) => currentTarget.select()} />
          </label>
          <div class="actions">
            <CopyButton text={token.value} label="Copy the token" done="Token copied." />
            <button
              type="button"
              onClick={() => {
                token.value = null;
              }}
            >
              Hide the token
            </button>
          </div>
        </div>
      )}
    </Control>
  );
}

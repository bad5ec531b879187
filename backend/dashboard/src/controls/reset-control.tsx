import { useSignal } from "@preact/signals";
import { ConfirmDialog } from "../parts/confirm-dialog.js";
import { announced } from "../parts/notices.js";
import { ask } from "../platform/ask.js";
import { Control } from "./control.js";

const reset = () =>
  announced(async () => {
    await ask("POST", "reset");
    return "Initial content restored.";
  });

export function ResetControl() {
  const asks = useSignal(false);
  return (
    <Control id="reset" title="Reset" hint="Restores the initial content. Tokens stay valid.">
      <button
        type="button"
        class="danger"
        onClick={() => {
          asks.value = true;
        }}
      >
        Reset the platform…
      </button>
      <ConfirmDialog open={asks} title="Reset the platform?" confirm="Reset" onConfirm={reset}>
        <p>
          All services and deployments are deleted, with the request log, the fault rules and the failure rules. This
          can't be undone, unless you have a snapshot.
        </p>
      </ConfirmDialog>
    </Control>
  );
}

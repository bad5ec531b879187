import { useLayoutEffect, useRef } from "preact/hooks";
import { areOn, isHelpOpen, keys } from "./keys.js";

/** The list of keys, and the switch for them. Escape closes it. */
export function KeysHelp() {
  const dialog = useRef<HTMLDialogElement>(null);
  const isOpen = isHelpOpen.value;
  useLayoutEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  const close = () => {
    isHelpOpen.value = false;
  };
  return (
    <dialog ref={dialog} aria-labelledby="keys-title" onClose={close}>
      <h2 id="keys-title">Keyboard shortcuts</h2>
      <dl class="keys">
        {keys.map(({ keys: pressed, text }) => (
          <div key={pressed}>
            <dt>
              {pressed.split(" ").map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <label>
        <input
          type="checkbox"
          checked={areOn.value}
          onChange={({ currentTarget }) => {
            areOn.value = currentTarget.checked;
          }}
        />{" "}
        Use these shortcuts
      </label>
      <div class="actions">
        <button type="button" onClick={close}>
          Close
        </button>
      </div>
    </dialog>
  );
}

export function KeysButton() {
  return (
    <button
      type="button"
      class="plain keys-button"
      title="Keyboard shortcuts"
      onClick={() => {
        isHelpOpen.value = true;
      }}
    >
      <span aria-hidden="true">?</span>
      <span class="unseen">Keyboard shortcuts</span>
    </button>
  );
}

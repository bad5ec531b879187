import type { Signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

interface ConfirmDialogProps {
  readonly open: Signal<boolean>;
  readonly title: string;
  readonly confirm: string;
  readonly children: ComponentChildren;
  onConfirm(): void;
}

/** Asks before something is lost. The browser keeps the focus inside, Escape cancels, and the focus returns afterwards. */
export function ConfirmDialog({ open, title, confirm, children, onConfirm }: ConfirmDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isOpen = open.value;
  useLayoutEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  const close = () => {
    open.value = false;
  };
  const accept = () => {
    close();
    onConfirm();
  };
  return (
    <dialog ref={dialog} aria-labelledby="dialog-title" onClose={close}>
      <h2 id="dialog-title">{title}</h2>
      {children}
      <div class="actions">
        <button type="button" onClick={close}>
          Cancel
        </button>
        <button type="button" class="danger" onClick={accept}>
          {confirm}
        </button>
      </div>
    </dialog>
  );
}

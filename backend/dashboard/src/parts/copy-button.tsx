import { announced } from "./notices.js";

interface CopyButtonProps {
  readonly text: string;
  /** What is copied: `Copy the token`. */
  readonly label: string;
  readonly done: string;
  /** Beside what it copies, a word is enough. */
  readonly isShort?: boolean;
}

export function CopyButton({ text, label, done, isShort = false }: CopyButtonProps) {
  const copy = () =>
    announced(async () => {
      await navigator.clipboard.writeText(text);
      return done;
    });
  return (
    <button type="button" onClick={copy} {...(isShort && { class: "copy", "aria-label": label })}>
      {isShort ? "Copy" : label}
    </button>
  );
}

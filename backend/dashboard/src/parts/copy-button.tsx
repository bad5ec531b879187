import { announced } from "./notices.js";

interface CopyButtonProps {
  readonly text: string;
  /** What is copied: `Copy the token`. */
  readonly label: string;
  readonly done: string;
}

export function CopyButton({ text, label, done }: CopyButtonProps) {
  const copy = () =>
    announced(async () => {
      await navigator.clipboard.writeText(text);
      return done;
    });
  return (
    <button type="button" onClick={copy}>
      {label}
    </button>
  );
}

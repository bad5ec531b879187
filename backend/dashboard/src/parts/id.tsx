import { CopyButton } from "./copy-button.js";

interface IdProps {
  readonly id: string;
  /** Whose ID it is. */
  readonly of: string;
}

/** An ID, and a button that copies it. */
export function Id({ id, of }: IdProps) {
  return (
    <span class="copied">
      <code class="id">{id}</code> <CopyButton text={id} label={`Copy the ID of ${of}`} done="ID copied." isShort />
    </span>
  );
}

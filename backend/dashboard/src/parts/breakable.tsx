import { Fragment } from "preact";

/** A key, a path or a domain: if it is longer than its line, it breaks after its separators rather than anywhere. */
export function Breakable({ text }: { readonly text: string }) {
  return (
    <bdi>
      {text.split(/(?<=[_./])/).map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </bdi>
  );
}

import type { LoggedBody } from "../../../src/dashboard/contract.js";
import { JsonTree } from "../parts/json-tree.js";
import { bytes } from "../parts/text.js";

interface BodyProps {
  readonly id: string;
  readonly title: string;
  readonly body: LoggedBody | null;
}

/** The body of a request or a response, with masked secrets. */
export function Body({ id, title, body }: BodyProps) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {body === null ? (
        <p class="hint">None</p>
      ) : (
        <>
          <p class="hint">
            {bytes(body.bytes)}
            {body.note === undefined ? "" : ` · ${body.note}`}
          </p>
          {body.json !== undefined && <JsonTree label={title} value={body.json} />}
        </>
      )}
    </section>
  );
}

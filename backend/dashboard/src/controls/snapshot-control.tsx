import type { Actions, StoredSnapshot } from "../../../src/dashboard/contract.js";
import { announced } from "../parts/notices.js";
import { RelativeTime } from "../parts/relative-time.js";
import { counted } from "../parts/text.js";
import { ask } from "../platform/ask.js";
import { type Reading, useReading } from "../platform/reading.js";
import { Control } from "./control.js";
import { Field, submitted } from "./field.js";
import { SnapshotFile } from "./snapshot-file.js";

type Snapshots = readonly StoredSnapshot[];
type Taken = Actions["POST /_local/snapshots"]["result"];

const path = "snapshots";

interface RowProps {
  readonly snapshot: StoredSnapshot;
  readonly reading: Reading<{ readonly results: Snapshots }>;
}

function Row({ snapshot: { id, name, takenAt, services }, reading }: RowProps) {
  const restore = () =>
    announced(async () => {
      await ask("POST", `${path}/${id}/restore`);
      return `The platform is as it was in ${name}.`;
    });
  const remove = () =>
    announced(async () => {
      await ask("DELETE", `${path}/${id}`);
      reading.again();
      return `Deleted the snapshot ${name}.`;
    });
  return (
    <li>
      <span>
        <strong>{name}</strong> {counted(services, "service")}, <RelativeTime at={takenAt} />
      </span>
      <button type="button" aria-label={`Restore ${name}`} onClick={restore}>
        Restore
      </button>
      <button type="button" aria-label={`Delete ${name}`} onClick={remove}>
        Delete
      </button>
    </li>
  );
}

/** Takes and restores the whole content of the platform. */
export function SnapshotControl() {
  const reading = useReading<{ readonly results: Snapshots }>(path);
  const take = (values: Readonly<Record<string, string>>, form: HTMLFormElement) =>
    announced(async () => {
      const taken = await ask<Taken>("POST", path, values);
      form.reset();
      reading.again();
      return `Took the snapshot ${taken.name}.`;
    });
  const snapshots = reading.value.value?.results ?? [];
  return (
    <Control
      id="snapshots"
      title="Snapshots"
      hint="Save everything on the platform, in its memory until it stops, or in a file."
    >
      {snapshots.length === 0 ? (
        <p class="hint">No snapshots yet.</p>
      ) : (
        <ul class="rules" aria-label="Snapshots">
          {snapshots.map((snapshot) => (
            <Row key={snapshot.id} snapshot={snapshot} reading={reading} />
          ))}
        </ul>
      )}
      <form class="fields" onSubmit={submitted(take)}>
        <Field label="Name">
          <input name="name" placeholder="the time" maxLength={100} />
        </Field>
        <button type="submit">Take snapshot</button>
      </form>
      <SnapshotFile />
    </Control>
  );
}

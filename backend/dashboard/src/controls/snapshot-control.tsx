import { announced } from "../parts/notices.js";
import { ask } from "../platform/ask.js";
import { Control } from "./control.js";
import { Field, submitted } from "./field.js";

const input = (form: HTMLFormElement) => form.elements.namedItem("file") as HTMLInputElement;

/** The whole content of the platform as a file. The browser reads and writes it: its secrets never reach the page. */
export function SnapshotControl() {
  const upload = (_: unknown, form: HTMLFormElement) =>
    announced(async () => {
      const [file] = input(form).files ?? [];
      if (file === undefined) return undefined;
      await ask("PUT", "snapshot", file);
      form.reset();
      return `The platform is as it was in ${file.name}.`;
    });
  return (
    <Control id="snapshots" title="Snapshots" hint="Save everything on the platform in a file.">
      <p>
        <a href="snapshot" download="app-platform-snapshot.json">
          Download a snapshot
        </a>{" "}
        <span class="hint">It contains secrets in plain text.</span>
      </p>
      <form class="fields" onSubmit={submitted(upload)}>
        <Field label="Snapshot file">
          <input type="file" name="file" accept="application/json,.json" required />
        </Field>
        <button type="submit">Restore from file</button>
      </form>
    </Control>
  );
}

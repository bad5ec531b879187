import { announced } from "../parts/notices.js";
import { ask } from "../platform/ask.js";
import { Field, submitted } from "./field.js";

const input = (form: HTMLFormElement) => form.elements.namedItem("file") as HTMLInputElement;

/** The browser reads and writes the file: its secrets never reach the page. */
export function SnapshotFile() {
  const upload = (_: unknown, form: HTMLFormElement) =>
    announced(async () => {
      const [file] = input(form).files ?? [];
      if (file === undefined) return undefined;
      await ask("PUT", "snapshot", file);
      form.reset();
      return `The platform is as it was in ${file.name}.`;
    });
  return (
    <form class="fields" onSubmit={submitted(upload)}>
      <Field label="Snapshot file">
        <input type="file" name="file" accept="application/json,.json" required />
      </Field>
      <button type="submit">Restore from file</button>
      <p class="hint">
        <a href="snapshot" download="app-platform-snapshot.json">
          Download a snapshot
        </a>{" "}
        It contains secrets in plain text.
      </p>
    </form>
  );
}

/** What the CLI prints of each error: recorded by test/errors, shown in docs/errors.md. */
import { readRecord, recordPath } from "./record-file.js";

/** An error as a user sees it. */
interface RecordedMessage {
  /** The command that printed it. */
  readonly command: string;
  /** The lines of the CLI below `Diagnostics:`, beginning with the resource. */
  readonly text: string;
}

export const messagesFile = recordPath("errors", "messages");

/** The recorded messages by code. */
export function recordedMessages(): Readonly<Record<string, RecordedMessage>> {
  return readRecord(messagesFile) ?? {};
}

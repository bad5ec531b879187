/** What the CLI prints of each error: recorded by test/cli/errors, shown in docs/errors.md. */
import { readRecord, recordPath } from "./record-file.js";

/** An error as a user sees it. */
interface RecordedMessage {
  /** The command that printed it. */
  readonly command: string;
  /** What the command printed: of the Pulumi CLI, the lines below `Diagnostics:`, beginning with the resource. */
  readonly text: string;
}

/** Errors by their codes. */
export type Messages = Readonly<Record<string, RecordedMessage>>;

export const messagesFile = recordPath("test/cli/errors", "messages");

/** What `app-platform` prints of its own errors: recorded by test/cli. */
export const cliMessagesFile = recordPath("test/cli", "messages");

/** The recorded messages by code. */
export function recordedMessages(file: string = messagesFile): Messages {
  return readRecord(file) ?? {};
}

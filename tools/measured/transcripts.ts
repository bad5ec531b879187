/** What commands printed in a run: recorded by test/cli, shown in the documentation. */
import { readRecord, recordPath } from "./record-file.js";

/** A command and what it printed. */
export interface Transcript {
  readonly command: string;
  readonly text: string;
}

export const transcriptsFile = recordPath("cli", "transcripts");

export function recordedTranscripts(): Readonly<Record<string, Transcript>> {
  return readRecord(transcriptsFile) ?? {};
}

export function recordedTranscript(name: string): Transcript {
  const found = recordedTranscripts()[name];
  if (found === undefined)
    throw new Error(`${transcriptsFile} has no ${name}: run the tests in test/cli with RECORD=1`);
  return found;
}

/** What commands print, as the documentation shows it: recorded with RECORD=1, compared otherwise. */
import { expect } from "vitest";
import { recordedTranscripts, transcriptsFile } from "../../tools/measured/transcripts.js";
import { isRecording, writeRecord } from "../recording.js";

const environment = "7f0c2a4e-1d53-4b8a-9c66-2f1f0a7d9b31";
const service = "3fa85f64-5717-4562-b3fc-2c963f66afa6";

/** Compares what a command printed with the record. IDs and times, which differ in each run, are replaced. */
export function expectTranscript(name: string, args: readonly string[], printed: string, environmentId: string): void {
  const normalized = (text: string) =>
    text
      .replaceAll(environmentId, environment)
      .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => (id === environment ? id : service))
      .replace(/(now|\d+ seconds? ago)/g, "2 minutes ago")
      .replace(/\(\d+ s\)/g, "(4 s)")
      .trimEnd();
  const transcript = { command: normalized(`npx app-platform ${args.join(" ")}`), text: normalized(printed) };
  if (isRecording) writeRecord(transcriptsFile, { ...recordedTranscripts(), [name]: transcript }, 2);
  else expect(transcript).toEqual(recordedTranscripts()[name]);
}

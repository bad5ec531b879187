/** Why a data file cannot be opened, and what to do about it. */
import { CommandError } from "./command-error.js";
import { DamagedFile } from "./store/trouble.js";

export function unreadable(file: string, error: Error): CommandError {
  if (!(error instanceof DamagedFile))
    return new CommandError(`The data file ${file} can't be read: ${error.message}.`);
  return new CommandError(
    `The data file ${file} is damaged (${error.message}) and was left as it is. Restore a copy of it, or move it away: ` +
      "the platform then starts with a new file, into which you can restore a snapshot.",
  );
}

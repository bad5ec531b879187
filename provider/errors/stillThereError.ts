import { AppPlatformError, detailOf } from "./appPlatformError.js";

/** The platform accepted a delete, or responded that there is nothing to delete, but the resource still exists after the maximum wait. */
export class StillThereError extends AppPlatformError {
  static readonly code = "AP5003";

  /**
   * @param isAccepted Whether the platform accepted the delete; otherwise it responded 404.
   * @param failure Why the last look failed, if it did: the resource may be gone.
   */
  constructor(subject: string, id: string, seconds: number, isAccepted: boolean, failure?: AppPlatformError) {
    const since = isAccepted
      ? `${seconds} s after the platform accepted its deletion.`
      : `although the platform responded to its deletion that it does not exist (404), and has not disappeared within ${seconds} s.`;
    super(StillThereError.code, {
      what:
        failure === undefined
          ? `${subject} (id ${id}) still exists on the platform ${since}`
          : `${subject} (id ${id}) is being deleted: the platform accepted that, but within ${seconds} s no response showed that it is gone.`,
      details: failure === undefined ? [] : [detailOf(failure)],
      todo: isAccepted
        ? "look at it in the platform's console, then run again."
        : [
            "check in the platform's console whether it exists, and whether the token may delete it",
            "if it does not exist, run again later: the platform's lists may be outdated",
          ],
    });
  }
}

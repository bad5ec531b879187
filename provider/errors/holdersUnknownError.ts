import { AppPlatformError, detailOf } from "./appPlatformError.js";

/** A resource is to be deleted, and the stack's state cannot be read: another resource of the stack may manage it too. */
export class HoldersUnknownError extends AppPlatformError {
  static readonly code = "AP2009";

  constructor(subject: string, id: string, cause: unknown) {
    super(HoldersUnknownError.code, {
      what: `${subject} (id ${id}) was not deleted: the provider must know from the stack's state whether another resource of the stack manages it too.`,
      details: [detailOf(cause)],
      todo: [
        "make `pulumi stack export` work in the project's folder, name the stack with `--stack`, then run again",
        "delete the resource in the platform's console, then run again",
        "to keep it on the platform, remove it from the state only: pulumi state delete",
      ],
    });
  }
}

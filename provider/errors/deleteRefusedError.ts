import { AppPlatformError } from "./appPlatformError.js";
import { onDeleteAdvice } from "./onDeleteAdvice.js";

/** A resource is to be deleted, the platform's endpoints cannot delete it, and `app-platform:onDelete` is `fail`. */
export class DeleteRefusedError extends AppPlatformError {
  static readonly code = "AP2003";

  constructor(subject: string, id: string) {
    super(DeleteRefusedError.code, {
      what: `${subject} (id ${id}) cannot be deleted: the platform's endpoints cannot delete it, and app-platform:onDelete is "fail".`,
      todo: [
        `to remove the resource from the state and leave it on the platform, ${onDeleteAdvice("warn")}`,
        "use the extended endpoints, if your platform serves them (app-platform:endpoints = extended)",
        "set the resource option retainOnDelete",
      ],
    });
  }
}

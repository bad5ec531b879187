import { AppPlatformError } from "./appPlatformError.js";
import { onDeleteAdvice } from "./onDeleteAdvice.js";

/** A delete would also delete services that the stack does not manage, and `app-platform:onDelete` does not allow it. */
export class NotEmptyError extends AppPlatformError {
  static readonly code = "AP2014";

  /** @param services What else would be deleted, each as messages name it. */
  constructor(subject: string, id: string, services: readonly string[]) {
    const count = services.length === 1 ? "a service" : `${services.length} services`;
    super(NotEmptyError.code, {
      what: `${subject} (id ${id}) cannot be deleted: it has ${count} that this stack does not manage, and that would be deleted with it.`,
      details: services,
      todo: [
        "delete them first, or move them to another environment",
        `to delete them too, ${onDeleteAdvice("everything")}`,
        "to leave the environment on the platform, set the resource option retainOnDelete",
      ],
    });
  }
}

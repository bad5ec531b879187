import { AppPlatformError } from "./appPlatformError.js";

/** A resource is to be deleted, the platform's endpoints cannot delete it, and `app-platform:onDelete` is `fail`. */
export class DeleteRefusedError extends AppPlatformError {
  static readonly code = "AP2003";
  static readonly title = "A delete is refused";
  static readonly when =
    "A resource is to be deleted, the platform's endpoints cannot delete it, and `app-platform:onDelete` is `fail`.";
  static readonly cause =
    "The setting `onDelete` is `fail`, which protects from resources that leave the state and stay on the platform.";
  static readonly mend =
    "Set `onDelete` to `warn` to leave the resource on the platform, use the extended endpoints, or delete it in the platform's console.";

  constructor(subject: string, id: string) {
    super(DeleteRefusedError.code, {
      what: `${subject} (id ${id}) cannot be deleted: the platform's endpoints cannot delete it, and app-platform:onDelete is "fail".`,
      todo: [
        "set app-platform:onDelete to warn: the resource is removed from the state and stays on the platform",
        "use the extended endpoints, if your platform serves them (app-platform:endpoints = extended)",
        "set the resource option retainOnDelete",
      ],
    });
  }
}

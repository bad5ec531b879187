import { AppPlatformError } from "./appPlatformError.js";

/** A change needs a new resource, but the old one keeps the name: names are unique and the platform serves no delete. It is found at preview; nothing was touched. */
export class ReplacementNameTakenError extends AppPlatformError {
  static readonly code = "AP2002";
  static readonly when =
    "A change needs a new resource, but the old one keeps the name: names are unique and the platform serves no delete. It is found at preview; nothing was touched.";
  static readonly mend = "Give the new resource a new name.";

  constructor(subject: string, changes: readonly string[]) {
    super(ReplacementNameTakenError.code, {
      what: `${subject} would have to be made anew, but the old one stays on the platform and keeps the name, which is unique in its environment.`,
      details: changes,
      todo: [
        "change `name` too: a new resource is made, and the old one stays on the platform",
        "use the extended endpoints, if your platform serves them (app-platform:endpoints = extended): the old one is deleted first",
        "undo the change",
      ],
    });
  }
}

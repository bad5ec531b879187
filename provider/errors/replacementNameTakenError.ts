import { AppPlatformError } from "./appPlatformError.js";

/** A change replaces the resource, but the old one keeps the name: names are unique, and there is no delete. Found at preview; nothing was changed. */
export class ReplacementNameTakenError extends AppPlatformError {
  static readonly code = "AP2002";

  /** @param arg The argument that holds the name, for example `name`. */
  constructor(subject: string, arg: string, changes: readonly string[]) {
    super(ReplacementNameTakenError.code, {
      what: `${subject} would be replaced, but the old resource stays on the platform and keeps the ${arg}, which is unique in its environment.`,
      details: changes,
      todo: [
        `change \`${arg}\` too: a new resource is created, and the old one stays on the platform`,
        "use the extended endpoints, if your platform serves them (app-platform:endpoints = extended): the old resource is deleted first",
        "undo the change",
      ],
    });
  }
}

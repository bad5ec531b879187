import { AppPlatformError } from "./appPlatformError.js";

/** An existing resource cannot be adopted. Found at preview; nothing was changed. */
export class AdoptionError extends AppPlatformError {
  static readonly code = "AP2006";
  static readonly title = "An existing resource cannot be adopted";
  static readonly when =
    "An existing resource cannot be adopted: no resource has the ID, another resource of the stack manages it, it cannot be read, or it differs in arguments that cannot be updated. Or the adopting resource manages another one already, or is to be replaced. Found at preview; nothing was changed.";
  static readonly cause =
    "The ID is wrong, another resource of the stack manages the resource already, the endpoints cannot read its kind, or the program gives values that only a new resource can have. `adoptId` is used only at creation: an existing resource would ignore another ID, and its replacement is a new resource.";
  static readonly mend =
    "Follow the advice of the message: correct the ID, give the current values, or declare the resource once.";

  constructor(subject: string, id: string, why: string, details: readonly string[], todo: readonly string[]) {
    super(AdoptionError.code, {
      what: `${subject} cannot adopt the existing resource with id ${id}: ${why}`,
      details,
      todo,
    });
  }
}

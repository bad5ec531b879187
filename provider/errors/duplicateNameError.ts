import { AppPlatformError } from "./appPlatformError.js";

/** Two resources of a program have the same name in the same place. Found at preview; nothing was sent. */
export class DuplicateNameError extends AppPlatformError {
  static readonly code = "AP1205";

  /**
   * @param other The other resource, by its URN.
   * @param args The arguments that both have, for example `environmentId` and `name`; the last one must differ.
   */
  constructor(subject: string, other: string, args: readonly string[]) {
    super(DuplicateNameError.code, {
      what: `${subject} is declared twice: ${other} has the same ${args.map((arg) => `\`${arg}\``).join(" and ")}.`,
      todo: ["declare it once", `give one of the two another \`${args.at(-1)}\``],
    });
  }
}

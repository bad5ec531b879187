import { AppPlatformError } from "./appPlatformError.js";

/** A resource takes the name of another one, which gives it up in the same run. Found at preview; nothing was sent. */
export class NameTakenOverError extends AppPlatformError {
  static readonly code = "AP1206";

  /**
   * @param taker The resource that takes the name, by its URN.
   * @param giver The resource that has it until now, by its URN.
   * @param arg The argument that is the name.
   */
  constructor(subject: string, taker: string, giver: string, arg: string) {
    super(NameTakenOverError.code, {
      what: `${subject}: a \`${arg}\` changes hands, and one run cannot do that safely.`,
      details: [
        `${taker} takes the \`${arg}\` of ${giver}, which has it until it is renamed, moved or deleted in the same run`,
      ],
      todo: [
        `give the first one a temporary \`${arg}\` (if it is new, leave it out), run \`pulumi up\`, then give it the final one`,
        `choose another \`${arg}\``,
      ],
    });
  }
}

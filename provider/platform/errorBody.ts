import { z } from "zod";
import { shortened } from "../schema/shortened.js";

const sentence = z.string().min(1).optional().catch(undefined);

const violation = z.object({ field: sentence, message: sentence });

/** The body of an error response. A proxy may send anything else: what does not fit counts as absent. */
const errorBody = z
  .object({
    detail: sentence,
    message: sentence,
    error: sentence,
    violations: z.array(violation.optional().catch(undefined)).catch([]),
  })
  .catch({ violations: [] });

const maxLength = 300;

/** Maximum number of fields that are listed. */
const maxViolations = 50;

/**
 * The platform's own sentence, and each field that it rejects in the program's spelling.
 *
 * @param hide Removes the access token.
 */
export function errorDetails(
  json: unknown,
  hide: (text: string) => string,
  spell: (wirePath: string) => string = (path) => path,
): string[] {
  const { detail, message, error, violations } = errorBody.parse(json);
  const said = detail ?? message ?? error;
  const more = violations.length - maxViolations;
  return (
    [
      ...(said === undefined ? [] : [`the platform says: ${said}`]),
      ...violations
        .slice(0, maxViolations)
        .filter((each) => each !== undefined)
        .map(({ field, message: why = "rejected without a reason" }) =>
          field === undefined ? why : `${spell(field)}: ${why}`,
        ),
      ...(more > 0 ? [`and ${more} more`] : []),
    ]
      // Hidden before it is cut: a part of the token must not be shown either.
      .map((line) => hide(line).replace(/\s+/g, " "))
      .map((line) => shortened(line, maxLength))
  );
}

/** Reads fault rules, and checks them against the platform they are for. */
import { type Fault, faultRules, foreignOptions } from "../faults/faults.js";
import { invalid } from "../problem.js";
import { type Violation, validate } from "../schema/validate.js";
import type { LocalContext } from "./context.js";

/** The rules of a body, which is an array of them or an object with the member `rules`. */
export function readFaultRules(context: LocalContext, body: unknown): Fault[] {
  const specified = Array.isArray(body) ? { rules: body } : (body ?? {});
  const validated = validate(faultRules, specified, context.platform.references);
  const violations =
    validated.violations ?? validated.value.rules.flatMap((rule, index) => violationsOf(context, rule, index));
  if (validated.violations !== undefined || violations.length > 0) throw invalid(violations);
  return validated.value.rules;
}

function violationsOf({ routes, sharesProcess }: LocalContext, rule: Fault, index: number): Violation[] {
  const { fault, match } = rule;
  const { route } = match;
  const isKnown = route === null || routes.some(({ path, operation }) => route === path || route === operation);
  return [
    ...(isKnown
      ? []
      : [{ field: `rules[${index}].match.route`, message: "must be a path template or an operation name" }]),
    ...(fault === "crash" && sharesProcess
      ? [
          {
            field: `rules[${index}].fault`,
            message: "must not be crash: it would end the program that started the platform with startPlatform",
          },
        ]
      : []),
    ...foreignOptions(rule).map(([option, faults]) => ({
      field: `rules[${index}].${option}`,
      message: `applies only to ${faults.join(", ")}`,
    })),
  ];
}

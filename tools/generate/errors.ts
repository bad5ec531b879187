import type { ErrorPage } from "../../provider/errors/appPlatformError.js";
import * as errors from "../../provider/errors/index.js";
import * as triggerErrors from "../../provider/resources/deploymentTrigger/errors/index.js";
import { table } from "./tables.js";

/** All classes of errors, by name: those that every kind can raise, and those of single kinds. */
export const errorClasses: Readonly<Record<string, ErrorPage>> = { ...errors, ...triggerErrors };

/** The page of all errors, by code. */
export function errorsFile(): Map<string, string> {
  const pages = Object.values(errorClasses).map(({ code, when, mend }) => ({ code, when, mend }));
  const sorted = pages.sort((one, other) => one.code.localeCompare(other.code));
  const text = `<!-- Generated from the error classes of the provider by \`npm run generate\`. Do not edit. -->

# Errors

Every error message begins with a code that is the same in all versions. It says what failed for which resource, why, and what
to do.

| codes | meaning |
|---|---|
| AP1xxx | Invalid settings or arguments, found at preview. |
| AP2xxx | The platform's endpoints cannot do it; found before anything is changed. |
| AP3xxx | The platform responded with an error, or did not respond. |
| AP4xxx | A resource is incomplete, or its state is unknown. |
| AP5xxx | A deployment or a deletion failed or did not end in time. |
| AP9xxx | A bug in the provider. |

${table(
  ["code", "when", "what to do"],
  sorted.map(({ code, when, mend }) => [code, when, mend]),
)}`;
  return new Map([["docs/errors.md", text]]);
}

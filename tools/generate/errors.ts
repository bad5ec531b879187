import type { ErrorPage } from "../../provider/errors/appPlatformError.js";
import * as errors from "../../provider/errors/index.js";
import { table } from "./tables.js";

/** The page of all errors, by code. */
export function errorsFile(): Map<string, string> {
  const pages = Object.values(errors).map(({ code, when, mend }: ErrorPage) => ({ code, when, mend }));
  const sorted = pages.sort((one, other) => one.code.localeCompare(other.code));
  const text = `<!-- Generated from provider/errors by \`npm run generate\`. Do not edit. -->

# Errors

Every error begins with a code that stays the same in all versions, says what happened to which resource, what was found,
and what to do. AP1xxx: settings and arguments, found at preview. AP2xxx: what the endpoints cannot do, found at preview.
AP3xxx: what the platform answered, or that it did not. AP4xxx: a resource that is not finished. AP5xxx: waiting that came
to its end. AP9xxx: a fault of the provider.

${table(
  ["code", "when", "what to do"],
  sorted.map(({ code, when, mend }) => [code, when, mend]),
)}`;
  return new Map([["docs/errors.md", text]]);
}

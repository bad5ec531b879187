import type { z } from "zod";

const typeMessages: Readonly<Record<string, string>> = {
  string: "must be a string",
  number: "must be a number",
  boolean: "must be true or false",
  array: "must be an array",
  object: "must be an object",
};

/** The members of the object that an issue is about. */
function membersOf(schema: unknown): string[] {
  return Object.keys((schema as z.ZodObject).shape);
}

/** The message of a violation for an issue that zod found. Refinements have their own messages. */
export function messageOf(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.input === undefined) return "is required";
  switch (issue.code) {
    case "invalid_type":
      return typeMessages[issue.expected];
    case "invalid_value":
      return `must be one of ${issue.values.join(", ")}`;
    case "invalid_format":
      return "must be a UUID";
    case "unrecognized_keys":
      return `doesn't exist; the members are ${membersOf(issue.inst).join(", ")}`;
    case "too_small":
      return issue.origin === "number" ? `must be at least ${issue.minimum}` : "must not be empty";
    case "too_big":
      return `must be at most ${issue.maximum}`;
    default:
      return undefined;
  }
}

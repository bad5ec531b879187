/** What stands in answers in the place of a secret. */
export const masked = "REDACTED";

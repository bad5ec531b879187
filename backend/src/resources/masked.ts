/** What responses show in place of a secret. */
export const masked = "REDACTED";

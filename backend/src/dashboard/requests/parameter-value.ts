import type { QueryParameter } from "../../routes/route.js";

/** Whether a value of a query is one that the parameter may have, and so no free text. */
export function isParameterValue(parameter: QueryParameter | undefined, value: string): boolean {
  return value === "true" || value === "false" || parameter?.schema?.safeParse(value).success === true;
}

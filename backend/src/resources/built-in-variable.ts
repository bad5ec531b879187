/** The built-in variables with the connection details of a service. */
import { relatedId } from "./related-id.js";

/** The ends of their keys. */
export const builtIns = ["HOST", "PORT", "USER", "PASSWORD"] as const;
export type BuiltIn = (typeof builtIns)[number];

export interface BuiltInValues {
  /** The start of their keys. */
  readonly prefix: string;
  /** Null for a value that can never be read. */
  readonly values: Readonly<Record<BuiltIn, string | null>>;
}

/** The id of a built-in variable of a service; and the other way round, the service that a variable would be one of. */
export function builtInId(serviceId: string, name: BuiltIn): string {
  return relatedId(serviceId, `variable ${name}`);
}

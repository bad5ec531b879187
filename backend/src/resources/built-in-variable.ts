/** The built-in variables that say how a service is reached. */
import { relatedId } from "./related-id.js";

/** The ends of their keys. */
export const builtIns = ["HOST", "PORT", "USER", "PASSWORD", "HOST_INTERNAL", "HOST_EXTERNAL"] as const;
export type BuiltIn = (typeof builtIns)[number];

export interface BuiltInValues {
  /** What the keys have before the ID of the service. */
  readonly prefix: string;
  /** Those that there are; null for a value that can never be read. */
  readonly values: Readonly<Partial<Record<BuiltIn, string | null>>>;
}

/** Generated clients find the hosts of every kind by their keys. */
export function builtInKey(serviceId: string, prefix: string, name: BuiltIn): string {
  const start = name.startsWith("HOST_") ? `PLATFORM_${prefix}` : prefix;
  return `${start}_Z${serviceId.slice(0, 8).toUpperCase()}_${name}`;
}

/** The id of a built-in variable of a service; and the other way round, the service that a variable would be one of. */
export function builtInId(serviceId: string, name: BuiltIn): string {
  return relatedId(serviceId, `variable ${name}`);
}

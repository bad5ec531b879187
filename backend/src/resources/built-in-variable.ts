/** The variables by which the platform describes projects, environments and services. */
import { relatedId } from "./related-id.js";

/** What they say about a service; the ends of their keys. */
const ofServices = ["HOST", "PORT", "USER", "PASSWORD", "HOST_INTERNAL", "HOST_EXTERNAL"] as const;
type OfService = (typeof ofServices)[number];

/** All of them, as their ids have them. */
export const builtIns = [
  ...ofServices,
  ...["ID", "PROJECT_ID", "ENVIRONMENT_ID", "ENVIRONMENT_NAME", "ENVIRONMENT_TYPE"],
  ...["CLOUD_PROVIDER", "CLOUD_PROVIDER_REGION"],
] as const;
export type BuiltIn = (typeof builtIns)[number];

export interface BuiltInValues {
  /** What the keys have before the ID of the service. */
  readonly prefix: string;
  /** Those that there are; null for a value that can never be read. */
  readonly values: Readonly<Partial<Record<OfService, string | null>>>;
}

export interface NamedBuiltIn {
  readonly name: BuiltIn;
  readonly key: string;
  readonly value: string | null;
}

/** Generated clients find the hosts of every kind by their keys. */
export function builtInsFrom(serviceId: string, { prefix, values }: BuiltInValues): NamedBuiltIn[] {
  return ofServices.flatMap((name) => {
    const { [name]: value } = values;
    const start = name.startsWith("HOST_") ? `PLATFORM_${prefix}` : prefix;
    return value === undefined
      ? []
      : [{ name, key: `${start}_Z${serviceId.slice(0, 8).toUpperCase()}_${name}`, value }];
  });
}

/** The id of a built-in variable; and the other way round, the id of what a variable would describe. */
export function builtInId(id: string, name: BuiltIn): string {
  return relatedId(id, `variable ${name}`);
}

export function builtInIdsOf(id: string): string[] {
  return builtIns.map((name) => builtInId(id, name));
}

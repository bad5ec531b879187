import { z } from "zod";
import { domainName, text } from "../../schema/texts.js";
import { ownDomain } from "../own-domain.js";
import { type ChildRecord, commonMembers, type RecordKind, representCommon } from "../record.js";
import { exposedKinds, memberOf } from "../services.js";

const request = z
  .object({ domain: domainName, generate_certificate: z.boolean(), use_cdn: z.boolean().default(false) })
  .meta({ id: "CustomDomainRequest" });

const response = z
  .object({
    ...commonMembers,
    domain: text,
    generate_certificate: z.boolean(),
    use_cdn: z.boolean(),
    validation_domain: text.meta({ description: "The name that a CNAME of the domain must point to." }),
    status: z.enum(["VALIDATION_PENDING"]),
  })
  .meta({ id: "CustomDomain" });

export type CustomDomainResponse = z.output<typeof response>;
export type CustomDomainConfig = z.output<typeof request>;

/** The name of a service on the internet. Derived from the id: it exists at once, and no update changes it. */
export function platformDomain(serviceId: string): string {
  return `${serviceId.slice(0, 8)}.${ownDomain}`;
}

/** A domain of its users at which a service is reached. */
export const customDomain = {
  kind: "customDomain",
  noun: "custom domain",
  description: `Domains of ${exposedKinds.map(({ kind }) => memberOf(kind)).join(" and ")}.`,
  parents: ["service"],
  stored: request,
  response,
  uniqueBy: ({ domain }: CustomDomainConfig) => domain.toLowerCase(),
  isUniqueEverywhere: true,
  represent: (record: ChildRecord<CustomDomainConfig>): CustomDomainResponse => ({
    ...representCommon(record),
    ...record.config,
    validation_domain: platformDomain(record.parentId),
    // Nobody sets the CNAME of a domain for this platform.
    status: "VALIDATION_PENDING",
  }),
} satisfies RecordKind<CustomDomainConfig, CustomDomainResponse>;

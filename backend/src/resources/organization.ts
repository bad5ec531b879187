import { z } from "zod";
import { freeText, text, timestamp, uuid } from "../schema/texts.js";
import { optional } from "../schema/values.js";

const plans = [
  ...["FREE", "TEAM", "TEAM_YEARLY", "PROFESSIONAL", "BUSINESS", "ENTERPRISE", "ENTERPRISE_YEARLY"],
  ...["USER_2025", "TEAM_2025", "BUSINESS_2025", "ENTERPRISE_2025"],
] as const;

export const organizationResponse = z
  .object({
    id: uuid,
    created_at: timestamp,
    updated_at: optional(timestamp),
    name: text,
    plan: z.enum(plans),
    owner: text,
    description: optional(freeText),
    website_url: optional(freeText),
    repository: optional(freeText),
    logo_url: optional(freeText),
    icon_url: optional(freeText),
    admin_emails: optional(z.array(text)),
  })
  .meta({ id: "Organization" });
export type OrganizationResponse = z.output<typeof organizationResponse>;

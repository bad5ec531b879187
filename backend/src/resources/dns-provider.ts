/** Where the names of a cluster's services are. A cluster always has one: at first, the platform's own. */
import { z } from "zod";
import { membersBy, type Report, withRules } from "../schema/rules.js";
import { secret } from "../schema/secrets.js";
import { text } from "../schema/texts.js";
import { omittable } from "../schema/values.js";
import { ownDomain } from "./own-domain.js";

const provider = z.enum(["PLATFORM", "CLOUDFLARE", "ROUTE53"]);
const login = { type: z.enum(["STATIC"]), aws_access_key_id: text };

const settings = withRules(
  z.object({
    provider,
    domain: text,
    email: omittable(text),
    api_token: omittable(secret(text)),
    proxied: omittable(z.boolean()),
    credentials: omittable(z.object({ ...login, aws_secret_access_key: secret(text) })),
    aws_region: omittable(text),
    hosted_zone_id: omittable(text),
  }),
  membersBy("provider", {
    PLATFORM: { required: [] },
    CLOUDFLARE: { required: ["email", "api_token"], optional: ["proxied"] },
    ROUTE53: { required: ["credentials", "aws_region"], optional: ["hosted_zone_id"] },
  }),
);
export const dnsProviderRequest = z.object({ dns_provider: settings }).meta({ id: "DnsProviderRequest" });

/** As stored, with secrets in plain text. */
export const storedDnsProvider = settings;
type Settings = z.output<typeof settings>;
export type DnsProvider = Pick<Settings, "provider" | "domain"> & Partial<Settings>;

export const dnsProviderResponse = z
  .object({
    dns_provider: z.object({
      provider,
      domain: text,
      email: text.optional(),
      proxied: z.boolean().optional(),
      credentials: z.object(login).optional(),
      aws_region: text.optional(),
      hosted_zone_id: text.nullish(),
    }),
  })
  .meta({ id: "DnsProvider" });
type Response = z.output<typeof dnsProviderResponse>;

/** The platform has one domain. */
export function checkDnsProvider(
  { dns_provider: specified }: { readonly dns_provider?: Partial<DnsProvider> | undefined },
  report: Report,
): void {
  if (specified?.provider !== "PLATFORM" || specified.domain === undefined || specified.domain === ownDomain) return;
  report(["dns_provider", "domain"], `must be ${ownDomain}, the platform's own`);
}

/** Without secrets. */
export function representDnsProvider(stored: DnsProvider = { provider: "PLATFORM", domain: ownDomain }): Response {
  const { provider: name, domain, email, proxied, credentials, aws_region, hosted_zone_id } = stored;
  if (name === "CLOUDFLARE") return { dns_provider: { provider: name, domain, email, proxied: proxied ?? false } };
  if (name === "PLATFORM" || credentials === undefined) return { dns_provider: { provider: name, domain } };
  const { type, aws_access_key_id } = credentials;
  const shown = { type, aws_access_key_id };
  return {
    dns_provider: { provider: name, domain, credentials: shown, aws_region, hosted_zone_id: hosted_zone_id ?? null },
  };
}

import type { Call, Subresource } from "../../definition/kind.js";
import { extended, isServed } from "../../platform/endpoint.js";
import { ifNotFound } from "../../platform/responseErrors.js";
import { sendRequest } from "../../resource/send.js";
import type { Codec } from "../../schema/facts.js";
import type { Field } from "../../schema/field.js";
import { isAbsent, isObject, type Value, type Values, withMember } from "../../schema/json.js";
import { type Rule, rule } from "../../schema/rules.js";
import { flag, object, text, verbatim } from "../../schema/schemas.js";
import type { Comparison } from "../../values/compare.js";
import { fromWire, toWire } from "../../values/wire.js";

const secret = (description: string) =>
  verbatim.meta({
    description: `${description}. Responses don't contain it, so changes outside Pulumi aren't detected. Every change of \`dnsProvider\` sends it.`,
    secret: true,
    returned: "never",
  });

const cloudflare = object("CloudflareDns", "A zone of Cloudflare.", {
  email: text.meta({ description: "Email of the account." }),
  apiToken: secret("Token for the zone"),
  proxied: flag
    .optional()
    .meta({ description: "Whether Cloudflare passes on the traffic.", default: false, whenOmitted: { isSent: true } }),
});

const route53 = object("Route53Dns", "A zone of Route 53.", {
  accessKeyId: text.meta({ description: "ID of the access key.", wire: "aws_access_key_id" }),
  secretAccessKey: secret("Secret of the access key").meta({ wire: "aws_secret_access_key" }),
  region: text.meta({ description: "Region for requests to AWS.", wire: "aws_region" }),
  hostedZoneId: text.optional().meta({ description: "ID of the hosted zone." }),
});

/** On the wire, the members of a provider are those of the whole, which names it. */
const namedProvider: Codec = {
  encode(usual) {
    const { domain, cloudflare: flare, route53: route } = usual as Values;
    if (isObject(flare)) return { provider: "CLOUDFLARE", domain, ...flare } as Values;
    if (!isObject(route)) return { provider: "PLATFORM", domain } as Values;
    const { aws_access_key_id, aws_secret_access_key, ...others } = route;
    const credentials = { type: "STATIC", aws_access_key_id, aws_secret_access_key };
    return { provider: "ROUTE53", domain, credentials, ...others } as Values;
  },
  decode(response) {
    const { provider, domain, credentials, ...settings } = response as Values;
    const name = { CLOUDFLARE: "cloudflare", ROUTE53: "route53" }[String(provider)];
    const login = isObject(credentials) ? credentials : {};
    return { domain, ...(name && { [name]: { ...settings, ...login } }) } as Values;
  },
};

const oneProvider: Rule = {
  reads: ["cloudflare", "route53"],
  description: "At most one of `cloudflare` and `route53` is set.",
  check: (values) =>
    isAbsent(values.cloudflare) || isAbsent(values.route53)
      ? undefined
      : { path: [], expected: "must have at most one of cloudflare | route53", got: "both" },
};

/** Where the names of a cluster's services are. A cluster always has one. */
export const dnsProvider = object("ClusterDnsProvider", "Where the names of a cluster's services are.", {
  domain: text.meta({ description: "Domain of the names; without a provider, the platform's own." }),
  cloudflare: cloudflare.optional(),
  route53: route53.optional(),
})
  .check(rule(oneProvider))
  .optional()
  .meta({
    description:
      "Where the names of the cluster's services are: your domain at Cloudflare or in Route 53. They change with the next deployment of the cluster. If you remove the argument, they return to the platform's own domain if that was there before; otherwise, they stay, with a warning.",
    codec: namedProvider,
    extendedOnly: true,
    whenOmitted: { description: "the platform's own domain" },
  });

/** State property with the platform's own domain, which the cluster had before. */
export const OWN_DOMAIN = "__ownDomain";

const path = "/cluster/{clusterId}/dnsProvider";
const api = { read: extended(`GET ${path}`), replace: extended(`PUT ${path}`) };

/** The DNS provider, which the platform stores separately from the cluster and replaces as a whole, secrets included. */
export const dnsSubresource: Subresource = {
  args: ["dnsProvider"],
  step: () => "setting its DNS provider",
  isChanged: differs,
  async apply(call, { id, now, args, update, keep }) {
    const before = withDns(now, update?.own.state.dnsProvider);
    keep(before);
    const isSame = update === undefined ? args.dnsProvider === undefined : !differs(update.own);
    if (isSame) return before;
    const own = now[OWN_DOMAIN] ?? (await ownDomain(call, id, now));
    if (args.dnsProvider === undefined && own === undefined) {
      call.log.warn(
        `${call.label}: the DNS provider stays as it is, since the platform's own domain isn't known. Set it in the platform's console.`,
      );
      return withDns(now, undefined);
    }
    const desired = args.dnsProvider ?? ({ domain: own } as Values);
    const remembering = own === undefined ? now : { ...now, [OWN_DOMAIN]: own };
    const touched = () => keep(withDns(remembering, args.dnsProvider ?? before.dnsProvider), ["dnsProvider"]);
    const stored = await replace(call, id, { now, desired }, touched);
    return withDns(remembering, args.dnsProvider && stored);
  },
  async read(call, id, now, known) {
    if (known.dnsProvider === undefined) return now;
    return withDns(now, fromWire(fieldOf(call), await readProvider(call, id, now), known.dnsProvider, "absent"));
  },
  own: ownArguments,
};

/** Nothing for the platform's own domain, which every new cluster has. */
async function ownArguments(call: Call, id: string, values: Values): Promise<Values> {
  if (!isServed(api.read, call.platform.endpoints)) return {};
  const found = await readProvider(call, id, values).catch(ifNotFound(undefined));
  const isNew = !isObject(found) || found.provider === "PLATFORM";
  return isNew ? {} : withDns({}, fromWire(fieldOf(call), found, undefined, "absent"));
}

function differs({ changes, removals }: Comparison): boolean {
  return changes.length > 0 || removals.length > 0;
}

function fieldOf({ definition }: Call): Field {
  return definition.args.dnsProvider as Field;
}

/** The platform's own domain, if that is where the names are. */
async function ownDomain(call: Call, id: string, now: Values): Promise<Value | undefined> {
  const found = await readProvider(call, id, now);
  return isObject(found) && found.provider === "PLATFORM" ? found.domain : undefined;
}

async function readProvider(call: Call, id: string, now: Values): Promise<Value | undefined> {
  const purpose = `Reading the DNS provider of ${call.label}`;
  const response = await sendRequest(call, { endpoint: api.read, members: { ...now, clusterId: id }, purpose });
  return isObject(response) ? response.dns_provider : undefined;
}

async function replace(
  call: Call,
  id: string,
  { now, desired }: { readonly now: Values; readonly desired: Value },
  touched: () => void,
): Promise<Value | undefined> {
  const body = { dns_provider: toWire(fieldOf(call), desired) ?? null };
  const purpose = `Changing the DNS provider of ${call.label}`;
  const format = (wire: string) => wire.replace(/^dns_provider/, "dnsProvider");
  const request = { endpoint: api.replace, members: { ...now, clusterId: id }, body, purpose, format };
  const response = await sendRequest(call, request, touched);
  return fromWire(fieldOf(call), isObject(response) ? response.dns_provider : undefined, desired);
}

function withDns(state: Values, value: Value | undefined): Values {
  return withMember(state, "dnsProvider", value);
}

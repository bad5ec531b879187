/** What the platform stores separately from a cluster: its kubeconfig, its routes and its DNS provider. */
import type { Call, Subresource, SubresourceWork } from "../../definition/kind.js";
import { type Endpoint, extended, isServed } from "../../platform/endpoint.js";
import { ifNotFound } from "../../platform/responseErrors.js";
import { sendRequest } from "../../resource/send.js";
import type { Codec } from "../../schema/facts.js";
import type { Field } from "../../schema/field.js";
import { at, isAbsent, isObject, sameJson, type Value, type Values, withMember } from "../../schema/json.js";
import {
  freeText,
  object,
  optionalList,
  type Rule,
  responseText,
  rule,
  text,
  verbatimText,
} from "../../schema/schemas.js";
import type { Comparison } from "../../values/compare.js";
import { fromWire, toWire } from "../../values/wire.js";
import { toggle, unreturned } from "../shared/common.js";
import { CREATED } from "./deployment.js";

const path = "/organization/{organizationId}/cluster/{clusterId}";

const KUBERNETES = ["PARTIALLY_MANAGED"];
const mediaType = "application/x-yaml";

const KUBECONFIG = "eksAnywhereKubeconfig";

/** The kubeconfig of a cluster that somebody else has created. */
export const eksAnywhereKubeconfig = verbatimText.optional().meta({
  description:
    "The kubeconfig of an EKS Anywhere cluster, as YAML with `clusters`. If you remove it, the platform keeps it.",
  secret: true,
  when: { allowed: { kubernetes: KUBERNETES } },
  extendedOnly: true,
});

export const kubeconfig = responseText.meta({
  description:
    "The kubeconfig of the cluster, as YAML: it gives access to the cluster. A cluster has one once it's deployed.",
  secret: true,
  extendedOnly: true,
  changesWith: ["deploy", "state", "kubernetes", KUBECONFIG],
});

export const readKubeconfig = extended(`GET ${path}/kubeconfig`);
const saveKubeconfig = extended(`PUT ${path}/kubeconfig`);

/** The kubeconfig that the program sets, before the deployment, and in a refresh the one that the platform has. */
export const kubeconfigSubresource: Subresource = {
  args: [KUBECONFIG],
  step: () => "setting its kubeconfig",
  isChanged: ({ changes }) => changes.length > 0,
  async apply(call, { id, now, args, update, keep }) {
    const text = args[KUBECONFIG];
    const before = withMember(now, KUBECONFIG, update?.own.state[KUBECONFIG]);
    keep(before);
    const isDue = typeof text === "string" && (update === undefined || update.own.changes.length > 0);
    if (!isDue) return withMember(before, KUBECONFIG, text);
    const set = { ...now, [KUBECONFIG]: text, kubeconfig: text };
    // To set it again would make an adopted cluster out of date.
    const mayHaveIt = update === undefined && now[CREATED] !== true;
    if (mayHaveIt && (await currentKubeconfig(call, id, now)) === text) return set;
    const purpose = `Setting the kubeconfig of ${call.label}`;
    const members = { ...now, clusterId: id };
    const request = { endpoint: saveKubeconfig, members, text: { mediaType, text }, purpose };
    await sendRequest(call, request, () => keep(before, [KUBECONFIG]));
    return set;
  },
  async read(call, id, now, known) {
    if (known[KUBECONFIG] === undefined && !hasKubeconfig(now)) return now;
    const text = await currentKubeconfig(call, id, now);
    return withMember(withMember(now, "kubeconfig", text), KUBECONFIG, known[KUBECONFIG] && text);
  },
};

/** The platform's, which is there once the cluster is deployed. */
export const kubeconfigOutput: Subresource = {
  args: [],
  // A deployment of the same update may make one.
  isExpected: () => true,
  step: () => "reading its kubeconfig",
  isChanged: () => false,
  async apply(call, { id, now, update }) {
    const known = now.kubeconfig ?? update?.before.kubeconfig;
    if (known === undefined && !hasKubeconfig(now)) return now;
    return withMember(now, "kubeconfig", known ?? (await currentKubeconfig(call, id, now)));
  },
};

/** Whether the platform has made one: once the cluster was deployed. */
function hasKubeconfig({ deploymentStatus, kubernetes }: Values): boolean {
  const isDeployed = deploymentStatus === "UP_TO_DATE" || deploymentStatus === "OUT_OF_DATE";
  return isDeployed && !KUBERNETES.includes(String(kubernetes));
}

/** Nothing if the cluster has none. */
async function currentKubeconfig(call: Call, id: string, now: Values): Promise<Value | undefined> {
  const { platform, label, operation } = call;
  if (!isServed(readKubeconfig, platform.endpoints)) return undefined;
  const purpose = `Reading the kubeconfig of ${label}`;
  const request = { endpoint: readKubeconfig, members: { ...now, clusterId: id }, mediaType, purpose };
  return platform.client.send(request, operation).catch(ifNotFound(undefined));
}

/** An argument that the platform replaces as a whole, secrets included. */
interface ReplacedArgument extends Pick<Subresource, "step"> {
  readonly arg: string;
  readonly noun: string;
  readonly replace: Endpoint;
  /** The member of the request that has the value. */
  readonly member: string;
  /** Returns the value as on the wire. */
  read(call: Call, id: string, now: Values): Promise<Value | undefined>;
  storedIn(response: Value | undefined): Value | undefined;
  /** Returns the state and the value to send; nothing if nothing is to be sent. */
  desired(call: Call, work: SubresourceWork): Promise<{ readonly now: Values; readonly value: Value } | undefined>;
}

function replaced(argument: ReplacedArgument): Subresource {
  const { arg, noun, replace, member, step } = argument;
  return {
    args: [arg],
    step,
    isChanged: differs,
    async apply(call, work) {
      const { id, args, update, keep } = work;
      const before = update?.own.state[arg];
      keep(withMember(work.now, arg, before));
      const isSame = update === undefined ? args[arg] === undefined : !differs(update.own);
      if (isSame) return withMember(work.now, arg, before);
      const desired = await argument.desired(call, work);
      if (desired === undefined) return withMember(work.now, arg, args[arg]);
      const { now, value } = desired;
      const field = fieldOf(call, arg);
      const request = {
        endpoint: replace,
        members: { ...now, clusterId: id },
        body: { [member]: toWire(field, value) as Value },
        purpose: `Changing the ${noun} of ${call.label}`,
        format: (wire: string) => wire.replace(new RegExp(`^${member}`), arg),
      };
      const response = await sendRequest(call, request, () => keep(withMember(now, arg, args[arg] ?? before), [arg]));
      return withMember(now, arg, args[arg] && fromWire(field, argument.storedIn(response), value));
    },
    async read(call, id, now, known) {
      if (known[arg] === undefined) return now;
      const found = await argument.read(call, id, now);
      return withMember(now, arg, fromWire(fieldOf(call, arg), found, known[arg], "absent"));
    },
  };
}

function differs({ changes, removals }: Comparison): boolean {
  return changes.length > 0 || removals.length > 0;
}

function fieldOf({ definition }: Call, arg: string): Field {
  return definition.args[arg] as Field;
}

/** Routes of a cluster's network. A program that sets them manages all. */
export const routingTable = optionalList(
  object("ClusterRoute", "A route.", {
    destination: text.meta({ description: "Destination network of the route, as CIDR." }),
    target: text.meta({ description: "Target of the route, for example a peering connection." }),
    description: freeText.meta({ description: "What the route is for." }),
  }),
).meta({
  description:
    "Routes of the cluster's network. Your program manages all of them: those that it doesn't list are removed. If you remove the argument, all routes are removed.",
  items: { key: "destination", unique: ["destination"] },
  extendedOnly: true,
});

const readRoutes = extended(`GET ${path}/routingTable`);

export const routingSubresource = replaced({
  arg: "routingTable",
  noun: "routes",
  step: () => "setting its routing table",
  replace: extended(`PUT ${path}/routingTable`),
  member: "routes",
  read({ platform, operation, label }, id, now) {
    const purpose = `Reading the routes of ${label}`;
    const request = { endpoint: readRoutes, members: { ...now, clusterId: id }, purpose };
    return platform.lists.all(request, { fresh: true, operation });
  },
  storedIn: (response) => (isObject(response) ? response.results : response),
  async desired(call, { id, now, args, update }) {
    const routes = args.routingTable ?? [];
    if (update === undefined) return { now, value: routes };
    const actual = fromWire(fieldOf(call, this.arg), await this.read(call, id, now), undefined, "absent");
    return sameJson(routes, actual) ? undefined : { now, value: routes };
  },
});

const secret = (description: string) => unreturned(description, " Every change of `dnsProvider` sends it.");

const cloudflare = object("CloudflareDns", "A zone of Cloudflare.", {
  email: text.meta({ description: "Email of the account." }),
  apiToken: secret("Token for the zone"),
  proxied: toggle("Whether Cloudflare passes on the traffic."),
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

const dnsPath = "/cluster/{clusterId}/dnsProvider";
const readDns = extended(`GET ${dnsPath}`);

export const dnsSubresource: Subresource = {
  ...replaced({
    arg: "dnsProvider",
    noun: "DNS provider",
    step: () => "setting its DNS provider",
    replace: extended(`PUT ${dnsPath}`),
    member: "dns_provider",
    read: readProvider,
    storedIn: (response) => at(response, "dns_provider"),
    async desired(call, { id, now, args }) {
      const own = now[OWN_DOMAIN] ?? (await ownDomain(call, id, now));
      const remembering = own === undefined ? now : { ...now, [OWN_DOMAIN]: own };
      if (args.dnsProvider !== undefined) return { now: remembering, value: args.dnsProvider };
      if (own !== undefined) return { now: remembering, value: { domain: own } };
      call.log.warn(
        `${call.label}: the DNS provider stays as it is, since the platform's own domain isn't known. Set it in the platform's console.`,
      );
      return undefined;
    },
  }),
  /** Nothing for the platform's own domain, which every new cluster has. */
  async own(call, id, values) {
    if (!isServed(readDns, call.platform.endpoints)) return {};
    const found = await readProvider(call, id, values).catch(ifNotFound(undefined));
    if (!isObject(found) || found.provider === "PLATFORM") return {};
    return withMember({}, "dnsProvider", fromWire(fieldOf(call, "dnsProvider"), found, undefined, "absent"));
  },
};

/** The platform's own domain, if that is where the names are. */
async function ownDomain(call: Call, id: string, now: Values): Promise<Value | undefined> {
  const found = await readProvider(call, id, now);
  return isObject(found) && found.provider === "PLATFORM" ? found.domain : undefined;
}

async function readProvider(call: Call, id: string, now: Values): Promise<Value | undefined> {
  const purpose = `Reading the DNS provider of ${call.label}`;
  const response = await sendRequest(call, { endpoint: readDns, members: { ...now, clusterId: id }, purpose });
  return at(response, "dns_provider");
}

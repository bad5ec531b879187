import type { Call, Subresource } from "../../definition/kind.js";
import { extended, isServed } from "../../platform/endpoint.js";
import { ifNotFound } from "../../platform/responseErrors.js";
import { sendRequest } from "../../resource/send.js";
import { type Value, type Values, withMember } from "../../schema/json.js";
import { responseText, verbatimText } from "../../schema/schemas.js";
import { CREATED } from "./deployment.js";

const KUBERNETES = ["PARTIALLY_MANAGED"];
const mediaType = "application/x-yaml";

const ARG = "eksAnywhereKubeconfig";

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
  changesWith: ["deploy", "state", "kubernetes", ARG],
});

const path = "/organization/{organizationId}/cluster/{clusterId}/kubeconfig";
export const readKubeconfig = extended(`GET ${path}`);
const save = extended(`PUT ${path}`);

/** The kubeconfig that the program sets, before the deployment, and in a refresh the one that the platform has. */
export const kubeconfigSubresource: Subresource = {
  args: [ARG],
  step: () => "setting its kubeconfig",
  isChanged: ({ changes }) => changes.length > 0,
  async apply(call, { id, now, args, update, keep }) {
    const text = args[ARG];
    const before = withMember(now, ARG, update?.own.state[ARG]);
    keep(before);
    const isDue = typeof text === "string" && (update === undefined || update.own.changes.length > 0);
    if (!isDue) return withMember(before, ARG, text);
    const set = { ...now, [ARG]: text, kubeconfig: text };
    // To set it again would make an adopted cluster out of date.
    const mayHaveIt = update === undefined && now[CREATED] !== true;
    if (mayHaveIt && (await current(call, id, now)) === text) return set;
    const members = { ...now, clusterId: id };
    const purpose = `Setting the kubeconfig of ${call.label}`;
    await sendRequest(call, { endpoint: save, members, text: { mediaType, text }, purpose }, () => keep(before, [ARG]));
    return set;
  },
  async read(call, id, now, known) {
    if (known[ARG] === undefined && !hasKubeconfig(now)) return now;
    const text = await current(call, id, now);
    return withMember(withKubeconfig(now, text), ARG, known[ARG] && text);
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
    if (known !== undefined) return withKubeconfig(now, known);
    return hasKubeconfig(now) ? withKubeconfig(now, await current(call, id, now)) : now;
  },
};

/** Whether the platform has made one: once the cluster was deployed. */
function hasKubeconfig({ deploymentStatus, kubernetes }: Values): boolean {
  const isDeployed = deploymentStatus === "UP_TO_DATE" || deploymentStatus === "OUT_OF_DATE";
  return isDeployed && !KUBERNETES.includes(String(kubernetes));
}

/** Nothing if the cluster has none. */
async function current(call: Call, id: string, now: Values): Promise<Value | undefined> {
  const { platform, label, operation } = call;
  if (!isServed(readKubeconfig, platform.endpoints)) return undefined;
  const purpose = `Reading the kubeconfig of ${label}`;
  const request = { endpoint: readKubeconfig, members: { ...now, clusterId: id }, mediaType, purpose };
  return platform.client.send(request, operation).catch(ifNotFound(undefined));
}

function withKubeconfig(state: Values, text: Value | undefined): Values {
  return withMember(state, "kubeconfig", text);
}

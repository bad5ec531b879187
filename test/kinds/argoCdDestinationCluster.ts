import { fixtureOf } from "./shared/fixture.js";
import { ids, otherCluster } from "./shared/ids.js";
import { testRecord } from "./testRecord.js";

const argocdUrl = "https://kubernetes.default.svc";
const request = { agent_cluster_id: ids.cluster, argocd_cluster_url: argocdUrl, cluster_id: ids.cluster };
const replaced = { organizationId: "replace", agentClusterId: "replace", argocdClusterUrl: "replace" } as const;

export const argoCdDestinationCluster = testRecord({
  fixture: fixtureOf({
    kind: "ArgoCdDestinationCluster",
    path: { organizationId: ids.organization },
    request,
    response: request,
    isParentOmitted: true,
  }),
  arguments: {
    required: "organizationId agentClusterId argocdClusterUrl clusterId",
    bounds: [],
    changed: { documented: ["refused", replaced], extended: ["edit", replaced] },
  },
  secrets: [],
  calls: { notApplicable: "It's in the list of agents: argo-cd-destinations.test.ts counts its requests." },
  createdTwice: "saved again",
  lifecycle: {
    edited: { arg: "clusterId", byHand: otherCluster.id, byProgram: otherCluster.id },
    removed: { arg: "clusterId" },
    expected: { notApplicable: "It has no ID on the platform: argo-cd-destinations.test.ts has its steps." },
  },
  async prepare({ request: send, ids: { cluster } }) {
    const settings = { argocd_url: "https://argocd.example.com", argocd_token: "a token" };
    await send("POST", `/cluster/${cluster}/argoCdConfig`, { body: settings });
  },
  existing: { notApplicable: "A create takes what the destination already is: there is no `adoptId`." },
  bodies: { notApplicable: "It is saved by one call, for which access/endpoints.ts has a body." },
  everyField: { notApplicable: "It needs the settings of Argo CD on its agent." },
});

import type { ArgoCdConfigArgs } from "pulumi-app-platform";
import { onPlatform } from "./shared/everyField.js";
import { fixtureOf } from "./shared/fixture.js";
import { ids, otherCluster } from "./shared/ids.js";
import { stamped } from "./shared/times.js";
import { testRecord } from "./testRecord.js";

const request = { argocd_url: "https://argocd.acme.io", argocd_token: "hunter2" };
const response = {
  ...request,
  ...stamped(ids.argoCdConfig),
  cluster_id: ids.cluster,
  argocd_token: "REDACTED",
  last_checked_at: "2026-03-03T10:00:00Z",
};

/** §2.9 */
const fixture = fixtureOf({
  kind: "ArgoCdConfig",
  path: { clusterId: ids.cluster },
  request,
  response,
  outputs: { argocdToken: "hunter2" },
});

const path = `/cluster/${ids.cluster}/argoCdConfig`;
const save = [`POST ${path}`];
const read = [`GET ${path}`];
const edit = { argocdToken: "hunter3" };
const argocdUrl = (part: string | number) => `https://argocd.example.com/${part}`;

export const argoCdConfig = testRecord({
  fixture,
  documented: {
    request: "argocd_url argocd_token",
    response: "id cluster_id argocd_url argocd_token created_at updated_at last_checked_at",
  },
  arguments: {
    required: "clusterId argocdUrl argocdToken",
    bounds: [["argocdToken", [""], ["a"]]],
  },
  secrets: [{ path: "argocdToken", name: "argocdToken", sample: "gitops token" }],
  calls: {
    documented: { create: save, read: [], update: save, delete: [], edit },
    extended: { create: [...read, ...save], read, update: [...read, ...save], delete: [`DELETE ${path}`], edit },
  },
  createdTwice: "saved again",
  service: { notApplicable: "GitOps settings belong to a cluster, and no environment holds them." },
  lifecycle: {
    args: (ids) => ({ clusterId: ids.cluster, argocdUrl: argocdUrl("written"), argocdToken: "gitops token" }),
    edited: { arg: "argocdUrl", wire: "argocd_url", byHand: argocdUrl("by-hand") },
    edits: () => [{ argocdUrl: argocdUrl("edited") }],
    removed: { arg: "argocdToken", wire: "argocd_token" },
    replacements: () => [{ clusterId: otherCluster.id }],
  },
  existing: { notApplicable: "A create saves over the settings that the cluster has: `adoptId` is refused." },
  bodies: { notApplicable: "It is saved by one call, for which access/endpoints.ts has a body." },
  everyField: (ids, secret) => ({
    argoCdConfig: onPlatform<ArgoCdConfigArgs>(fixture, ids, {}, { hunter2: secret("argocdToken") }),
  }),
  simulation: {
    args: ({ edition }, ids) => ({
      clusterId: ids.cluster,
      argocdUrl: argocdUrl(edition),
      argocdToken: `token ${edition}`,
    }),
    wire: ({ edition }) => ({ argocd_url: argocdUrl(edition), argocd_token: `token ${edition}` }),
    isSingle: true,
  },
});

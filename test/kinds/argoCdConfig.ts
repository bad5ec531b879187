import type { ArgoCdConfigArgs } from "pulumi-app-platform";
import { argoCdConfig as fixture } from "./argoCdConfig/fixture.js";
import { onPlatform } from "./shared/everyField.js";
import { ids as fixtureIds } from "./shared/ids.js";
import { otherCluster } from "./shared/otherCluster.js";
import { testRecord } from "./testRecord.js";

const path = `/cluster/${fixtureIds.cluster}/argoCdConfig`;
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

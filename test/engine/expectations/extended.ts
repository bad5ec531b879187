/** What a step does on a platform that also serves the extended endpoints, if its kind's definition doesn't say it: `rowOf`. */
import type { Row } from "../support/outcome.js";
import {
  deletes,
  destroy,
  driftEdited,
  inOrganization,
  preview,
  refresh,
  refreshed,
  removalRequired,
  removedBy,
  renamed,
  served,
  up,
} from "./cells.js";
import { documented } from "./documented.js";

/** A record of an organization of which the steps edit the name. `item` is how the backend's paths name a single one. */
const named = (segment: string, item: string, required: string): Row => {
  const list = `/organization/{organizationId}/${segment}`;
  const path = `${list}/{${item}Id}`;
  const gone = [`GET ${path} 404`, `GET ${list} 200`].sort();
  return {
    ...served({ create: `POST ${list} 201`, path, gone, adopted: "by-hand" }),
    remove: removalRequired(required),
    replace: inOrganization,
  };
};

const cluster = "PUT /organization/{organizationId}/cluster/{clusterId} 200";
const clusters = "GET /organization/{organizationId}/cluster 200";
const argoCd = "/cluster/{clusterId}/argoCdConfig";
const domains = "/container/{containerId}/customDomain";
const domain = `${domains}/{customDomainId}`;
const deploy = "POST /environment/{environmentId}/service/deploy 202";
const status = "GET /environment/{environmentId}/status 200";
const statuses = "GET /environment/{environmentId}/statuses 200";

export const extended: Readonly<Record<string, Partial<Row>>> = {
  Cluster: {
    ...documented.Cluster,
    up: [
      up("create 1", [cluster], {
        tells: `and changes description: nothing → "written by the program", diskSize: 20 → 80.`,
      }),
    ],
    refresh: refreshed(clusters),
    drift: driftEdited(clusters, cluster),
    "deleted outside": [
      refresh("delete 1", [clusters]),
      up("AP3003", ["PUT /organization/{organizationId}/cluster/{clusterId} 404"]),
    ],
  },
  ArgoCdConfig: {
    ...documented.ArgoCdConfig,
    refresh: refreshed(`GET ${argoCd} 200`),
    replace: [up("replace 1", [`DELETE ${argoCd} 204`, `POST ${argoCd} 200`], { old: "gone" })],
    drift: driftEdited(`GET ${argoCd} 200`, `POST ${argoCd} 200`),
    "deleted outside": [
      refresh("delete 1", [`GET ${argoCd} 404`, `POST ${argoCd} 400`]),
      up("create 1", [`POST ${argoCd} 200`]),
    ],
    destroy: deletes(1, `DELETE ${argoCd} 204`),
  },
  DeploymentTrigger: {
    ...documented.DeploymentTrigger,
    up: [up("create 1", [deploy])],
    refresh: refreshed(status, statuses),
    drift: [refresh("same 1", [status, statuses]), up("same 1", [], { now: "9.9" })],
    "deleted outside": [
      refresh("AP3003", ["GET /environment/{environmentId}/status 404"]),
      up("AP3003", ["POST /environment/{environmentId}/service/deploy 404"]),
    ],
    adopt: [
      preview("create 1, same 1", [status, statuses]),
      up("create 1, same 1", [], { now: "1.1" }),
      preview("same 2"),
    ],
    "rename with alias": renamed(2),
    destroy: [destroy("delete 2")],
  },
  Variable: {
    ...served({
      ...{ create: "POST /variable 201", path: "/variable/{variableId}" },
      ...{ reads: ["GET /variable 200"], gone: ["GET /variable 200"] },
    }),
    remove: removedBy("PUT /variable/{variableId} 200", ""),
    replace: [
      ...[1, 2, 3, 4].map(() =>
        up("replace 1", ["DELETE /variable/{variableId} 204", "POST /variable 201"], { old: "gone" }),
      ),
    ],
  },
  CustomDomain: {
    ...served({
      ...{ create: `POST ${domains} 201`, path: domain, adopted: "by-hand.example.com" },
      ...{ reads: [`GET ${domains} 200`], gone: [`GET ${domains} 200`] },
    }),
    remove: removedBy(`PUT ${domain} 200`, false),
    replace: [up("replace 1", [`DELETE ${domain} 204`, `POST ${domains} 201`], { old: "gone" })],
  },
  Environment: { remove: [up("update 1", [], { now: "PRODUCTION", tells: 'mode: "PRODUCTION" stays' })] },
  AnnotationsGroup: named("annotationsGroups", "annotationsGroup", "scopes"),
  LabelsGroup: named("labelsGroups", "labelsGroup", "labels"),
  CloudCredentials: named("azure/credentials", "credentials", "exactly one of"),
};

/** What each step does for each kind on a platform that also serves the extended endpoints. */

import type { Value } from "../../support/provider.js";
import type { Row, Rows } from "../support/outcome.js";
import {
  type Calls,
  deletes,
  destroy,
  driftEdited,
  edited,
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

/** A kind outside of environments, all of whose calls are in the extended set alone. */
const place = ({ list, path, ...calls }: Omit<Calls, "gone"> & { readonly list: string }) =>
  served({ ...calls, path, gone: [`GET ${path} 404`, `GET ${list} 200`].sort() });

/** A record of an organization of which the steps edit the name. `item` is how the backend's paths name a single one. */
const named = (segment: string, item: string, required: string): Row => {
  const list = `/organization/{organizationId}/${segment}`;
  return {
    ...place({ list, create: `POST ${list} 201`, path: `${list}/{${item}Id}`, adopted: "by-hand" }),
    remove: removalRequired(required),
    replace: inOrganization,
  };
};

const createIn = (kind: string, status = 201) => `POST /environment/{environmentId}/${kind} ${status}`;
const listOf = (kind: string) => `GET /environment/{environmentId}/${kind} 200`;
const cluster = "PUT /organization/{organizationId}/cluster/{clusterId} 200";
const clusters = "GET /organization/{organizationId}/cluster 200";
const argoCd = "/cluster/{clusterId}/argoCdConfig";
const createEnvironment = "POST /project/{projectId}/environment 201";
const domains = "/container/{containerId}/customDomain";
const domain = `${domains}/{customDomainId}`;
const deploy = "POST /environment/{environmentId}/service/deploy 202";
const status = "GET /environment/{environmentId}/status 200";
const statuses = "GET /environment/{environmentId}/statuses 200";

/** A kind in an environment: with these endpoints, all kinds there support every step. */
export const service = (kind: string, removed: Value, created?: number, isPublic = false, also = ""): Row => {
  const path = `/${kind}/{${kind}Id}`;
  const linked = [isPublic ? "link" : "", also].filter((each) => each !== "");
  const reads = [`GET ${path} 200`, ...linked.map((each) => `GET ${path}/${each} 200`)];
  const create = createIn(kind, created);
  return {
    ...served({ create, path, reads, gone: [listOf(kind), `GET ${path} 404`].sort() }),
    remove: removedBy(`PUT ${path} 200`, removed),
    replace: [up("replace 1", [`DELETE ${path} 204`, create], { old: "gone" })],
  };
};

const container = service("container", []);
const database = service("database", 250, 201, false, "masterCredentials");

export const extended = {
  // Its program has a port that is public.
  Application: service("application", 500, 201, true),
  Container: {
    ...container,
    update: [...container.update, up("update 1", ["PUT /container/{containerId} 200"], { now: edited })],
  },
  Job: service("job", null),
  Database: {
    ...database,
    replace: [
      up("replace 1", ["DELETE /database/{databaseId} 204", createIn("database")], { old: "gone" }),
      ...database.replace,
    ],
  },
  TerraformService: service("terraform", 600),
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
  Environment: {
    ...place({
      list: "/project/{projectId}/environment",
      create: createEnvironment,
      path: "/environment/{environmentId}",
    }),
    remove: [up("update 1", [], { now: "PRODUCTION", tells: 'mode: "PRODUCTION" stays' })],
    replace: [
      up("replace 1", ["DELETE /environment/{environmentId} 204", createEnvironment], { old: "gone" }),
      up("replace 1", ["DELETE /environment/{environmentId} 204", createEnvironment], { old: "gone" }),
    ],
  },
  AnnotationsGroup: named("annotationsGroups", "annotationsGroup", "scopes"),
  LabelsGroup: named("labelsGroups", "labelsGroup", "labels"),
  CloudCredentials: named("azure/credentials", "credentials", "exactly one of"),
} satisfies Rows;

/** What each step does for each kind on a platform that serves the endpoints of the API document. */
import type { Matrix } from "../outcome.js";
import {
  adoptedAndEdited,
  adoptedAsIs,
  adoptRefused,
  cell,
  destroy,
  driftEdited,
  driftRefused,
  driftUnseen,
  editedBy,
  editRefused,
  goneUnseen,
  leaves,
  leftBehind,
  made,
  madeAgain,
  notAdopted,
  preview,
  quiet,
  refreshed,
  renamed,
  unread,
  up,
  written,
} from "./cells.js";

const create = {
  application: "POST /environment/{environmentId}/application 201",
  container: "POST /environment/{environmentId}/container 201",
  job: "POST /environment/{environmentId}/job 201",
  database: "POST /environment/{environmentId}/database 201",
  terraform: "POST /environment/{environmentId}/terraform 201",
  cluster: "PUT /organization/{organizationId}/cluster/{clusterId} 200",
  argoCd: "POST /cluster/{clusterId}/argoCdConfig 200",
  deploy: "POST /environment/{environmentId}/service/deploy 202",
};
const list = (kind: string) => `GET /environment/{environmentId}/${kind} 200`;
const editJob = "PUT /job/{jobId} 200";
const editDatabase = "PUT /database/{databaseId} 200";

/** Another environment: a new resource is created there, and the old one stays. */
const movedAndLeft = (call: string) =>
  cell(
    "a new one is created; the old one stays, with a warning",
    up("replace 1", [call], { old: "stays", tells: leftBehind }),
  );

export const documented: Matrix = {
  Application: {
    up: made(create.application),
    "preview without change": quiet,
    refresh: refreshed(list("application")),
    update: editRefused,
    replace: movedAndLeft(create.application),
    drift: driftRefused(list("application")),
    "deleted outside": madeAgain([list("application")], create.application),
    adopt: adoptedAsIs(list("application")),
    "rename with alias": renamed(2),
    destroy: leaves(2),
  },
  Container: {
    up: made(create.container),
    "preview without change": quiet,
    refresh: refreshed("GET /container/{containerId} 200"),
    update: cell(
      "refused at preview (AP2001), with instructions; a changed `tag` takes effect with the next deployment, with a warning",
      ...editRefused.runs,
      up("update 1", [], { now: written, tells: 'tag: "1.27" → "1.28" takes effect with the next deployment' }),
    ),
    replace: movedAndLeft(create.container),
    drift: driftRefused("GET /container/{containerId} 200"),
    "deleted outside": madeAgain(["GET /container/{containerId} 404", list("container")], create.container),
    adopt: adoptedAsIs("GET /container/{containerId} 200"),
    "rename with alias": renamed(2),
    destroy: leaves(2),
  },
  Job: {
    up: made(create.job),
    "preview without change": quiet,
    refresh: refreshed(list("job")),
    update: editedBy(editJob),
    replace: movedAndLeft(create.job),
    drift: driftEdited(list("job"), editJob),
    "deleted outside": madeAgain([list("job")], create.job),
    adopt: adoptedAndEdited(list("job"), editJob),
    "rename with alias": renamed(2),
    destroy: leaves(2),
  },
  Database: {
    up: made(create.database),
    "preview without change": quiet,
    refresh: refreshed(list("database")),
    update: editedBy(editDatabase),
    replace: cell(
      "another `type` under the same name: refused at preview (AP2002); another environment: a new one is created, the old one stays, with a warning",
      preview("AP2002", [], { tells: 'type: "POSTGRESQL" → "MYSQL"' }),
      ...movedAndLeft(create.database).runs,
    ),
    drift: driftEdited(list("database"), editDatabase),
    "deleted outside": madeAgain([list("database")], create.database),
    adopt: adoptedAndEdited(list("database"), editDatabase),
    "rename with alias": renamed(2),
    destroy: leaves(2),
  },
  TerraformService: {
    up: made(create.terraform),
    "preview without change": quiet,
    refresh: unread,
    update: editRefused,
    replace: movedAndLeft(create.terraform),
    drift: driftUnseen("by hand"),
    "deleted outside": goneUnseen,
    adopt: adoptRefused,
    "rename with alias": renamed(1),
    destroy: cell(
      "removed from the state, with a warning",
      destroy("delete 1", [], { old: "gone", tells: leftBehind }),
    ),
  },
  Cluster: {
    up: cell(
      "adopted and updated (PUT /organization/{organizationId}/cluster/{clusterId})",
      up("create 1", [create.cluster]),
    ),
    "preview without change": quiet,
    refresh: unread,
    update: cell(
      "updated in place (PUT /organization/{organizationId}/cluster/{clusterId}); another `region`: refused at preview (AP2001)",
      ...editedBy(create.cluster).runs,
      preview("AP2001", [], { tells: "the platform never changes these arguments" }),
    ),
    replace: cell(
      "another cluster: it is adopted; the old one stays unchanged, with a warning",
      up("replace 1", [create.cluster], { old: "stays", tells: "this provider never deletes a cluster" }),
    ),
    drift: driftUnseen("by hand"),
    "deleted outside": goneUnseen,
    adopt: notAdopted("the first up always adopts an existing cluster; `adoptId` is refused (AP1203)"),
    "rename with alias": renamed(1),
    destroy: cell(
      "removed from the state, stays unchanged, with a warning",
      destroy("delete 1", [], { old: "stays", tells: "this provider never deletes a cluster" }),
    ),
  },
  ArgoCdConfig: {
    up: made(create.argoCd),
    "preview without change": quiet,
    refresh: unread,
    update: cell(
      "updated in place (POST /cluster/{clusterId}/argoCdConfig)",
      up("update 1", [create.argoCd], { now: "https://argocd.example.com/edited" }),
    ),
    replace: movedAndLeft(create.argoCd),
    drift: driftUnseen("https://argocd.example.com/by-hand"),
    "deleted outside": goneUnseen,
    adopt: notAdopted("a create overwrites the cluster's settings; `adoptId` is refused (AP1203)"),
    "rename with alias": renamed(1),
    destroy: cell(
      "removed from the state, with a warning",
      destroy("delete 1", [], { old: "gone", tells: leftBehind }),
    ),
  },
  DeploymentTrigger: {
    up: cell("deploys (POST /environment/{environmentId}/service/deploy)", up("create 1", [create.deploy])),
    "preview without change": quiet,
    refresh: unread,
    update: cell(
      "deploys again with another tag (POST /environment/{environmentId}/service/deploy)",
      up("update 1", [create.deploy], { now: "1.1" }),
    ),
    replace: cell("deploys in the other environment; nothing is deleted", up("replace 1", [create.deploy])),
    drift: cell(
      "not detected: no request; a deployment by someone else is not reverted",
      preview("same 1"),
      up("same 1", [], { now: "9.9" }),
    ),
    "deleted outside": goneUnseen,
    adopt: notAdopted("a deployment is an action, there is nothing to adopt; `adoptId` is refused (AP1203)"),
    "rename with alias": renamed(1),
    destroy: cell("removed from the state; no workload changes", destroy("delete 1")),
  },
};

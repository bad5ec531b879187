/** What each step does for each kind on a platform that serves the endpoints of the API document. */
import type { Value } from "../../support/provider.js";
import type { Rows } from "../support/outcome.js";
import {
  adoptedAsIs,
  adoptRefused,
  destroy,
  driftRefused,
  driftUnseen,
  editedBy,
  editRefused,
  forgottenOption,
  goneUnseen,
  leaves,
  leftBehind,
  made,
  madeAgain,
  notAdopted,
  preview,
  quiet,
  refreshed,
  removalRefused,
  removalRequired,
  removedBy,
  renamed,
  served,
  unread,
  up,
  written,
} from "./cells.js";

const createIn = (kind: string) => `POST /environment/{environmentId}/${kind} 201`;
const list = (kind: string) => `GET /environment/{environmentId}/${kind} 200`;
const save = "PUT /organization/{organizationId}/cluster/{clusterId} 200";
const saveArgoCd = "POST /cluster/{clusterId}/argoCdConfig 200";
const deploy = "POST /environment/{environmentId}/service/deploy 202";

/** Another place: a new resource is created there, and the old one stays. */
const movedAndLeft = (call: string) => [up("replace 1", [call], { old: "stays", tells: leftBehind })];

/** What no endpoint reads. */
const unseen = (byHand: string) => ({
  refresh: unread,
  drift: driftUnseen(byHand),
  "deleted outside": goneUnseen,
  "rename with alias": renamed(1),
});
const forgotten = [destroy("delete 1", [], { old: "gone", tells: leftBehind })];

/** What every service does here: it is created, and never deleted. */
const service = (kind: string) => ({
  up: made(createIn(kind)),
  "preview without change": quiet,
  replace: movedAndLeft(createIn(kind)),
  "rename with alias": renamed(2),
  destroy: leaves(2),
});

/** A service that is read by `seen` and has no update; a read of one that is gone asks `gone`. */
const readOnly = (kind: string, removed: string, seen = list(kind), gone = [seen]) => ({
  ...service(kind),
  refresh: refreshed(seen),
  update: editRefused,
  remove: removalRefused(removed),
  drift: driftRefused(seen),
  "deleted outside": madeAgain(gone, createIn(kind)),
  adopt: adoptedAsIs(seen),
});

/** A service that a list shows and a call updates. */
const editable = (kind: string, removed: Value) => {
  const path = `/${kind}/{${kind}Id}`;
  return {
    ...served({ create: createIn(kind), path, reads: [list(kind)], gone: [list(kind)] }),
    ...service(kind),
    remove: removedBy(`PUT ${path} 200`, removed),
  };
};

const byId = "GET /container/{containerId}";

export const documented = {
  Application: readOnly("application", "cpu: 1000 → 500 (default)"),
  Container: {
    ...readOnly("container", "ports: removed", `${byId} 200`, [`${byId} 404`, list("container")]),
    update: [
      ...editRefused,
      up("update 1", [], { now: written, tells: 'tag: "1.27" → "1.28" takes effect with the next deployment' }),
    ],
  },
  Job: editable("job", null),
  Database: {
    ...editable("database", 250),
    replace: [preview("AP2002", [], { tells: 'type: "POSTGRESQL" → "MYSQL"' }), ...movedAndLeft(createIn("database"))],
  },
  TerraformService: {
    ...service("terraform"),
    ...unseen("by hand"),
    update: editRefused,
    remove: removalRefused("timeoutSec: 900 → 600 (default)"),
    adopt: adoptRefused,
    destroy: forgotten,
  },
  Cluster: {
    up: [up("create 1", [save], { tells: "the first update resets what the program doesn't set" })],
    "preview without change": quiet,
    ...unseen("by hand"),
    update: [...editedBy(save), preview("AP2001", [], { tells: "the platform never changes these arguments" })],
    remove: removedBy(save, 40),
    replace: [up("replace 1", [save], { old: "stays", tells: "this stack didn't create it" })],
    adopt: notAdopted,
    destroy: [destroy("delete 1", [], { old: "stays", tells: "this stack didn't create it" })],
  },
  ArgoCdConfig: {
    up: made(saveArgoCd),
    "preview without change": quiet,
    ...unseen("https://argocd.example.com/by-hand"),
    update: editedBy(saveArgoCd),
    remove: removalRequired("argocdToken"),
    replace: movedAndLeft(saveArgoCd),
    adopt: notAdopted,
    destroy: forgotten,
  },
  DeploymentTrigger: {
    up: [up("create 1", [deploy], { tells: "the platform's endpoints don't return whether they succeed" })],
    "preview without change": quiet,
    refresh: unread,
    update: [up("update 1", [deploy], { now: "1.1" })],
    remove: forgottenOption,
    replace: [up("replace 1", [deploy])],
    drift: [preview("same 1"), up("same 1", [], { now: "9.9" })],
    "deleted outside": goneUnseen,
    adopt: adoptRefused,
    "rename with alias": renamed(1),
    destroy: [destroy("delete 1")],
  },
} satisfies Rows;

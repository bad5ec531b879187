/** The local paths of the snapshots that the platform keeps. */
import { z } from "zod";
import type { LocalContext } from "../local/context.js";
import type { LocalRequest, LocalRoute } from "../local/local-route.js";
import { readLocalBody } from "../local/read-body.js";
import { restoreSnapshot, takeSnapshot } from "../local/snapshot.js";
import { resourceName } from "../schema/texts.js";
import { optional } from "../schema/values.js";
import type { StoredSnapshot } from "./contract.js";

const page = true;
const body = z.strictObject({ name: optional(resourceName) });

function keep({ platform, dashboard }: LocalContext, request: LocalRequest): StoredSnapshot {
  const { name } = readLocalBody(platform, body, request.body);
  return dashboard.snapshots.keep(takeSnapshot(platform), name);
}

export const snapshotRoutes: readonly LocalRoute[] = [
  {
    method: "GET",
    path: "/_local/snapshots",
    page,
    run: ({ dashboard }) => ({ results: dashboard.snapshots.list() }),
  },
  { method: "POST", path: "/_local/snapshots", page, takesBody: true, run: keep },
  {
    method: "POST",
    path: "/_local/snapshots/{snapshotId}/restore",
    page,
    run: ({ platform, manualClock, dashboard }, { params }) =>
      restoreSnapshot(platform, manualClock, dashboard.snapshots.find(Number(params.snapshotId))),
  },
  {
    method: "DELETE",
    path: "/_local/snapshots/{snapshotId}",
    page,
    run: ({ dashboard }, { params }) => dashboard.snapshots.remove(Number(params.snapshotId)),
  },
];

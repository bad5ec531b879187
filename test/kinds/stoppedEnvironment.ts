import * as cells from "../engine/expectations/cells.js";
import { bodies } from "../platform/support/bodies.js";
import type { Changes } from "./recordParts.js";
import { fixtureOf } from "./shared/fixture.js";
import { ids } from "./shared/ids.js";
import { testRecord } from "./testRecord.js";

const changed: Changes = ["edit", { environmentId: "replace" }];
const stop = "POST /environment/{environmentId}/stop 202";
const statuses = "GET /environment/{environmentId}/statuses 200";
const { preview, refresh, up } = cells;

export const stoppedEnvironment = testRecord({
  fixture: fixtureOf({
    kind: "StoppedEnvironment",
    request: {},
    response: { id: ids.environment },
    program: { timeoutSeconds: 30 },
    outputs: { timeoutSeconds: 30 },
    isParentOmitted: true,
  }),
  arguments: {
    required: "environmentId",
    bounds: [["timeoutSeconds", [0], [1]]],
    changed: { documented: changed, extended: changed },
  },
  secrets: [],
  calls: {
    notApplicable: "It waits, and sends nothing if nothing runs: stopped-environment.test.ts has its requests.",
  },
  createdTwice: "saved again",
  service: { notApplicable: "It is a state of services: the environment keeps no resource of it." },
  lifecycle: {
    args: (seeded) => ({ environmentId: seeded.environment, timeoutSeconds: 60 }),
    edited: { arg: "timeoutSeconds", byHand: "70" },
    edits: () => [{ timeoutSeconds: 90 }],
    removed: { arg: "timeoutSeconds" },
    existsBefore: true,
    adopting: (seeded) => ({ environmentId: seeded.environment, adoptId: seeded.environment }),
    acts: {
      async prepare({ request, ids }) {
        for (const environment of [ids.environment, ids.otherEnvironment]) {
          await request("POST", `/environment/${environment}/container`, { body: bodies.container.minimal(ids) });
          await request("POST", `/environment/${environment}/deploy`);
        }
      },
      target: () => undefined,
      async actByHand({ request, ids }) {
        await request("POST", `/environment/${ids.otherEnvironment}/redeploy`);
      },
      needs: (seeded) => seeded.otherEnvironment,
    },
    expected: {
      up: [up("create 1", [stop])],
      "preview without change": cells.quiet,
      refresh: cells.refreshed(statuses),
      update: [up("update 1")],
      remove: cells.forgottenOption,
      replace: [up("replace 1", [stop])],
      drift: [
        refresh("delete 1", ["GET /environment/{environmentId}/container 200", statuses]),
        up("create 1", [stop]),
      ],
      "deleted outside": [refresh("AP3003", ["GET /environment/{environmentId}/statuses 404"]), up("same 1")],
      adopt: [preview("create 1, same 1", [statuses]), up("create 1, same 1"), preview("same 2")],
      "rename with alias": cells.renamed(2),
      destroy: [cells.destroy("delete 2")],
    },
  },
  existing: { notApplicable: "It has no settings: a create adopts what is stopped." },
  everyField: { notApplicable: "It stops what the same program deploys." },
  bodies: { notApplicable: "It has no body: stop-and-restart.test.ts has its request." },
});

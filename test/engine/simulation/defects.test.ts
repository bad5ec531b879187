/** Histories that once ended wrong, as they were found or as short as they could be made. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { definitions } from "../../../provider/resources/index.js";
import { type Backend, openBackend } from "./backend.js";
import type { ChangeSort } from "./changes.js";
import { type History, type HistoryStep, play } from "./history.js";
import type { Disturbance } from "./history-world.js";
import type { KindName } from "./kinds.js";

const change = (sort: ChangeSort, kind: KindName = "Application", pick = 0): HistoryStep => ({
  sort: "change",
  change: { sort, kind, pick },
});
const create = (kind: KindName = "Application", pick = 0) => change("create", kind, pick);
const removeAll = change("remove all");
const up = (disturbance: Partial<Disturbance> = {}): HistoryStep => ({
  sort: "up",
  disturbance: { storm: "calm", salt: 0, ...disturbance },
});

const defects: readonly (readonly [sentence: string, set: History["set"], steps: readonly HistoryStep[]])[] = [
  [
    "GitOps settings that get a new name in Pulumi are not deleted as those with the old name",
    "extended",
    [create("ArgoCdConfig"), up(), removeAll, create("ArgoCdConfig")],
  ],
  [
    "nor are they where the old ones were deleted already, and only the answer to that was lost",
    "extended",
    [create("ArgoCdConfig"), up(), removeAll, up({ storm: "hurricane", salt: 41230 }), create("ArgoCdConfig")],
  ],
  [
    "two triggers of a service that was changed outside come to rest with the deployment of one of them",
    "extended",
    [
      ...[create("Container"), create("DeploymentTrigger", 2), create("DeploymentTrigger", 62), up()],
      ...[change("console sets an argument"), up(), create()],
    ],
  ],
  [
    "a save whose answers were lost is told as unknown, also where the last one says to slow down",
    "documented",
    [
      ...[create(), up({ meddling: { after: 0, pick: 0 } }), create("ArgoCdConfig")],
      ...[up({ storm: "hurricane", salt: 430699 }), removeAll, up()],
    ],
  ],
  [
    "a clone whose answer is lost does not take what the console makes under its name meanwhile",
    "documented",
    [create("Database"), change("clone"), up({ storm: "hurricane", salt: 30119, meddling: { after: 4, pick: 0 } })],
  ],
  [
    "nor does one whose source was made in the same run, in another environment",
    "documented",
    [create("Database", 95), change("clone"), up({ storm: "storm", salt: 266976, meddling: { after: 2, pick: 0 } })],
  ],
  [
    "a trigger whose call was lost does not take the deployment of another one for its own",
    "extended",
    [
      ...[create("Database"), create("Database"), create("DeploymentTrigger", 1), create("DeploymentTrigger", 2)],
      up({ storm: "storm", salt: 0 }),
    ],
  ],
  [
    "an adoption that has failed leaves what the console made",
    "documented",
    [change("adopt", "Container"), up({ crash: { how: "platform down", after: 6 } }), removeAll, create()],
  ],
  [
    "somebody deletes an environment with a service, which is gone with it also if a run has removed the environment from the state",
    "extended",
    [create("Environment", 499), create("Container"), up(), change("console deletes"), create(), up()],
  ],
  [
    "the first deployment of a service by the console ends while a trigger cannot reach the platform, and its tag stays",
    "extended",
    [
      ...[create("Container", 303), create("DeploymentTrigger"), up({ target: 0 })],
      ...[change("console deploys a tag"), up({ crash: { how: "platform down", after: 9 } }), create()],
    ],
  ],
  [
    "the response to a create cannot be read, and no list has the resource yet, which is told as unknown",
    "documented",
    [create("Database"), up({ storm: "hurricane", salt: 518740, lags: true })],
  ],
  [
    "an update finds no list with the resource yet, and keeps what the console has set",
    "documented",
    [
      ...[create("Job"), up({ salt: 680079 }), change("console sets an argument")],
      ...[change("give an argument", "Application", 29), up({ lags: true })],
    ],
  ],
  [
    "somebody deletes a stage whose only service leaves the program, which fails instead of ending well",
    "extended",
    [
      ...[create(), create("DeploymentStage"), up(), change("remove")],
      ...[change("console deletes"), up(), create(), up()],
    ],
  ],
];

const backends = new Map<History["set"], Backend>();
beforeAll(async () => {
  for (const set of ["documented", "extended"] as const) backends.set(set, await openBackend(set));
});
afterAll(async () => {
  for (const backend of backends.values()) await backend.close();
});

describe("a history in which", () => {
  it.each(defects)("%s", async (_, set, steps) => {
    const backend = backends.get(set) as Backend;
    await expect(play({ set, seed: 0, steps }, { backend, definitions })).resolves.toBeDefined();
  });
});

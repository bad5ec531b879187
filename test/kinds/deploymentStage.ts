import { name } from "./shared/arguments.js";
import { fixtureOf } from "./shared/fixture.js";
import { ids } from "./shared/ids.js";
import { described, editDescription, moveElsewhere, written } from "./shared/service.js";
import { describedAlone } from "./shared/simulated.js";
import { testRecord } from "./testRecord.js";

const id = "00000000-0000-4000-8000-0000000000c1";
const stages = `/environment/${ids.environment}/deploymentStage`;
const same = { name: "data", description: "What the others need" };

export const deploymentStage = testRecord({
  fixture: fixtureOf({
    kind: "DeploymentStage",
    request: same,
    response: { id, ...same, environment: { id: ids.environment }, services: [] },
    outputs: { skippedServices: [] },
  }),
  undocumented: { notApplicable: "The API document has no stages: a preview refuses to create one." },
  arguments: { required: "environmentId", bounds: [...name] },
  secrets: [],
  calls: { extended: { create: [`GET ${stages}`, `POST ${stages}`] } },
  service: { notApplicable: "A stage says when services are deployed, and is not deployed itself." },
  lifecycle: {
    args: ({ environment }) => ({ environmentId: environment, name: "data", description: written }),
    edited: described,
    edits: editDescription,
    removed: { arg: "description", wire: "description" },
    replacements: moveElsewhere,
  },
  bodies: {
    first: () => ({ name: "data" }),
    other: () => ({ name: "services", description: "Everything else" }),
    text: ["description"],
    number: ["description"],
    list: ["description"],
    success: 200,
  },
  simulation: {
    ...describedAlone,
    lists: "services",
    names: {
      after: { among: "beside", holds: (config, { config: before }) => Number(config.order) > Number(before.order) },
    },
  },
});

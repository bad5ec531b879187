import { name } from "./shared/arguments.js";
import { ids } from "./shared/ids.js";
import { organizationRecord } from "./shared/organization.js";
import { bothSides } from "./shared/simulated.js";
import { stamped } from "./shared/times.js";
import { testRecord } from "./testRecord.js";

const request = {
  name: "costs",
  labels: [
    { key: "cost-center", value: "42", propagate_to_cloud_provider: true },
    { key: "team", value: "", propagate_to_cloud_provider: false },
  ],
};
const response = { ...request, ...stamped(ids.labelsGroup) };
const own = organizationRecord({ kind: "LabelsGroup", request, response, removed: "labels" });

export const labelsGroup = testRecord({
  ...own,
  arguments: {
    required: "organizationId labels labels[].key labels[].value labels[].propagateToCloudProvider",
    bounds: [...name, ["labels[].key", [""], ["a"]], ["labels[].value", [], [""]]],
  },
  secrets: [],
  bodies: { ...own.bodies, number: ["labels", 0, "propagate_to_cloud_provider"], list: ["labels"] },
  simulation: bothSides(({ edition }) => ({
    labels: [{ key: "edition", value: `${edition}`, propagate_to_cloud_provider: true }],
  })),
});

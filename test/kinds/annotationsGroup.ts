import { name } from "./shared/arguments.js";
import { ids } from "./shared/ids.js";
import { organizationRecord } from "./shared/organization.js";
import { bothSides } from "./shared/simulated.js";
import { stamped } from "./shared/times.js";
import { testRecord } from "./testRecord.js";

const request = {
  name: "contact",
  annotations: [
    { key: "example.com/team", value: "shop" },
    { key: "example.com/contact", value: "" },
  ],
  scopes: ["DEPLOYMENTS", "PODS"],
};
const response = { ...request, ...stamped(ids.annotationsGroup) };
const own = organizationRecord({ kind: "AnnotationsGroup", request, response, removed: "scopes" });

export const annotationsGroup = testRecord({
  ...own,
  arguments: {
    required: "organizationId annotations annotations[].key annotations[].value scopes",
    bounds: [...name, ["annotations[].key", [""], ["a"]], ["annotations[].value", [], [""]]],
  },
  secrets: [],
  bodies: { ...own.bodies, number: ["annotations", 0, "value"], list: ["annotations"] },
  simulation: bothSides(({ edition }) => ({
    annotations: [{ key: "edition", value: `${edition}` }],
    scopes: ["PODS"],
  })),
});

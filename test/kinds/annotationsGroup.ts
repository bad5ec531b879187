import { name } from "./shared/arguments.js";
import { ids } from "./shared/ids.js";
import { organizationRecord } from "./shared/organization.js";
import { bothSides } from "./shared/simulated.js";
import { asProgram } from "./shared/spelling.js";
import { stamped } from "./shared/times.js";
import { testRecord } from "./testRecord.js";

const request = {
  name: "contact",
  annotations: [
    { key: "example.com/team", value: "shop" },
    { key: "example.com/contact", value: "" },
  ],
  scopes: ["DEPLOYMENTS", "PODS"] as ("DEPLOYMENTS" | "PODS")[],
};
const response = { ...request, ...stamped(ids.annotationsGroup) };
const own = organizationRecord({
  ...{ kind: "AnnotationsGroup", request, response, removed: "scopes" },
});

export const annotationsGroup = testRecord({
  ...own,
  documented: { request: "name annotations scopes", response: "id created_at updated_at name annotations scopes" },
  arguments: {
    required: "organizationId annotations annotations[].key annotations[].value scopes",
    bounds: [...name, ["annotations[].key", [""], ["a"]], ["annotations[].value", [], [""]]],
  },
  secrets: [],
  bodies: { ...own.bodies, number: ["annotations", 0, "value"], list: ["annotations"] },
  everyField: ({ organization }) => ({
    annotationsGroup: { ...asProgram(request), organizationId: organization, name: "every-group" },
  }),
  simulation: bothSides(({ edition }) => ({
    annotations: [{ key: "edition", value: `${edition}` }],
    scopes: ["PODS"],
  })),
});

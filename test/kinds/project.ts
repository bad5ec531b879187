import { name } from "./shared/arguments.js";
import { fixtureOf } from "./shared/fixture.js";
import { ids } from "./shared/ids.js";
import { describedAlone } from "./shared/simulated.js";
import { stamped } from "./shared/times.js";
import { testRecord } from "./testRecord.js";

const same = { name: "shop", description: "Everything of the shop" };

export const project = testRecord({
  fixture: fixtureOf({
    kind: "Project",
    path: { organizationId: ids.organization },
    request: same,
    response: { ...same, ...stamped(ids.project), organization: { id: ids.organization } },
  }),
  undocumented: { notApplicable: "The API document has no projects: a preview refuses to create one." },
  arguments: {
    required: "organizationId",
    bounds: [...name],
  },
  secrets: [],
  service: { notApplicable: "A project holds environments, and no environment holds it." },
  lifecycle: {
    edited: { arg: "description", byHand: "by hand" },
    removed: { arg: "description" },
  },
  bodies: {
    first: () => ({ name: "shop" }),
    other: () => ({ name: "store", description: "Another shop" }),
    text: ["description"],
    success: 200,
  },
  simulation: { ...describedAlone },
});

import { name } from "./shared/arguments.js";
import { fixtureOf } from "./shared/fixture.js";
import { ids } from "./shared/ids.js";
import { stamped } from "./shared/times.js";
import { testRecord } from "./testRecord.js";

const request = { name: "ci", description: "Deploys from CI", role_id: ids.role };

export const apiToken = testRecord({
  fixture: fixtureOf({
    kind: "ApiToken",
    path: { organizationId: ids.organization },
    request,
    response: {
      ...stamped("00000000-0000-4000-8000-0000000000c1"),
      ...{ ...request, role_name: "DEVELOPER", token: "hunter2" },
    },
    isParentOmitted: true,
  }),
  arguments: { required: "organizationId", bounds: name },
  secrets: [],
  lifecycle: { edited: { arg: "description", byHand: "by hand" }, removed: { arg: "description" } },
  bodies: { text: ["description"], roles: { POST: "admin" } },
});

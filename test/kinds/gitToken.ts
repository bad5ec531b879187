import { name, notEmpty } from "./shared/arguments.js";
import { ids } from "./shared/ids.js";
import { organizationRecord } from "./shared/organization.js";
import { stamped } from "./shared/times.js";
import { testRecord } from "./testRecord.js";

const shown = {
  name: "bitbucket",
  type: "BITBUCKET",
  description: "Reads the shop",
  workspace: "acme",
  git_api_url: "https://git.example.com/api",
};
const request = { ...shown, token: "hunter2" };
const response = { ...shown, ...stamped(ids.gitToken), expired_at: "2027-03-01T08:00:00Z" };
const own = organizationRecord({
  ...{ kind: "GitToken", request, response, outputs: { token: "hunter2" }, removed: "description" },
});

export const gitToken = testRecord({
  ...own,
  arguments: {
    required: "organizationId type token",
    bounds: [...name, ...notEmpty("workspace", "token")],
    omittedElsewhere: { workspace: "workspace" },
    valid: (values) => ({ ...values, workspace: "acme" }),
  },
  secrets: [{ path: "token", name: "gitToken", sample: "git token" }],
  bodies: { ...own.bodies, list: ["type"] },
  simulation: {
    args: ({ edition }) => ({ type: "GITHUB", token: "hunter2", description: `edition ${edition}` }),
    wire: ({ edition }) => ({ type: "GITHUB", description: `edition ${edition}` }),
  },
});

import { name, notEmpty } from "./shared/arguments.js";
import { ids } from "./shared/ids.js";
import { organizationRecord } from "./shared/organization.js";
import { asProgram } from "./shared/spelling.js";
import { stamped } from "./shared/times.js";
import { testRecord } from "./testRecord.js";

const shown = {
  name: "bitbucket",
  type: "BITBUCKET" as const,
  description: "Reads the shop",
  workspace: "acme",
  git_api_url: "https://git.example.com/api",
};
const request = { ...shown, token: "hunter2" };
const response = { ...shown, ...stamped(ids.gitToken), expired_at: "2027-03-01T08:00:00Z" };
const own = organizationRecord({
  ...{
    kind: "GitToken",
    request,
    response,
    outputs: { token: "hunter2" },
    removed: "description",
  },
});
const minimal = { type: "GITHUB" as const, token: "hunter2" };

export const gitToken = testRecord({
  ...own,
  documented: {
    request: "name type token description workspace git_api_url",
    response: "id created_at updated_at name type description workspace git_api_url expired_at",
  },
  arguments: {
    required: "organizationId type token",
    bounds: [...name, ...notEmpty("workspace", "token")],
    omittedElsewhere: { workspace: "workspace" },
    valid: (values) => ({ ...values, workspace: "acme" }),
  },
  secrets: [{ path: "token", name: "gitToken", sample: "git token" }],
  bodies: { ...own.bodies, list: ["type"] },
  everyField: ({ organization }, secret) => ({
    gitToken: { ...asProgram(request), organizationId: organization, name: "every-one", token: secret("gitToken") },
  }),
  simulation: {
    args: ({ edition }) => ({ ...minimal, description: `edition ${edition}` }),
    wire: ({ edition }) => ({ ...{ type: "GITHUB" }, description: `edition ${edition}` }),
  },
});

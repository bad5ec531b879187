import { extended } from "../engine/expectations/extended.js";
import { name, notEmpty } from "./shared/arguments.js";
import { ids } from "./shared/ids.js";
import { ofOrganization, organizationCalls } from "./shared/organization.js";
import { described, editDescription, written } from "./shared/service.js";
import { asProgram, outputsOf } from "./shared/spelling.js";
import { times } from "./shared/times.js";
import { testRecord } from "./testRecord.js";

const id = ids.gitToken;
const shown = {
  name: "bitbucket",
  type: "BITBUCKET" as const,
  description: "Reads the shop",
  workspace: "acme",
  git_api_url: "https://git.example.com/api",
};
const request = { ...shown, token: "hunter2" };
const response = {
  ...shown,
  id,
  created_at: times.created,
  updated_at: times.updated,
  expired_at: "2027-03-01T08:00:00Z",
};
const minimal = { type: "GITHUB" as const, token: "hunter2" };

export const gitToken = testRecord({
  fixture: {
    kind: "GitToken",
    title: "every field",
    path: { organizationId: ids.organization },
    program: asProgram(request),
    request,
    response,
    outputs: outputsOf(response, { organizationId: ids.organization, token: "hunter2" }),
    isPlaceUntold: true,
    variants: [],
  },
  documented: {
    request: "name type token description workspace git_api_url",
    response: "id created_at updated_at name type description workspace git_api_url expired_at",
  },
  stateText: 'exports.handler=()=>require("pulumi-app-platform/runtime").provider("GitToken")',
  givenText: "organizationId,token,type",
  arguments: {
    required: "organizationId type token",
    bounds: [...name, ...notEmpty("workspace", "token")],
    changed: {
      documented: ["refused", { organizationId: "replace", name: "replace" }],
      extended: ["edit", { organizationId: "replace" }],
    },
    omittedElsewhere: { workspace: "workspace" },
    valid: (values) => ({ ...values, workspace: "acme" }),
  },
  secrets: [{ path: "token", name: "gitToken", sample: "git token" }],
  served: ofOrganization.served,
  ...organizationCalls("gitToken", id, { description: "another" }),
  createdTwice: "name taken",
  service: ofOrganization.service,
  lifecycle: {
    args: ({ organization }) => ({
      ...asProgram(request),
      name: "bitbucket",
      organizationId: organization,
      description: written,
    }),
    edited: described,
    edits: editDescription,
    removed: { arg: "description", wire: "description" },
    replacements: ofOrganization.replacements,
    expected: { documented: ofOrganization.undocumented, extended: extended.GitToken },
  },
  existing: ofOrganization.existing,
  bodies: {
    first: () => ({ ...request, name: "first" }),
    other: () => ({ ...request, name: "other" }),
    text: ["description"],
    number: ["name"],
    list: ["type"],
  },
  everyField: ({ organization }, secret) => ({
    gitToken: { ...asProgram(request), organizationId: organization, name: "every-one", token: secret("gitToken") },
  }),
  example: { folder: "git-token", creates: ["GitToken"], secret: "token" },
  simulation: {
    args: ({ edition }) => ({ ...minimal, description: `edition ${edition}` }),
    wire: ({ edition }) => ({ ...{ type: "GITHUB" }, description: `edition ${edition}` }),
  },
});

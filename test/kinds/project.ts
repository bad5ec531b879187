import { extended } from "../engine/expectations/extended.js";
import { name } from "./shared/arguments.js";
import { ids } from "./shared/ids.js";
import { described, editDescription, written } from "./shared/service.js";
import { extended as extendedOnly, none } from "./shared/sets.js";
import { outputsOf } from "./shared/spelling.js";
import { times } from "./shared/times.js";
import { testRecord } from "./testRecord.js";

const projects = `/organization/${ids.organization}/project`;
const path = `/project/${ids.project}`;
const read = [`GET ${path}`];
const undocumented = { notApplicable: "The API document has no projects: a preview refuses to create one." };

const same = { name: "shop", description: "Everything of the shop" };

const response = {
  ...same,
  id: ids.project,
  created_at: times.created,
  updated_at: times.updated,
  organization: { id: ids.organization },
};

export const project = testRecord({
  fixture: {
    kind: "Project",
    title: "every field",
    path: { organizationId: ids.organization },
    program: same,
    request: same,
    response,
    outputs: outputsOf(response, { organizationId: ids.organization }),
    variants: [],
  },
  documented: { request: "name description", response: "id created_at updated_at name description organization" },
  stateText: 'exports.handler=()=>require("pulumi-app-platform/runtime").provider("Project")',
  givenText: "organizationId",
  arguments: {
    required: "organizationId",
    bounds: [...name],
    changed: {
      documented: ["refused", { organizationId: "replace", name: "replace" }],
      extended: ["edit", { organizationId: "replace" }],
    },
  },
  secrets: [],
  served: { create: extendedOnly, read: extendedOnly, update: extendedOnly, clone: none, delete: extendedOnly },
  extendedCalls: [
    "POST /organization/{}/project",
    "GET /organization/{}/project",
    "GET /project/{}",
    "PUT /project/{}",
    "DELETE /project/{}",
  ],
  calls: {
    id: ids.project,
    documented: undocumented,
    extended: {
      create: [`POST ${projects}`],
      read,
      update: [...read, `PUT ${path}`],
      delete: [`DELETE ${path}`],
      edit: { description: "Another shop" },
    },
  },
  createdTwice: "name taken",
  service: { notApplicable: "A project holds environments, and no environment holds it." },
  lifecycle: {
    args: ({ organization }) => ({ organizationId: organization, name: "shop", description: written }),
    edited: described,
    edits: editDescription,
    removed: { arg: "description", wire: "description" },
    // A platform for tests has one organization.
    replacements: () => [],
    expected: { documented: undocumented, extended: extended.Project },
  },
  existing: { notApplicable: "It has too few settings for an adoption that keeps some of them." },
  bodies: {
    first: () => ({ name: "shop" }),
    other: () => ({ name: "store", description: "Another shop" }),
    text: ["description"],
    number: ["description"],
    list: ["description"],
    success: 200,
  },
  everyField: ({ organization }) => ({
    project: { organizationId: organization, name: "every-project", description: "Everything of the shop" },
  }),
  example: { folder: "project", creates: ["Project"] },
  simulation: {
    args: ({ edition }) => ({ description: `edition ${edition}` }),
    wire: ({ edition }) => ({ description: `edition ${edition}` }),
  },
});

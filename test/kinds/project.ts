import { name } from "./shared/arguments.js";
import { ownCalls } from "./shared/calls.js";
import { fixtureOf } from "./shared/fixture.js";
import { ids } from "./shared/ids.js";
import { described, editDescription, written } from "./shared/service.js";
import { extended as extendedOnly, none } from "./shared/sets.js";
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
  documented: { request: "name description", response: "id created_at updated_at name description organization" },
  undocumented: { notApplicable: "The API document has no projects: a preview refuses to create one." },
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
  ...ownCalls(`/organization/${ids.organization}/project`, `/project/${ids.project}`, { description: "Another shop" }),
  createdTwice: "name taken",
  service: { notApplicable: "A project holds environments, and no environment holds it." },
  lifecycle: {
    args: ({ organization }) => ({ organizationId: organization, name: "shop", description: written }),
    edited: described,
    edits: editDescription,
    removed: { arg: "description", wire: "description" },
    // A platform for tests has one organization.
    replacements: () => [],
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
  simulation: { ...describedAlone },
});

import { extended } from "../engine/expectations/extended.js";
import { name } from "./shared/arguments.js";
import { ids } from "./shared/ids.js";
import { ofOrganization, organizationCalls } from "./shared/organization.js";
import { edited } from "./shared/service.js";
import { asProgram, outputsOf } from "./shared/spelling.js";
import { times } from "./shared/times.js";
import { testRecord } from "./testRecord.js";

const id = ids.labelsGroup;
const request = {
  name: "owner",
  labels: [
    { key: "cost-center", value: "42", propagate_to_cloud_provider: true },
    { key: "team", value: "", propagate_to_cloud_provider: false },
  ],
};
const response = { ...request, id, created_at: times.created, updated_at: times.updated };

export const labelsGroup = testRecord({
  fixture: {
    kind: "LabelsGroup",
    title: "every field",
    path: { organizationId: ids.organization },
    program: asProgram(request),
    request,
    response,
    outputs: outputsOf(response, { organizationId: ids.organization }),
    isPlaceUntold: true,
    variants: [],
  },
  documented: { request: "name labels", response: "id created_at updated_at name labels" },
  stateText: 'exports.handler=()=>require("pulumi-app-platform/runtime").provider("LabelsGroup")',
  givenText: "labels(key,propagateToCloudProvider,value),organizationId",
  arguments: {
    required: "organizationId labels labels[].key labels[].value labels[].propagateToCloudProvider",
    bounds: [...name, ["labels[].key", [""], ["a"]], ["labels[].value", [], [""]]],
    changed: {
      documented: ["refused", { organizationId: "replace", name: "replace" }],
      extended: ["edit", { organizationId: "replace" }],
    },
  },
  secrets: [],
  served: ofOrganization.served,
  ...organizationCalls("labelsGroups", id, { name: "another" }),
  createdTwice: "name taken",
  service: ofOrganization.service,
  lifecycle: {
    args: ({ organization }) => ({ ...asProgram(request), organizationId: organization }),
    edited: { arg: "name", wire: "name", byHand: "by hand" },
    edits: () => [{ name: edited }],
    removed: { arg: "labels", wire: "labels" },
    replacements: ofOrganization.replacements,
    expected: { documented: ofOrganization.undocumented, extended: extended.LabelsGroup },
  },
  existing: ofOrganization.existing,
  bodies: {
    first: () => ({ ...request, name: "first" }),
    other: () => ({ ...request, name: "other" }),
    text: ["name"],
    longest: 128,
    number: ["labels", 0, "propagate_to_cloud_provider"],
    list: ["labels"],
  },
  everyField: ({ organization }) => ({
    labelsGroup: { ...asProgram(request), organizationId: organization, name: "every-group" },
  }),
  example: { folder: "labels-group", creates: ["LabelsGroup"] },
  simulation: {
    args: ({ edition }) => ({ labels: [{ key: "edition", value: `${edition}`, propagateToCloudProvider: true }] }),
    wire: ({ edition }) => ({ labels: [{ key: "edition", value: `${edition}`, propagate_to_cloud_provider: true }] }),
  },
});

import { extended } from "../engine/expectations/extended.js";
import { name } from "./shared/arguments.js";
import { ids } from "./shared/ids.js";
import { ofOrganization, organizationCalls } from "./shared/organization.js";
import { edited } from "./shared/service.js";
import { asProgram, outputsOf } from "./shared/spelling.js";
import { times } from "./shared/times.js";
import { testRecord } from "./testRecord.js";

const id = ids.annotationsGroup;
const request = {
  name: "contact",
  annotations: [
    { key: "example.com/team", value: "shop" },
    { key: "example.com/contact", value: "" },
  ],
  scopes: ["DEPLOYMENTS", "PODS"] as ("DEPLOYMENTS" | "PODS")[],
};
const response = { ...request, id, created_at: times.created, updated_at: times.updated };

export const annotationsGroup = testRecord({
  fixture: {
    kind: "AnnotationsGroup",
    title: "every field",
    path: { organizationId: ids.organization },
    program: asProgram(request),
    request,
    response,
    outputs: outputsOf(response, { organizationId: ids.organization }),
    isPlaceUntold: true,
    variants: [],
  },
  documented: { request: "name annotations scopes", response: "id created_at updated_at name annotations scopes" },
  stateText: 'exports.handler=()=>require("pulumi-app-platform/runtime").provider("AnnotationsGroup")',
  givenText: "annotations(key,value),organizationId,scopes",
  arguments: {
    required: "organizationId annotations annotations[].key annotations[].value scopes",
    bounds: [...name, ["annotations[].key", [""], ["a"]], ["annotations[].value", [], [""]]],
    changed: {
      documented: ["refused", { organizationId: "replace", name: "replace" }],
      extended: ["edit", { organizationId: "replace" }],
    },
  },
  secrets: [],
  served: ofOrganization.served,
  ...organizationCalls("annotationsGroups", id, { name: "another" }),
  createdTwice: "name taken",
  service: ofOrganization.service,
  lifecycle: {
    args: ({ organization }) => ({ ...asProgram(request), organizationId: organization }),
    edited: { arg: "name", wire: "name", byHand: "by hand" },
    edits: () => [{ name: edited }],
    removed: { arg: "scopes", wire: "scopes" },
    replacements: ofOrganization.replacements,
    expected: { documented: ofOrganization.undocumented, extended: extended.AnnotationsGroup },
  },
  existing: ofOrganization.existing,
  bodies: {
    first: () => ({ ...request, name: "first" }),
    other: () => ({ ...request, name: "other" }),
    text: ["name"],
    longest: 128,
    number: ["annotations", 0, "value"],
    list: ["annotations"],
  },
  everyField: ({ organization }) => ({
    annotationsGroup: { ...asProgram(request), organizationId: organization, name: "every-group" },
  }),
  example: { folder: "annotations-group", creates: ["AnnotationsGroup"] },
  simulation: {
    args: ({ edition }) => ({ annotations: [{ key: "edition", value: `${edition}` }], scopes: ["PODS"] }),
    wire: ({ edition }) => ({ annotations: [{ key: "edition", value: `${edition}` }], scopes: ["PODS"] }),
  },
});

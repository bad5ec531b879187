import { z } from "zod";
import { defineResource } from "../definition/defineKind.js";
import { recordCalls } from "../platform/endpoint.js";
import { flag, freeText, object, text } from "../schema/schemas.js";
import { changeTimes, nameUniqueIn, specifiedOrganizationId } from "./shared/common.js";

const label = object("GroupLabel", "A label.", {
  key: text.meta({ description: "Key of the label; unique within the group." }),
  value: freeText.meta({ description: "Value of the label." }),
  propagateToCloudProvider: flag.meta({ description: "Whether the cloud provider's resources get the label too." }),
});

export const labelsGroup = defineResource("LabelsGroup", {
  description:
    "A group of labels. The platform adds them to the Kubernetes objects of the services and clusters that refer to the group. You can't delete a group while services or clusters use it.",
  args: {
    organizationId: specifiedOrganizationId,
    name: nameUniqueIn("in the organization"),
    labels: z.array(label).meta({ description: "Labels of the group.", items: { key: "key", unique: ["key"] } }),
  },
  outputs: changeTimes,
  api: recordCalls("/organization/{organizationId}/labelsGroups"),
  example: `const costs = new LabelsGroup("costs", {
  organizationId,
  labels: [{ key: "cost-center", value: "42", propagateToCloudProvider: true }],
});
export const labelsGroupId = costs.id;`,
});

import * as pulumi from "@pulumi/pulumi";
import { LabelsGroup } from "pulumi-app-platform";

const config = new pulumi.Config();

// Services refer to it: labelsGroups: [{ id: costs.id }]
const costs = new LabelsGroup("costs", {
  organizationId: config.require("organizationId"),
  labels: [{ key: "cost-center", value: "42", propagateToCloudProvider: true }],
});

export const labelsGroupId = costs.id;
